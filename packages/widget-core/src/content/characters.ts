/**
 * Ranges of characters of scripts that put no space between words or before punctuation, as the inside of a class: Thai,
 * Lao, Tibetan, Burmese, Khmer, and Chinese, Japanese and Korean with their full-width punctuation.
 */
export const CJK =
  '\\u0E00-\\u109F\\u1100-\\u11FF\\u1780-\\u17FF\\u2E80-\\uA4CF\\uA960-\\uA97F\\uAC00-\\uD7FF\\uF900-\\uFAFF\\uFE30-\\uFE6F\\uFF00-\\uFFEF';
/** The same with those beyond the first plane, for a class with `u`. */
export const ANY_CJK = `${CJK}\\u{20000}-\\u{3FFFD}`;

/** One character of punctuation that is not full-width. */
export const MARK = `(?![${ANY_CJK}])[\\p{P}\\p{S}]`;

/**
 * What may stand in a bare address: ASCII without quotes and angle brackets, and letters of scripts with spaces between
 * words. A model writes `见https://a.example/b。` without a space, so the address ends at the full-width character.
 * The two alternatives have no character in common, or an end that does not fit would be looked for in 2^n ways.
 */
export const ADDRESS_CHARACTERS = `(?:(?![<>"\`])[!-~]|(?![ -~${ANY_CJK}])[\\p{L}\\p{M}\\p{N}])*`;

const WORD_CHARACTER = new RegExp(`^(?![${ANY_CJK}])[\\p{L}\\p{M}\\p{N}]`, 'u');
const ONE_CJK = new RegExp(`^[${ANY_CJK}]`, 'u');
const ONE_MARK = new RegExp(`^${MARK}`, 'u');

/** A letter or digit of a script that has spaces between its words. */
export function isWordCharacter(character: string): boolean {
  return WORD_CHARACTER.test(character);
}

/**
 * Whether a row of stars between two characters may open emphasis: CommonMark 0.31.2, 6.2 (left-flanking), with the
 * amendment for CJK of commonmark-spec issue 650. '' is the start of the text.
 */
export function mayOpenEmphasis(before: string, after: string): boolean {
  if (after === '' || /^\s/.test(after)) return false;
  return !ONE_MARK.test(after) || before === '' || /^\s/.test(before) || ONE_MARK.test(before) || ONE_CJK.test(before);
}
