import type { Passage } from '../reading/readingJobs';
import { toTerms } from './terms';
import type { Meaning } from './vocabulary';

/** A term of a question. */
export interface AskedTerm {
  readonly meanings: readonly Meaning[];
  /** Its weight within the question. */
  readonly weight: number;
  /** Share of its weight if it was matched, 0 to 1. */
  readonly counted: number;
}

/** A passage with at least one of the terms. */
export interface Ranked {
  readonly passage: Passage;
  /** Sum of BM25+ (Lv and Zhai 2011) over all fields; comparable within one search only. */
  readonly score: number;
  /** Sum of the weights of matched terms, with similar ones in part. */
  readonly matched: number;
  /** The same for those that its headings or the document's title have. */
  readonly named: number;
}

/** A field of a passage, with its weight. */
const FIELDS: readonly (readonly [boost: number, read: (passage: Passage) => string])[] = [
  [4, ({ headings, page }) => headings.at(-1) ?? page],
  [1.5, ({ headings }) => headings.slice(0, -1).join(' ')],
  [1.5, ({ page }) => page],
  [1, ({ text }) => text],
];
/** Usual parameters of BM25+: saturation of repeated terms, */
const SATURATION = 1.2;
/** effect of a field's length, */
const LENGTH_SHARE = 0.7;
/** and minimum contribution of a term in a long field. */
const LEAST = 0.5;

/** Terms of some passages, for ranking. */
export interface PassageIndex {
  /** In the order of the passages. */
  rank(terms: readonly AskedTerm[]): Ranked[];
}

/** Indexes passages in memory. */
export function createPassageIndex(passages: readonly Passage[]): PassageIndex {
  /** Term → position of a passage → its score, over all fields. */
  const postings = new Map<string, Map<number, number>>();
  const titles = passages.map(({ title }) => new Set(toTerms(title)));
  for (const [boost, read] of FIELDS) {
    const texts = passages.map((passage) => toTerms(read(passage)));
    const average = Math.max(1, texts.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, texts.length));
    for (const [place, terms] of texts.entries()) {
      const frequencies = new Map<string, number>();
      for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
      const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * terms.length) / average;
      for (const [term, frequency] of frequencies) {
        const value = boost * (LEAST + (frequency * (SATURATION + 1)) / (frequency + SATURATION * length));
        const places = postings.get(term) ?? new Map<number, number>();
        postings.set(term, places.set(place, (places.get(place) ?? 0) + value));
      }
    }
  }

  return {
    rank(terms) {
      const ranked = new Map<number, Omit<Ranked, 'passage'>>();
      for (const { meanings, weight, counted } of terms) {
        const best = new Map<number, { nearness: number; value: number }>();
        for (const { term, nearness } of meanings)
          for (const [place, value] of postings.get(term) ?? []) {
            const known = best.get(place);
            best.set(place, {
              nearness: Math.max(nearness, known?.nearness ?? 0),
              value: Math.max(nearness ** 2 * value, known?.value ?? 0),
            });
          }
        for (const [place, { nearness, value }] of best) {
          const known = ranked.get(place) ?? { score: 0, matched: 0, named: 0 };
          const covered = weight * coveredBy(nearness) * counted;
          const isNamed = meanings.some(({ term }) => titles[place]?.has(term));
          ranked.set(place, {
            score: known.score + weight * value,
            matched: known.matched + covered,
            named: known.named + (isNamed ? covered : 0),
          });
        }
      }
      return [...ranked].flatMap(([place, entry]) => {
        const passage = passages[place];
        return passage ? [{ passage, ...entry }] : [];
      });
    },
  };
}

/** Share of a term covered by a similar one: a word form most, a single character at most its weight. */
function coveredBy(nearness: number): number {
  return nearness < 0.5 ? nearness : (1 + nearness) / 2;
}
