/** Of Latin, Arabic, Urdu, Hindi and Armenian before a space; of Chinese, Japanese, Khmer, Burmese, Tibetan and Amharic. */
const SENTENCE_END = /[.!?…:؟۔।॥։]["')\]”’»]?\s|[。！？．｡។။།።][」』”’）]?|\n/;

/** Whether a sentence may have ended in what has been added to a text: only then is it worth a look. */
export function hasNewEnd(text: string, knownLength: number): boolean {
  return SENTENCE_END.test(text.slice(Math.max(0, knownLength - 2)));
}

/** Enough for one utterance, in characters: shorter sentences wait for company. */
const BATCH_LENGTH = 120;

/**
 * The sentences of a growing text that are ready to be read aloud. Code is ready when its fence is closed.
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
  const closed = rest.slice(0, openFence(rest));
  let end = 0;
  for (const match of closed.matchAll(new RegExp(SENTENCE_END, 'g'))) end = match.index + match[0].length;
  return end < BATCH_LENGTH ? { words: '', upTo: from } : { words: rest.slice(0, end).trim(), upTo: from + end };
}

/** Where the last fence begins that has not been closed; undefined when there is none. */
function openFence(text: string): number | undefined {
  let open: { readonly at: number; readonly marks: string } | undefined;
  for (const { index, 1: marks = '' } of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (!open) open = { at: index, marks };
    else if (marks.startsWith(open.marks)) open = undefined;
  }
  return open?.at;
}

/** The pause between two announcements, in milliseconds: a screen reader drops one that is replaced sooner. */
const PAUSE_MS = 500;

/** Announcements one after the other; what comes during a pause is announced together after it. */
export function createUtterances(show: (words: string) => void) {
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = (): void => {
    timer = undefined;
    if (waiting.length === 0) return;
    show(waiting.join(' '));
    waiting = [];
    timer = setTimeout(next, PAUSE_MS);
  };
  return {
    add(words: string): void {
      waiting.push(words);
      if (timer === undefined) next();
    },
    /** Nothing of what was to be announced concerns anybody any more. */
    clear(): void {
      waiting = [];
      show('');
    },
    end(): void {
      clearTimeout(timer);
    },
  };
}
