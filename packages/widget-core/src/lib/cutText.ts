/**
 * Longest character that is never split, in UTF-16 units: an emoji of a family with skin tones has 35; a letter with
 * stacked accents (Zalgo) has no limit.
 */
const CHARACTER_MAX_LENGTH = 64;

/**
 * Cuts a text to a maximum length without splitting a visible character (an emoji of several people, a flag, a letter
 * with accents), because PostgreSQL refuses unpaired surrogates in JSON.
 *
 * @param maxLength - in UTF-16 units, as `length` counts
 */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, startOfCharacter(text, maxLength));
}

/** Start of the character that a cut before `place` would split, or `place` itself. */
function startOfCharacter(text: string, place: number): number {
  const start = findCharacter(text.slice(0, place + CHARACTER_MAX_LENGTH), place)?.index ?? 0;
  if (place - start < CHARACTER_MAX_LENGTH && start > 0) return start;
  // At the second half of a pair, `codePointAt` returns only that half.
  return (text.codePointAt(place - 1) ?? 0) > 0xffff ? place - 1 : place;
}

/** Firefox before version 125 has no `Intl.Segmenter`. */
function findCharacter(text: string, place: number): Intl.SegmentData | undefined {
  return typeof Intl.Segmenter === 'function'
    ? new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text).containing(place)
    : undefined;
}
