import type { Passage } from '../reading/readingJobs';
import { toTerms } from './terms';
import type { Meaning } from './vocabulary';

/** A term of a question. */
export interface AskedTerm {
  readonly meanings: readonly Meaning[];
  /** How much of the question it is. */
  readonly weight: number;
  /** The share of its weight that counts when it was found, 0 to 1. */
  readonly counted: number;
}

/** A passage with at least one of the terms. */
export interface Ranked {
  readonly passage: Passage;
  /** BM25+ (Lv and Zhai 2011) of each field, added up; comparable within one search only. */
  readonly score: number;
  /** The sum of the weights of the terms that it has, those of near ones in part. */
  readonly matched: number;
}

/** Where a passage has words, and how much one there counts. */
const FIELDS: readonly (readonly [boost: number, read: (passage: Passage) => string])[] = [
  [4, ({ headings, page }) => headings.at(-1) ?? page],
  [1.5, ({ headings }) => headings.slice(0, -1).join(' ')],
  [1.5, ({ page }) => page],
  [1, ({ text }) => text],
];
/** BM25+ with the usual values: how soon more of the same term counts no more, */
const SATURATION = 1.2;
/** how much a long field makes its terms count less, */
const LENGTH_SHARE = 0.7;
/** and what a term counts at least in a long one. */
const LEAST = 0.5;

/** Terms of some passages, for ranking. */
export interface PassageIndex {
  /** In the order of the passages. */
  rank(terms: readonly AskedTerm[]): Ranked[];
}

/** Indexes passages in memory. */
export function createPassageIndex(passages: readonly Passage[]): PassageIndex {
  /** Term → place of a passage → what it counts there, in all fields. */
  const postings = new Map<string, Map<number, number>>();
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
              value: Math.max(nearness * value, known?.value ?? 0),
            });
          }
        for (const [place, { nearness, value }] of best) {
          const known = ranked.get(place) ?? { score: 0, matched: 0 };
          ranked.set(place, {
            score: known.score + weight * value,
            matched: known.matched + weight * coveredBy(nearness) * counted,
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

/** How much of a term a near one covers: a form of it most, one of its characters no more than its weight. */
function coveredBy(nearness: number): number {
  return nearness < 0.5 ? nearness : (1 + nearness) / 2;
}
