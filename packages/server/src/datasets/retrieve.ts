import type { Passage } from '../reading/readingJobs';
import { createPassageIndex, type AskedTerm } from './passageIndex';
import { createSpellingIndex } from './spelling';
import { toTerms } from './terms';
import { countTerms, createVocabulary, type Vocabulary } from './vocabulary';

/** A matching passage. */
export interface Found {
  readonly passage: Passage;
  /** BM25, comparable within one search only. */
  readonly score: number;
  /** Share of the question covered by the passage, 0 to 1; rare words have more weight. */
  readonly coverage: number;
}

/** Full-text search for passages. */
export interface Retriever {
  /**
   * Matching passages, best first; none if no passage covers enough of the question.
   *
   * @param earlier - an earlier question this one continues; its words count half
   */
  search(query: string, earlier?: string): Found[];
  /** Possible topics: headings that are questions, then one passage per document, in reading order. */
  topics(): readonly Passage[];
}

/** When a passage matches. */
interface Gate {
  /** Minimum share of the question it covers. */
  readonly minCoverage: number;
  /** Weight of a word that occurs in no passage, relative to a rare one; 1 if all words of a question matter. */
  readonly unknown: number;
}

/** For texts that receive many unrelated questions. Tuned with `testing/questions.ts`. */
const STRICT: Gate = { minCoverage: 0.55, unknown: 1 };
/**
 * For an owner's content, with visitors' own words. Tuned with `testing/shop`: of 36 unrelated questions, three get
 * an answer.
 */
const LENIENT: Gate = { minCoverage: 0.4, unknown: 0.6 };
/** Minimum for a passage whose heading is contained in the question, which is then about it. */
export const MIN_COVERAGE_WITH_HEADING = 0.4;
/** Weight of a matched number, because the same number occurs in unrelated tables. */
const NUMBER_MATCH = 0.3;
/** Weight of words from an earlier question. */
const EARLIER_WEIGHT = 0.5;
/** Maximum number of words of a question, because each is compared with the whole vocabulary. */
export const TERMS_MAX = 24;
/** Maximum number of results. */
const MAX_FOUND = 10;

/** Phrases whose single words have no meaning. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:show(?:s|n|ing)?|com(?:e|es|ing)|turn(?:s|ing)?) up\b/gi, 'appear'],
  [/\b(?:can ?not|can['’]?t|don['’]?t|do not) see\b/gi, 'not appear'],
];

/**
 * Indexes passages in memory.
 *
 * @param vocabulary - of their datasets. @default that of these passages
 */
export function createRetriever(passages: readonly Passage[], vocabulary?: Vocabulary): Retriever {
  const gate = vocabulary ? LENIENT : STRICT;
  const known = vocabulary ?? vocabularyOf(passages);
  const index = createPassageIndex(passages);
  const byHeading = groupByHeading(passages);
  const byTerms = groupBy(passages, ({ headings }) =>
    headings.length === 0 ? [] : [toTermsKey(headings.at(-1) ?? '')],
  );
  // The vocabulary of the datasets knows the intended word; with only these passages it could be corrected to another
  // one.
  const spelling = vocabulary ? undefined : createSpellingIndex(passages.flatMap(({ title, text }) => [title, text]));
  const read = (text: string): string =>
    PHRASES.reduce((rest, [phrase, word]) => rest.replaceAll(phrase, word), spelling?.correct(text) ?? text);

  return {
    search(query, earlier) {
      // A question that repeats a heading (a clicked suggestion) means that heading, even if it consists of stop
      // words.
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

/** Terms of these passages. */
export function vocabularyOf(passages: readonly Passage[]): Vocabulary {
  return createVocabulary(countTerms(passages.map(({ title, text }) => toTerms(`${title} ${text}`))), passages.length);
}

/** Passages by heading, alone and with the document's title. */
function groupByHeading(passages: readonly Passage[]): ReadonlyMap<string, Passage[]> {
  return groupBy(passages, ({ headings, page }) => {
    const heading = headings.at(-1);
    return (heading === undefined ? [page] : [heading, `${page}: ${heading}`]).map(toHeadingKey);
  });
}

/** Passages by name, ignoring names without words. */
function groupBy(
  passages: readonly Passage[],
  names: (passage: Passage) => readonly string[],
): ReadonlyMap<string, Passage[]> {
  const groups = new Map<string, Passage[]>();
  for (const passage of passages)
    for (const name of names(passage)) if (name !== '') groups.set(name, [...(groups.get(name) ?? []), passage]);
  return groups;
}

/** A question with exactly the significant words of a heading matches it. */
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

/** Questions in a FAQ, which are good suggestions. */
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
