/** Words of a model: its answer, or what it thinks before. */
export type Words =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  /** The last `length` characters of the answer, which are all of it so far, belong to the thought. */
  | { readonly type: 'take-back'; readonly length: number };

/** What the answers of a model have shown of it. All readers of one model share it. */
export interface ModelHabits {
  /** So many more answers are taken for thoughts until their closing tag comes, or their end. */
  unopenedThoughts: number;
}

const OPEN = '<think>';
const CLOSE = '</think>';

/** Answers without a closing tag after which a model is no longer expected to write one. */
const PATIENCE = 8;
/** A line that is longer is not that of a tag, in characters. */
const LINE_MAX_LENGTH = 80;

/**
 * Takes thoughts out of an answer: models without a reasoning parser (DeepSeek-R1, Qwen) write them between tags before
 * it. Tags may be cut anywhere. Later in the answer, and in code, the tags are text.
 *
 * Where a chat template has written the opening tag, only the closing one comes. What has been given until then is taken
 * back; the next answers of the model are held until it comes, and given as text at the end if it does not.
 *
 * @returns takes a piece of the answer and gives what is certain; at the end, `isLast` gives what was held back
 */
export function createThinkReader(habits: ModelHabits): (piece: string, isLast?: boolean) => readonly Words[] {
  const isExpected = habits.unopenedThoughts > 0;
  const findTag = createTagFinder();
  let place: 'start' | 'thought' | 'unknown' | 'answer' = 'start';
  let held = '';
  let hasThought = false;
  /** Nothing but spaces has come of the thought. */
  let isBlank = true;
  /** Characters of text that have been given. */
  let given = 0;
  /** What is not certain to be text. */
  let open = '';

  /** The thought as far as it is certain, without spaces around it; behind its end, another start. */
  function readThought(isLast: boolean): string {
    const end = held.indexOf(CLOSE);
    const piece = held.slice(0, end >= 0 ? end : held.length - (isLast ? 0 : tailLength(held)));
    held = held.slice(piece.length);
    const words = piece.trimEnd();
    const thought = words === '' ? '' : isBlank ? words.trimStart() : open + words;
    open = words === '' ? open + piece : piece.slice(words.length);
    if (end >= 0) {
      held = held.slice(CLOSE.length);
      open = '';
      place = 'start';
    }
    return thought;
  }

  /** What may be a thought or the answer; behind a closing tag, another start. */
  function readUnknown(isLast: boolean): readonly Words[] {
    const { before, behind } = findTag(held, isLast);
    open += before;
    held = behind ?? '';
    if (behind !== undefined) {
      habits.unopenedThoughts = PATIENCE;
      hasThought = true;
      place = 'start';
      const thought = given > 0 || open.trim() !== '' ? open : '';
      open = '';
      return [
        ...(given > 0 ? [{ type: 'take-back', length: given } as const] : []),
        ...(thought === '' ? [] : [{ type: 'reasoning', text: thought } as const]),
      ];
    }
    if (!isLast && (isExpected || (given === 0 && !/\S/.test(before)))) return [];
    if (isLast && isExpected && open.trim() !== '') habits.unopenedThoughts -= 1;
    const text = open;
    open = '';
    given += text.length;
    return text === '' ? [] : [{ type: 'text', text }];
  }

  return (piece, isLast = false) => {
    if (place === 'answer') return piece === '' ? [] : [{ type: 'text', text: piece }];
    const words: Words[] = [];
    held += piece;
    for (;;) {
      if (place === 'thought') {
        const text = readThought(isLast);
        if (text !== '') words.push({ type: 'reasoning', text });
        isBlank &&= text === '';
      } else if (place === 'unknown') words.push(...readUnknown(isLast));
      if (place !== 'start') return words;
      const start = held.trimStart();
      open += held.slice(0, held.length - start.length);
      held = start;
      if (held.startsWith(OPEN)) {
        held = held.slice(OPEN.length);
        place = 'thought';
        hasThought = isBlank = true;
      } else if (!isLast && OPEN.startsWith(held)) {
        return words;
      } else if (hasThought) {
        if (held !== '') words.push({ type: 'text', text: held });
        place = 'answer';
        held = '';
        return words;
      } else {
        place = 'unknown';
        held = open + held;
      }
      open = '';
    }
  };
}

/** Characters at the end of a thought that may be the beginning of the tag. */
function tailLength(thought: string): number {
  let cut = CLOSE.length - 1;
  while (!thought.endsWith(CLOSE.slice(0, cut))) cut -= 1;
  return cut;
}

/**
 * Finds the first closing tag that has a line of its own, outside of code.
 *
 * @returns takes a piece of text and gives what is certain to stand `before` it, and once it has come what is `behind` it
 */
function createTagFinder(): (piece: string, isLast: boolean) => { before: string; behind?: string } {
  /** The beginning of the line that goes on. */
  let line = '';
  /** What of it is not certain. */
  let held = '';
  /** What has opened a block of code. */
  let fence = '';
  return (piece, isLast) => {
    let before = '';
    for (let from = 0; ;) {
      const end = piece.indexOf('\n', from);
      const isWhole = end >= 0 || isLast;
      const part = piece.slice(from, end < 0 ? undefined : end + 1);
      line += part.slice(0, LINE_MAX_LENGTH - line.length);
      held += part;
      if (fence !== '' || !mayBeTag(line, isWhole)) {
        before += held;
        held = '';
      } else if (isWhole) return { before, behind: piece.slice(from + part.length) };
      if (end < 0) return { before };
      fence = fenceAfter(fence, line);
      line = '';
      from = end + 1;
    }
  };
}

/** Whether a line has the closing tag alone, or may come to it; four spaces make it code. */
function mayBeTag(line: string, isWhole: boolean): boolean {
  const tag = line.trim();
  if (tag === '' || line.length === LINE_MAX_LENGTH || /^(?: {4}|\t)/.test(line)) return false;
  return isWhole ? tag === CLOSE : CLOSE.startsWith(tag);
}

/** What the block of code that goes on behind this line was opened by; empty: none does. */
function fenceAfter(fence: string, line: string): string {
  const [, marks = '', rest = ''] = /^[\s>*+-]*(?:\d+[.)]\s+)?(`{3,}|~{3,})(.*)/s.exec(line) ?? [];
  if (fence === '') return marks.startsWith('`') && rest.includes('`') ? '' : marks;
  return marks.startsWith(fence) && rest.trim() === '' ? '' : fence;
}
