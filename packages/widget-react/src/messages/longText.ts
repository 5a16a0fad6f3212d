/**
 * A longer text is simply there, in characters: to move it into its place, a browser would paint all of it, far beyond
 * what is seen.
 */
const RISE_MAX_LENGTH = 8_000;

/**
 * What the box of a text says of its length (`data-long`), from its first frame on: while the text is read later, too.
 */
export function longOrNot(text: string): true | undefined {
  return text.length > RISE_MAX_LENGTH || undefined;
}
