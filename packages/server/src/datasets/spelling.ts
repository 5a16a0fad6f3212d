import { editDistance } from '../lib/editDistance';
import { isStopWord } from './stopWords';

/** Shorter words are too similar to each other to be corrected, except for swapped letters. */
const MIN_LENGTH = 5;
/** Words of this length may have two mistakes. */
const LONG = 9;

/** Corrects typing mistakes in a question. */
export interface SpellingIndex {
  /** Replaces unknown words with the nearest known ones. */
  correct(text: string): string;
}

/** Maximum number of corrected words per text, because each is compared with thousands. */
const CORRECTED_MAX = 12;
/** Maximum length of a corrected word, because the number of variants grows with it. */
const CORRECTED_MAX_LENGTH = 40;

/** Learns the English words of texts. Frequent words are preferred. */
export function createSpellingIndex(texts: Iterable<string>): SpellingIndex {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return createWordIndex(counts, /^[a-z]+$/);
}

/**
 * Corrects to words of a list.
 *
 * @param counts - words in lower case, with their frequency
 * @param correctable - pattern of words that may be corrected
 */
export function createWordIndex(counts: ReadonlyMap<string, number>, correctable = /^\p{L}+$/u): SpellingIndex {
  const byLength = new Map<number, string[]>();
  for (const word of counts.keys()) byLength.set(word.length, [...(byLength.get(word.length) ?? []), word]);

  const isKnown = (word: string): boolean => counts.has(word) || isStopWord(word);

  function nearest(word: string): string | undefined {
    const most = word.length >= LONG ? 2 : 1;
    const found = [-2, -1, 0, 1, 2]
      .flatMap((more) => byLength.get(word.length + more) ?? [])
      // The first letter is rarely wrong.
      .filter((candidate) => candidate.length >= 4 && candidate[0] === word[0])
      .map((candidate) => ({ candidate, distance: editDistance(word, candidate), count: counts.get(candidate) ?? 0 }))
      .filter((each) => each.distance <= most)
      .sort((a, b) => a.distance - b.distance || b.count - a.count);
    return found[0]?.candidate;
  }

  return {
    correct(text) {
      let looked = 0;
      return text.replaceAll(/\p{L}+/gu, (written) => {
        const word = written.toLowerCase();
        if (word.length > CORRECTED_MAX_LENGTH || isKnown(word) || !correctable.test(word)) return written;
        looked += 1;
        if (looked > CORRECTED_MAX) return written;
        const swapped = swaps(word).find(
          (other) => isStopWord(other) || (other.length >= MIN_LENGTH && counts.has(other)),
        );
        return swapped ?? (word.length >= MIN_LENGTH ? nearest(word) : undefined) ?? written;
      });
    },
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
}

/**
 * Variants with two adjacent letters swapped, a common typing mistake; those that keep the first letter come first.
 */
function swaps(word: string): string[] {
  const all = Array.from(
    { length: word.length - 1 },
    (_, index) => word.slice(0, index) + (word[index + 1] ?? '') + (word[index] ?? '') + word.slice(index + 2),
  );
  return [...all.slice(1), ...all.slice(0, 1)];
}
