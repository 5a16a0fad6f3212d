import type { Passage } from '../reading/readingJobs';
import { createPassageIndex, type AskedTerm } from './passageIndex';
import { createSpellingIndex } from './spelling';
import { toTerms } from './terms';
import { countTerms, createVocabulary, type Vocabulary } from './vocabulary';

/** A passage that fits a question. */
export interface Found {
  readonly passage: Passage;
  /** BM25, comparable within one search only. */
  readonly score: number;
  /** The share of the question that the passage covers, 0 to 1, rare words weighing more. */
  readonly coverage: number;
}

/** Finds passages by words. */
export interface Retriever {
  /**
   * The passages that fit, best first; none if no passage covers enough of the question.
   *
   * @param earlier - an earlier question this one continues; its words count half
   */
  search(query: string, earlier?: string): Found[];
  /** The possible topics: headings that are questions, then one passage a document, in reading order. */
  topics(): readonly Passage[];
}

/** When a passage is about a question. */
interface Gate {
  /** The least share of the question that it covers. */
  readonly minCoverage: number;
  /** What a word counts that occurs in no passage, of a rare one: 1 where everything is in the words of the texts. */
  readonly unknown: number;
}

/** For texts that many unrelated questions are asked to. Tuned with the questions in `testing/questions.ts`. */
const STRICT: Gate = { minCoverage: 0.55, unknown: 1 };
/**
 * For the knowledge of an owner, asked by visitors in their own words. Tuned with the questions in `testing/shop`: of 36
 * about something else, three get an answer.
 */
const LENIENT: Gate = { minCoverage: 0.4, unknown: 0.6 };
/**
 * The same for a passage whose heading has all its words in the question: it is about the question, whatever else the
 * question contains.
 */
export const MIN_COVERAGE_WITH_HEADING = 0.4;
/** What a number counts that was found: the same number stands in tables about anything. */
const NUMBER_MATCH = 0.3;
/** Weight of the words of an earlier question. */
const EARLIER_WEIGHT = 0.5;
/** Words of a question that count: each is compared with the whole vocabulary. */
export const TERMS_MAX = 24;
/** Most results of one search. */
const MAX_FOUND = 10;

/** Phrases whose single words mean nothing. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:show(?:s|n|ing)?|com(?:e|es|ing)|turn(?:s|ing)?) up\b/gi, 'appear'],
  [/\b(?:can ?not|can['’]?t|don['’]?t|do not) see\b/gi, 'not appear'],
];

/**
 * An index over these passages, in memory.
 *
 * @param vocabulary - of the datasets that these are found in. @default that of these passages, which are all there are
 */
export function createRetriever(passages: readonly Passage[], vocabulary?: Vocabulary): Retriever {
  const gate = vocabulary ? LENIENT : STRICT;
  const known = vocabulary ?? vocabularyOf(passages);
  const index = createPassageIndex(passages);
  const byHeading = groupByHeading(passages);
  const byTerms = groupBy(passages, ({ headings }) =>
    headings.length === 0 ? [] : [toTermsKey(headings.at(-1) ?? '')],
  );
  // The vocabulary of datasets knows what was meant; of these passages alone one would be corrected into another word.
  const spelling = vocabulary ? undefined : createSpellingIndex(passages.flatMap(({ title, text }) => [title, text]));
  const read = (text: string): string =>
    PHRASES.reduce((rest, [phrase, word]) => rest.replaceAll(phrase, word), spelling?.correct(text) ?? text);

  return {
    search(query, earlier) {
      // A question that repeats a heading (a clicked suggestion) means that heading, even if it consists of words
      // without meaning of their own.
      const queryTerms = read(query);
      const named = (byHeading.get(toHeadingKey(query)) ?? byTerms.get(toTermsKey(queryTerms)) ?? []).map(
        (passage) => ({
          passage,
          score: Number.MAX_VALUE,
          coverage: 1,
        }),
      );
      const found = searchWords(queryTerms, earlier === undefined ? undefined : read(earlier)).filter(
        ({ passage }) => !named.some((other) => other.passage === passage),
      );
      return [...named, ...found].slice(0, MAX_FOUND);
    },
    topics: () => [...questions(passages), ...firstSections(passages)],
  };

  function searchWords(query: string, earlier: string | undefined): Found[] {
    const weights = new Map(toTerms(earlier ?? '', true).map((term) => [term, EARLIER_WEIGHT]));
    for (const term of toTerms(query, true)) weights.set(term, 1);
    const asked = [...weights].slice(-TERMS_MAX).map(([term, weight]) => askFor(term, weight));
    const total = sum(asked, ({ weight }) => weight);
    if (total === 0) return [];
    return index
      .rank(asked)
      .map(({ passage, score, matched }) => ({ passage, score: score * (matched / total), coverage: matched / total }))
      .filter(
        ({ coverage, passage }) =>
          coverage >= (isNamed(passage, weights) ? MIN_COVERAGE_WITH_HEADING : gate.minCoverage),
      )
      .sort((one, other) => other.score - one.score);
  }

  function askFor(term: string, share: number): AskedTerm {
    const meanings = known.meaningsOf(term);
    const weight = known.weigh(meanings[0]?.term ?? term) * (meanings.length === 0 ? gate.unknown : 1);
    return { meanings, weight: share * weight, counted: /^\d+$/.test(term) ? NUMBER_MATCH : 1 };
  }
}

/** The terms of these passages alone. */
export function vocabularyOf(passages: readonly Passage[]): Vocabulary {
  return createVocabulary(countTerms(passages.map(({ title, text }) => toTerms(`${title} ${text}`))), passages.length);
}

/** Passages by their heading, alone and with the document's title before it. */
function groupByHeading(passages: readonly Passage[]): ReadonlyMap<string, Passage[]> {
  return groupBy(passages, ({ headings, page }) => {
    const heading = headings.at(-1);
    return (heading === undefined ? [page] : [heading, `${page}: ${heading}`]).map(toHeadingKey);
  });
}

/** Passages by names of theirs; a name without words is none. */
function groupBy(
  passages: readonly Passage[],
  names: (passage: Passage) => readonly string[],
): ReadonlyMap<string, Passage[]> {
  const groups = new Map<string, Passage[]>();
  for (const passage of passages)
    for (const name of names(passage)) if (name !== '') groups.set(name, [...(groups.get(name) ?? []), passage]);
  return groups;
}

/** A question with exactly the meaningful words of a heading matches it. */
function toTermsKey(text: string): string {
  return [...new Set(toTerms(text, true))].sort().join(' ');
}

function toHeadingKey(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

function isNamed(passage: Passage, words: ReadonlyMap<string, number>): boolean {
  const heading = toTerms(passage.headings.at(-1) ?? '', true);
  return heading.length > 0 && heading.every((term) => words.has(term));
}

/** What a page of questions answers: these are the questions people have. */
function questions(passages: readonly Passage[]): Passage[] {
  return passages.filter(
    (passage, index) =>
      passage.headings.at(-1)?.trimEnd().endsWith('?') === true && passages[index - 1]?.title !== passage.title,
  );
}

function firstSections(passages: readonly Passage[]): Passage[] {
  const bySource = new Map<string, Passage>();
  for (const passage of passages) {
    if (passage.headings.length > 0 && !bySource.has(passage.source)) bySource.set(passage.source, passage);
  }
  return [...bySource.values()];
}

function sum<Entry>(entries: readonly Entry[], value: (entry: Entry) => number): number {
  return entries.reduce((total, entry) => total + value(entry), 0);
}
