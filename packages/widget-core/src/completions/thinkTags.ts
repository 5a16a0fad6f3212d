/** A piece of a model's output: its reply, or its reasoning. */
export type Words =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  /** The last `length` characters of the reply, which are all of it so far, are reasoning. */
  | { readonly type: 'take-back'; readonly length: number };

/** What earlier responses have shown about a model. Shared by all readers of that model. */
export interface ModelHabits {
  /** Number of further responses that are held as reasoning until their closing tag or their end. */
  unopenedThoughts: number;
}

const OPEN = '<think>';
const CLOSE = '</think>';

/** Number of responses without a closing tag after which none is expected any more. */
const PATIENCE = 8;
/** Maximum length of a line with a tag, in characters. */
const LINE_MAX_LENGTH = 80;

/**
 * Extracts reasoning from a response: models without a reasoning parser (DeepSeek-R1, Qwen) write it between tags
 * before the reply. Tags may be split at any position. Later in the reply, and in code, the tags are text.
 *
 * If the chat template already contains the opening tag, the response has only the closing one. Then the text returned
 * so far is taken back; the model's next responses are held until the closing tag, and returned as text if it does not
 * arrive.
 *
 * @returns a function that takes a piece and returns what is certain; `isLast` also returns what was held back
 */
export function createThinkReader(habits: ModelHabits): (piece: string, isLast?: boolean) => readonly Words[] {
  const isExpected = habits.unopenedThoughts > 0;
  const findTag = createTagFinder();
  let place: 'start' | 'thought' | 'unknown' | 'answer' = 'start';
  let held = '';
  let hasThought = false;
  /** The reasoning consists only of spaces so far. */
  let isBlank = true;
  /** Number of characters returned as text. */
  let given = 0;
  /** Text that may turn out to be reasoning. */
  let open = '';

  /** Returns the certain part of the reasoning, trimmed; after its end, starts again. */
  function readReasoning(isLast: boolean): string {
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

  /** Reads what may be reasoning or the reply; after a closing tag, starts again. */
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
        const text = readReasoning(isLast);
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

/** Number of characters at the end that may be the start of the closing tag. */
function tailLength(thought: string): number {
  let cut = CLOSE.length - 1;
  while (!thought.endsWith(CLOSE.slice(0, cut))) cut -= 1;
  return cut;
}

/**
 * Finds the first closing tag on a line of its own, outside of code.
 *
 * @returns a function that takes a piece of text and returns the text that is certainly `before` the tag, and once the
 *   tag was found the text `behind` it
 */
function createTagFinder(): (piece: string, isLast: boolean) => { before: string; behind?: string } {
  /** Start of the current line. */
  let line = '';
  /** Uncertain part of the line. */
  let held = '';
  /** Marks that opened the current code block. */
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

/** Whether a line consists of the closing tag, or may become it; four spaces of indentation make it code. */
function mayBeTag(line: string, isWhole: boolean): boolean {
  const tag = line.trim();
  if (tag === '' || line.length === LINE_MAX_LENGTH || /^(?: {4}|\t)/.test(line)) return false;
  return isWhole ? tag === CLOSE : CLOSE.startsWith(tag);
}

/** Opening marks of the code block that continues after this line; empty if there is none. */
function fenceAfter(fence: string, line: string): string {
  const [, marks = '', rest = ''] = /^[\s>*+-]*(?:\d+[.)]\s+)?(`{3,}|~{3,})(.*)/s.exec(line) ?? [];
  if (fence === '') return marks.startsWith('`') && rest.includes('`') ? '' : marks;
  return marks.startsWith(fence) && rest.trim() === '' ? '' : fence;
}
