/**
 * Texts longer than this, in characters, are not animated: the browser would paint all of it, far beyond the visible
 * part.
 */
const RISE_MAX_LENGTH = 8_000;

/** Value of the attribute `data-long`, set from the first render, before the text is parsed. */
export function longOrNot(text: string): true | undefined {
  return text.length > RISE_MAX_LENGTH || undefined;
}
