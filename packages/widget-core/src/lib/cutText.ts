/** Longest character that stays whole, in UTF-16 units: a family with skin tones has 35, a letter with all its accents in Zalgo any number. */
const CHARACTER_MAX_LENGTH = 64;

/**
 * The beginning of a text. What is seen as one character (an emoji of several people, a flag, a letter with its accents)
 * is there as a whole or not at all: PostgreSQL refuses half a surrogate pair in JSON.
 *
 * @param maxLength - in UTF-16 units, as `length` counts
 */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, startOfCharacter(text, maxLength));
}

/** Where the character begins that a cut before `place` would divide, or `place`. */
function startOfCharacter(text: string, place: number): number {
  const start = findCharacter(text.slice(0, place + CHARACTER_MAX_LENGTH), place)?.index ?? 0;
  if (place - start < CHARACTER_MAX_LENGTH && start > 0) return start;
  // From the second half of a pair, `codePointAt` reads that half alone.
  return (text.codePointAt(place - 1) ?? 0) > 0xffff ? place - 1 : place;
}

/** Browsers before Firefox 125 do not know where characters begin. */
function findCharacter(text: string, place: number): Intl.SegmentData | undefined {
  return typeof Intl.Segmenter === 'function'
    ? new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text).containing(place)
    : undefined;
}
