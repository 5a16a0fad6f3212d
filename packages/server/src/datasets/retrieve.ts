import { replyToPersonRequest } from '../lib/personRequests';
import type { Passage } from '../reading/readingJobs';
import type { Thesaurus } from './germanWords';
import { createPassageIndex, type AskedTerm } from './passageIndex';
import { createSpellingIndex } from './spelling';
import { DOCUMENTATION_MEANINGS, type SameMeanings } from './sameMeaning';
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
  /** Compares texts with a question. @param earlier - as for `search` */
  weigher(query: string, earlier?: string): Weigh;
  /** Possible topics: headings that are questions, then one passage per document, in reading order. */
  topics(): readonly Passage[];
}

/** The weight of each word of a question that a text has, with similar ones in part; 0 for those that it lacks. */
export type Weigh = (text: string) => readonly number[];

/** When a passage matches. */
interface Gate {
  /** Minimum share of the question it covers. */
  readonly minCoverage: number;
  /** The same for a passage whose headings have one of the words. */
  readonly minNamed: number;
  /** The same for a question of which the passages have this share of all words, in whatever passage. */
  readonly onTopic?: { readonly knownShare: number; readonly minCoverage: number; readonly minNamed: number };
  /** Weight of a word that occurs in no passage, relative to a rare one; 1 if all words of a question matter. */
  readonly unknown: number;
  /** How much more a passage with all of a question counts than one with a part of it: the power of its coverage. */
  readonly focus: number;
}

/** For texts that receive many unrelated questions. Tuned with `testing/questions.ts`. */
const STRICT: Gate = { minCoverage: 0.62, minNamed: 0.4, unknown: 0.9, focus: 1 };
/**
 * For an owner's content, with visitors' own words. Tuned with `testing/shop`: of 36 unrelated questions, three get
 * an answer.
 */
const LENIENT: Gate = {
  minCoverage: 0.37,
  minNamed: 0.2,
  unknown: 0.6,
  focus: 2,
  onTopic: { knownShare: 0.9, minCoverage: 0.3, minNamed: 0.2 },
};
/** Minimum for a passage whose heading is contained in the question, which is then about it. */
export const MIN_COVERAGE_WITH_HEADING = 0.4;
/** What a number of a question weighs beside its words: the page may have another one. */
const NUMBER = 0.5;
/** Share of that if it is matched, because the same number occurs in unrelated tables. */
const NUMBER_MATCH = 0.3;
/** A term as near as this is the same word, or another name for it. */
const SURE = 0.8;
/** Weight of words from an earlier question. */
const EARLIER_WEIGHT = 0.5;
/** Maximum number of words of a question, because each is compared with the whole vocabulary. */
export const TERMS_MAX = 24;
/** Maximum number of results. */
const MAX_FOUND = 10;

