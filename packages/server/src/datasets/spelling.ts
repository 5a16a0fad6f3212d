import { editDistance } from '../lib/editDistance';
import { isStopWord } from './stopWords';

/** Words shorter than this are too close to each other to be corrected, except by swapping two letters. */
const MIN_LENGTH = 5;
/** From this length on a word may have two slips. */
const LONG = 9;

/** Corrects slips of the pen in a question. */
export interface SpellingIndex {
  /** The question with every unknown word replaced by the nearest known one. */
  correct(text: string): string;
}

/** Unknown words of one text that are corrected: each is compared with thousands, and a question has few. */
const CORRECTED_MAX = 12;
/** The longest word that is corrected, in letters: as many others are made of it. */
const CORRECTED_MAX_LENGTH = 40;

/** Learns the English words of some texts. Words that occur more often are likelier to be meant. */
export function createSpellingIndex(texts: Iterable<string>): SpellingIndex {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return createWordIndex(counts, /^[a-z]+$/);
}

/**
 * Corrects to words of a list.
 *
 * @param counts - the words, in lower case, and how often each occurs
 * @param correctable - what a word must look like to be corrected
 */
export function createWordIndex(counts: ReadonlyMap<string, number>, correctable = /^\p{L}+$/u): SpellingIndex {
  const byLength = new Map<number, string[]>();
  for (const word of counts.keys()) byLength.set(word.length, [...(byLength.get(word.length) ?? []), word]);

  const isKnown = (word: string): boolean => counts.has(word) || isStopWord(word);

  function nearest(word: string): string | undefined {
    const most = word.length >= LONG ? 2 : 1;
    const found = [-2, -1, 0, 1, 2]
      .flatMap((more) => byLength.get(word.length + more) ?? [])
      // The first letter is seldom wrong.
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
 * The word with two neighbouring letters in the other order, the slip of fast fingers; those that keep the first letter
 * come first.
 */
function swaps(word: string): string[] {
  const all = Array.from(
    { length: word.length - 1 },
    (_, index) => word.slice(0, index) + (word[index + 1] ?? '') + (word[index] ?? '') + word.slice(index + 2),
  );
  return [...all.slice(1), ...all.slice(0, 1)];
}
