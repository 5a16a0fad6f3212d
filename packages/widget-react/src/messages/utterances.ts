/**
 * Ends of sentences: in Latin, Arabic, Urdu, Hindi and Armenian before a space; in Chinese, Japanese, Khmer, Burmese,
 * Tibetan and Amharic without.
 */
const SENTENCE_END = /[.!?…:؟۔।॥։]["')\]”’»]?\s|[。！？．｡។။།።][」』”’）]?|\n/;

/** Whether added text may end a sentence; only then is it examined. */
export function hasNewEnd(text: string, knownLength: number): boolean {
  return SENTENCE_END.test(text.slice(Math.max(0, knownLength - 2)));
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
  const end = lastEnd(rest.slice(0, openFence(rest)));
  return end < BATCH_LENGTH ? { words: '', upTo: from } : { words: rest.slice(0, end).trim(), upTo: from + end };
}

/** Whole fences, blank lines, marks that open or close something within a paragraph, and ends of sentences. */
const MARKS = new RegExp(
  `^ {0,3}(\`{3,}|~{3,})[^]*?^ {0,3}\\1|\\n\\s*\\n|\\*\\*|\`+|\\$\\$|[[\\]]|${SENTENCE_END.source}`,
  'gm',
);

/** Last end of a sentence that is outside of marked text and tables: half of either is read as its signs. */
function lastEnd(text: string): number {
  let end = 0;
  const open = new Set<string>();
  for (const { 0: mark, 1: fence, index } of text.matchAll(MARKS)) {
    const upTo = index + mark.length;
    if (mark.includes(']')) open.delete('[');
    if (/^\n\s*\n$/.test(mark)) open.clear();
    if (/^(?:\*\*|`+|\$\$|\[)$/.test(mark)) {
      if (!open.delete(mark)) open.add(mark);
    } else if (fence === undefined && mark !== ']' && open.size === 0 && !isWithinLine(text, upTo)) end = upTo;
  }
  return end;
}

/** Whether the text up to here ends in a table, or with the number of a list item. */
function isWithinLine(text: string, upTo: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', upTo - 2) + 1, upTo);
  if (/^\s*\|/.test(line)) return !line.endsWith('\n') || /^\||^$/.test(text.charAt(upTo));
  return /^\s*\d+[.)]\s$/.test(line);
}

/** Start of the last unclosed fence; undefined if there is none. */
function openFence(text: string): number | undefined {
  let open: { readonly at: number; readonly marks: string } | undefined;
  for (const { index, 1: marks = '' } of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (!open) open = { at: index, marks };
    else if (marks.startsWith(open.marks)) open = undefined;
  }
  return open?.at;
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
