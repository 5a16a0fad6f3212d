/**
 * A longer text is simply there, in characters: to move it into its place, a browser would paint all of it, far beyond
 * what is seen.
 */
const RISE_MAX_LENGTH = 8_000;

/**
 * The attribute `data-long` of a text's box, set from the first frame on, before the text is parsed.
 */
export function longOrNot(text: string): true | undefined {
  return text.length > RISE_MAX_LENGTH || undefined;
}
