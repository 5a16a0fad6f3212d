const SENTENCE_END = /[.!?…:。！？؟]["')\]]?\s|\n/;

/** Whether a sentence may have ended in what has been added to a text: only then is it worth a look. */
export function hasNewEnd(text: string, knownLength: number): boolean {
  return SENTENCE_END.test(text.slice(Math.max(0, knownLength - 2)));
}

/** Enough for one utterance, in characters: shorter sentences wait for company. */
const BATCH_LENGTH = 120;

/**
 * The sentences of a growing text that are ready to be read aloud.
 *
 * @param from - up to where it has been read already
 * @param isComplete - no more text comes: what is left is ready, too
 * @returns the words, and up to where they go; '' while it is too early
 */
export function nextUtterance(
  text: string,
  from: number,
  isComplete: boolean,
): { readonly words: string; readonly upTo: number } {
  const rest = text.slice(from);
  if (isComplete) return { words: rest.trim(), upTo: text.length };
  let end = 0;
  for (const match of rest.matchAll(new RegExp(SENTENCE_END, 'g'))) end = match.index + match[0].length;
  return end < BATCH_LENGTH ? { words: '', upTo: from } : { words: rest.slice(0, end).trim(), upTo: from + end };
}