/** Phrases whose single words have no meaning. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:show(?:s|n|ing)?|com(?:e|es|ing)|turn(?:s|ing)?) up\b/gi, 'appear'],
  [
    /\bhow long\b|\bwie lange\b|\bcombien de temps\b|\bcu[aá]nto tiempo\b|\bquanto tempo\b|どのくらい|何日|多久|얼마나|сколько времени|как долго/gi,
    ' 0duration ',
  ],
  [/\bhow many\b/gi, ' 0limit '],
  [/\btim(?:e|es|ed|ing) out\b/gi, 'timeout'],
  [/\bpick(?:s|ed|ing)? up\b/gi, 'collect'],
  [/\bwhere (?:are|r) (?:you|u)\b|\bhow (?:do|can) (?:i|we) (?:get to|find) (?:you|u)\b/gi, 'address'],
  [/\bwo (?:seid ihr|sind sie|finde ich (?:euch|sie))\b/gi, 'adresse'],
  [/\bwann (?:kommt|kommen|kriege?|bekomme?)(?![\p{L}])/giu, 'lieferzeit'],
  [/\bnicht (?:da|daheim|zu ?hause)\b/gi, 'zuhause'],
  [/\bo[uù] (?:êtes|etes)[- ]vous\b|\boù vous trouver\b/gi, 'adresse'],
  [/\bd[oó]nde (?:est[aá]n|est[aá]is|os encuentro|los encuentro)\b/gi, 'dirección'],
  [/\bdove (?:siete|vi trovo)\b/gi, 'indirizzo'],
  // The number itself, and not a text about numbers.
  [/\b(?:tele)?phone (?:number|no\b\.?)/gi, 'phone 0phone'],
  [/\bnumé?ro de téléphone\b|\bn[uú]mero de tel[eé]fono\b|\bnumero di telefono\b/gi, 'telefono 0phone'],
  [/\be-?mail address\b/gi, 'email 0email'],
  [/\bback(?:ing|ed)? up\b/gi, 'backup'],
  [/\bhow much(?: is| are| to| for| would|\W*$)/gi, 'price'],
  [/\b(?:does ?n['’]?t|did ?n['’]?t|wo ?n['’]?t|not|stopped) work(?:ing)?\b/gi, 'broken'],
  [/\b(?:geht|gehen|funktioniert|funktionieren) nicht\b/gi, 'defekt'],
  [/\b(?:nobody|no one|noone) to (?:go|come) with\b/gi, 'alone'],
  [/\b(?:viel|wenig|mehr|weniger|meisten|wenigsten) los\b/gi, 'voll'],
  [
    /\b(?:sen[dt]|giv(?:e|ing)|gave|br(?:ing|ought)|tak(?:e|ing)|took)(?:ing)?(?: (?:it|them|this|that|these|those))? back\b/gi,
    'return',
  ],
  [/\b(?:get|getting|got) rid of\b|\bthrow(?:ing)? (?:away|out)\b/gi, 'dispose'],
  [/\bwohin mit\b/gi, 'entsorgen'],
  [/\b(?:mach(?:t|en|st)|hab(?:t|en)|hat)\b([^.?!]{0,40})\b(?:auf|offen|zu)(?=\W*$)/gi, '$1 öffnungszeiten'],
  [/\b(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)[- ]?(?:yrs?|years?)[- ]olds?\b/gi, '$& child'],
  [/\bmoney off\b/gi, 'discount'],
  [/\b(?:by|for) (?:today|tomorrow)\b/gi, 'express'],
  [/\bcheck(?:ing|ed)?[- ]in\b/gi, 'checkin arrival'],
  [/\bhave a go\b/gi, 'try'],
  [/\b(?:can ?not|can['’]?t|don['’]?t|do not) see\b/gi, 'not appear'],
];

/** A question with one word for each phrase whose single words have no meaning. */
function withPhrases(question: string): string {
  return PHRASES.reduce((rest, [phrase, word]) => rest.replaceAll(phrase, word), question);
}

/** What an owner's content is searched for: for somebody who asks for a person, how to reach one. */
export function searchedWords(question: string): string {
  return replyToPersonRequest(question) ? '0phone 0email' : withPhrases(question);
}

/**
 * Indexes passages in memory.
 *
 * @param vocabulary - of their datasets. @default that of these passages
 * @param weightOf - what the score of a document's passages is multiplied with. @default 1
 */
