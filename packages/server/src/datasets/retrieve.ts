import MiniSearch from 'minisearch';
import type { Passage } from '../reading/readingJobs';
import { createSpellingIndex } from './spelling';
import { toTerms } from './terms';

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

/**
 * A passage that covers less of the question than this is not about it. Tuned with the questions in
 * `testing/questions.ts`.
 */
export const MIN_COVERAGE = 0.55;
/**
 * The same for a passage whose heading has all its words in the question: it is about the question, whatever else the
 * question contains.
 */
export const MIN_COVERAGE_WITH_HEADING = 0.4;
/** What a word counts that was found only by its beginning or a slip of the pen. */
const NEAR_MATCH = 0.6;
/** What a number counts that was found: the same number stands in tables about anything. */
const NUMBER_MATCH = 0.3;
/** Weight of the words of an earlier question. */
const EARLIER_WEIGHT = 0.5;
/**
 * A word that stands in fewer passages than this weighs no more for it: an unknown name must not outweigh the
 * rest.
 */
const RARE_FROM = 3;
/** Most results of one search. */
const MAX_FOUND = 10;

/** Phrases whose single words mean nothing. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:show(?:s|n|ing)?|com(?:e|es|ing)|turn(?:s|ing)?) up\b/gi, 'appear'],
  [/\b(?:can ?not|can['’]?t|don['’]?t|do not) see\b/gi, 'not appear'],
];

/** An index over these passages, in memory. */
export function createRetriever(passages: readonly Passage[]): Retriever {
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const frequency = countPassages(passages);
  const index = new MiniSearch<Passage>({
    fields: ['heading', 'above', 'page', 'text'],
    extractField: (passage, field) => readField(passage, field),
    tokenize: (text) => toTerms(text),
    processTerm: (term) => term,
    searchOptions: {
      tokenize: (text) => toTerms(text, true),
      boost: { heading: 4, above: 1.5, page: 1.5, text: 1 },
      prefix: (term) => term.length >= 4,
      // Only a word that occurs in no passage can be a typing error.
      fuzzy: (term) => (frequency.has(term) || term.length < 5 ? false : term.length < 9 ? 1 : 2),
      weights: { prefix: 0.4, fuzzy: 0.4 },
    },
  });
  index.addAll(passages);

  const weigh = (term: string): number => {
    const count = Math.max(frequency.get(term) ?? 0, RARE_FROM);
    return Math.log(1 + (passages.length + 0.5) / (count + 0.5));
  };

  const byHeading = groupByHeading(passages);
  const byTerms = groupBy(passages, ({ headings }) =>
    headings.length === 0 ? [] : [toTermsKey(headings.at(-1) ?? '')],
  );
  const spellingIndex = createSpellingIndex(passages.flatMap(({ title, text }) => [title, text]));
  const read = (text: string): string =>
    PHRASES.reduce((rest, [phrase, word]) => rest.replaceAll(phrase, word), spellingIndex.correct(text));

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
    const total = sum([...weights], ([term, weight]) => weight * weigh(term));
    if (total === 0) return [];
    const results = index.search([...weights.keys()].join(' '), {
      tokenize: (text) => text.split(' '),
      boostTerm: (term) => weights.get(term) ?? 1,
    });
    return results
      .flatMap(({ id, score, terms, queryTerms }) => {
        const passage = byId.get(String(id));
        const matched = sum(
          queryTerms,
          (term) =>
            (weights.get(term) ?? 0) *
            weigh(term) *
            (/^\d+$/.test(term) ? NUMBER_MATCH : terms.includes(term) ? 1 : NEAR_MATCH),
        );
        return passage ? [{ passage, score: score * (matched / total), coverage: matched / total }] : [];
      })
      .filter(
        ({ coverage, passage }) => coverage >= (isNamed(passage, weights) ? MIN_COVERAGE_WITH_HEADING : MIN_COVERAGE),
      )
      .sort((a, b) => b.score - a.score);
  }
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

function readField(passage: Passage, field: string): string {
  switch (field) {
    case 'id':
      return passage.id;
    case 'heading':
      return passage.headings.at(-1) ?? passage.page;
    case 'above':
      return passage.headings.slice(0, -1).join(' ');
    case 'page':
      return passage.page;
    default:
      return passage.text;
  }
}

function countPassages(passages: readonly Passage[]): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>();
  for (const passage of passages) {
    for (const term of new Set(toTerms(`${passage.title} ${passage.text}`)))
      frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  return frequency;
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
