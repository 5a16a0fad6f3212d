/** A text up to its first letter, with that letter where it is one of a script that is written from right to left. */
const FIRST_LETTER = /^\P{L}*(?:([\u0590-\u08ff\ufb1d-\ufefc])|\p{L})/u;

/**
 * The direction of a text by its first letter, as `dir="auto"` finds it (Unicode Standard Annex 9, rules P2 and P3). For
 * rows of elements that have a direction each, which `dir="auto"` of the row looks past.
 */
export function textDirection(text: string): 'ltr' | 'rtl' | undefined {
  const found = FIRST_LETTER.exec(text);
  return found ? (found[1] ? 'rtl' : 'ltr') : undefined;
}
