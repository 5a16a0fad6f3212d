/**
 * Ends of sentences: in Latin, Arabic, Urdu, Hindi and Armenian before a space; in Chinese, Japanese, Khmer, Burmese,
 * Tibetan and Amharic without.
 */
const SENTENCE_END = /[.!?…:؟۔।॥։]["')\]”’»]?\s|[。！？．｡។။།።][」』”’）]?|\n/;

/** Whether added text may end a sentence; only then is it examined. */
export function hasNewEnd(text: string, knownLength: number): boolean {
  return SENTENCE_END.test(text.slice(Math.max(0, knownLength - 2)));
}

let lastEnd: ((text: string, sentenceEnd: RegExp) => number) | undefined;

/** Loads what finds the ends of sentences, with the first long reply. Until then a reply is announced when it is complete. */
export function loadLastEnd(): Promise<void> {
  return import('./lastEnd').then(
    ({ lastEnd: find }) => {
      lastEnd = find;
    },
    // The next sentence tries again.
    () => undefined,
  );
}

/** Minimum length of one announcement, in characters; shorter sentences are combined. */
const BATCH_LENGTH = 120;

/**
 * The sentences of a growing text that can be read aloud. Code is ready when its fence is closed.
 *
 * @param from - end of what has been read
 * @param isComplete - no more text follows, so the rest is ready too
 * @returns the text and its end; '' if it is too early
 */
export function nextUtterance(
  text: string,
  from: number,
  isComplete: boolean,
): { readonly words: string; readonly upTo: number } {
  const rest = text.slice(from);
  if (isComplete) return { words: rest.trim(), upTo: text.length };
  if (rest.length > BATCH_LENGTH && !lastEnd) void loadLastEnd();
  const end = lastEnd?.(rest, SENTENCE_END) ?? 0;
  return end < BATCH_LENGTH ? { words: '', upTo: from } : { words: rest.slice(0, end).trim(), upTo: from + end };
}

/** Pause between announcements, in milliseconds: screen readers drop one that is replaced sooner. */
const PAUSE_MS = 500;

/** Queues announcements; those added during a pause are announced together after it. */
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
    /** Drops pending announcements. */
    clear(): void {
      waiting = [];
      show('');
    },
    end(): void {
      clearTimeout(timer);
    },
  };
}