export function createRetriever(
  passages: readonly Passage[],
  vocabulary?: Vocabulary,
  weightOf: (source: string) => number = () => 1,
): Retriever {
  const gate = vocabulary ? LENIENT : STRICT;
  const known = vocabulary ?? vocabularyOf(passages, { sameMeaning: DOCUMENTATION_MEANINGS });
  const index = createPassageIndex(passages);
  const byHeading = groupByHeading(passages);
  const headingTerms = new Map(passages.map((passage) => [passage, toTerms(passage.headings.at(-1) ?? '', true)]));
  const byTerms = groupBy(passages, (passage) => [toTermsKey(headingTerms.get(passage) ?? [])]);
  // The vocabulary of the datasets knows the intended word; with only these passages it could be corrected to another
  // one.
  const spelling = vocabulary ? undefined : createSpellingIndex(passages.flatMap(({ title, text }) => [title, text]));
  const read = spelling ? (text: string): string => withPhrases(spelling.correct(text)) : searchedWords;

  return {
    search(query, earlier) {
      // A question that repeats a heading (a clicked suggestion) means that heading, even if it consists of stop
      // words.
      const queryTerms = read(query);
      const named = (
        byHeading.get(toHeadingKey(query)) ??
        byTerms.get(toTermsKey(toTerms(queryTerms, true))) ??
        []
      ).map((passage) => ({
        passage,
        score: Number.MAX_VALUE,
        coverage: 1,
      }));
      const found = searchWords(queryTerms, earlier === undefined ? undefined : read(earlier)).filter(
        ({ passage }) => !named.some((other) => other.passage === passage),
      );
      return sectionsFirst([...named, ...found]).slice(0, MAX_FOUND);
    },
    weigher(query, earlier) {
      const asked = readTerms(read(query), earlier === undefined ? undefined : read(earlier));
      return (text) => {
        const terms = new Set(toTerms(text));
        return asked.map(({ meanings, weight }) =>
          Math.max(0, ...meanings.map(({ term, nearness }) => (terms.has(term) ? nearness * weight : 0))),
        );
      };
    },
    topics: () => [...questions(passages), ...firstSections(passages)],
  };

  function weightsOf(query: string, earlier: string | undefined): Map<string, number> {
    const weights = new Map(toTerms(earlier ?? '', true).map((term) => [term, EARLIER_WEIGHT]));
    for (const term of toTerms(query, true)) weights.set(term, 1);
    return weights;
  }

  function readTerms(query: string, earlier: string | undefined): AskedTerm[] {
    const terms = [...weightsOf(query, earlier)].slice(-TERMS_MAX);
    const stated = new Set(terms.map(([term]) => known.meaningsOf(term)[0]?.term));
    return terms.map(([term, weight]) => askFor(term, weight, stated));
  }

  function searchWords(query: string, earlier: string | undefined): Found[] {
    const weights = weightsOf(query, earlier);
    const asked = readTerms(query, earlier);
    const total = sum(asked, ({ weight }) => weight);
    if (total === 0) return [];
    const knownShare = sum(asked, ({ weight, meanings }) => (meanings.length > 0 ? weight : 0)) / total;
    const least = gate.onTopic !== undefined && knownShare >= gate.onTopic.knownShare ? gate.onTopic : gate;
    return index
      .rank(asked)
      .map(({ passage, score, matched, named }) => ({
        passage,
        score: score * (matched / total) ** gate.focus * weightOf(passage.source),
        coverage: matched / total,
        isNamed: named > 0,
      }))
      .filter(
        ({ coverage, passage, isNamed: isAbout }) =>
          coverage >= (isAbout ? least.minNamed : least.minCoverage) ||
          (hasAll(weights, headingTerms.get(passage) ?? []) && coverage >= MIN_COVERAGE_WITH_HEADING),
      )
      .map(({ passage, score, coverage }) => ({ passage, score, coverage }))
      .sort((one, other) => other.score - one.score);
  }

  /** @param stated - terms of the question, which do not stand for another one of it */
  function askFor(term: string, share: number, stated: ReadonlySet<string | undefined>): AskedTerm {
    const meanings = known.meaningsOf(term).filter((other, place) => place === 0 || !stated.has(other.term));
    // As common as the most common of its forms and names.
    const weights = meanings.filter(({ nearness }) => nearness >= SURE).map((other) => known.weigh(other.term));
    const weight =
      weights.length > 0
        ? Math.min(...weights)
        : known.weigh(meanings[0]?.term ?? term) * (meanings.length === 0 ? gate.unknown : 1);
    const isNumber = /^\d+$/.test(term);
    return { meanings, weight: share * weight * (isNumber ? NUMBER : 1), counted: isNumber ? NUMBER_MATCH : 1 };
  }
}

/** Further parts of a section come after the best part of the others. */
function sectionsFirst(found: readonly Found[]): Found[] {
  const seen = new Set<string>();
  const isFirst = found.map(({ passage: { source, title } }) => {
    const section = `${source} ${title}`;
    return !seen.has(section) && seen.add(section);
  });
  return [...found.filter((_, place) => isFirst[place]), ...found.filter((_, place) => !isFirst[place])];
}

/** Terms of these passages. */
export function vocabularyOf(
  passages: readonly Passage[],
  options?: { readonly sameMeaning?: SameMeanings; readonly thesaurus?: Thesaurus | undefined },
): Vocabulary {
  const counts = countTerms(passages.map(({ title, text }) => toTerms(`${title} ${text}`)));
  return createVocabulary(counts, passages.length, options);
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
function toTermsKey(terms: readonly string[]): string {
  return [...new Set(terms)].sort().join(' ');
}

function toHeadingKey(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

function hasAll(words: ReadonlyMap<string, number>, terms: readonly string[]): boolean {
  return terms.length > 0 && terms.every((term) => words.has(term));
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
