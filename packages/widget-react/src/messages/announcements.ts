/** Enough for one utterance, in characters: shorter sentences wait for company. */
const BATCH_LENGTH = 120;

/**
 * The sentences of a growing text that are ready to be read aloud.
 *
 * @param from - up to where it has been read already
 * @param isComplete - no more text comes: what is left is ready, too
 * @returns the words, and up to where they go; '' while it is too early
 */
export function nextUtterance(text: string, from: number, isComplete: boolean): { readonly words: string; readonly upTo: number } {
  const rest = text.slice(from);
  if (isComplete) return { words: rest.trim(), upTo: text.length };
  let end = 0;
  for (const match of rest.matchAll(/[.!?…:。！？؟]["')\]]?\s|\n/g)) end = match.index + match[0].length;
  return end < BATCH_LENGTH ? { words: '', upTo: from } : { words: rest.slice(0, end).trim(), upTo: from + end };
}
