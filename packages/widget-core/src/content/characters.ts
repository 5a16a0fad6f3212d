/**
 * Character ranges, for use in a regular expression class, of scripts without spaces between words or before
 * punctuation: Thai, Lao, Tibetan, Burmese, Khmer, and Chinese, Japanese and Korean with their full-width punctuation.
 */
export const CJK =
  '\\u0E00-\\u109F\\u1100-\\u11FF\\u1780-\\u17FF\\u2E80-\\uA4CF\\uA960-\\uA97F\\uAC00-\\uD7FF\\uF900-\\uFAFF\\uFE30-\\uFE6F\\uFF00-\\uFFEF';
/** As `CJK`, with the characters beyond the first plane, for a class with the flag `u`. */
export const ANY_CJK = `${CJK}\\u{20000}-\\u{3FFFD}`;

/** A punctuation character that is not full-width. */
export const MARK = `(?![${ANY_CJK}])[\\p{P}\\p{S}]`;

/**
 * Characters of a bare URL: ASCII without quotes and angle brackets, and letters of scripts that use spaces. Models
 * write `见https://a.example/b。` without a space, so the URL ends at the full-width character. The two alternatives
 * share no character, because backtracking would take 2^n steps otherwise.
 */
export const ADDRESS_CHARACTERS = `(?:(?![<>"\`])[!-~]|(?![ -~${ANY_CJK}])[\\p{L}\\p{M}\\p{N}])*`;

const WORD_CHARACTER = new RegExp(`^(?![${ANY_CJK}])[\\p{L}\\p{M}\\p{N}]`, 'u');
const ONE_CJK = new RegExp(`^[${ANY_CJK}]`, 'u');
const ONE_MARK = new RegExp(`^${MARK}`, 'u');

/** A letter or digit of a script with spaces between its words. */
export function isWordCharacter(character: string): boolean {
  return WORD_CHARACTER.test(character);
}

/**
 * Whether a run of stars between two characters may open emphasis: CommonMark 0.31.2, 6.2 (left-flanking), with the
 * amendment for CJK of commonmark-spec issue 650. '' means the start of the text.
 */
export function mayOpenEmphasis(before: string, after: string): boolean {
  if (after === '' || /^\s/.test(after)) return false;
  return !ONE_MARK.test(after) || before === '' || /^\s/.test(before) || ONE_MARK.test(before) || ONE_CJK.test(before);
}
