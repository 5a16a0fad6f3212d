/** Words of a model: its answer, or what it thinks before. */
export interface Words {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Takes thoughts out of an answer: models without a reasoning parser (DeepSeek-R1, Qwen) write them between tags before
 * it. Tags may be cut anywhere. Later in the answer, and in code, the tags are text.
 *
 * @returns takes a piece of the answer and gives what is certain; at the end, `isLast` gives what was held back
 */
export function createThinkReader(): (piece: string, isLast?: boolean) => readonly Words[] {
  let place: 'start' | 'thought' | 'answer' = 'start';
  let held = '';
  let hasThought = false;
  /** Nothing but spaces has come of the thought. */
  let isBlank = true;

  /** The thought as far as it is certain; behind its end, another start. */
  function readThought(isLast: boolean): string {
    if (isBlank) held = held.trimStart();
    const end = held.indexOf(CLOSE);
    if (end < 0) {
      const thought = held.slice(0, isLast ? undefined : held.length - tailLength(held));
      held = held.slice(thought.length);
      return thought;
    }
    const thought = held.slice(0, end).trimEnd();
    held = held.slice(end + CLOSE.length);
    place = 'start';
    return thought;
  }

  return (piece, isLast = false) => {
    if (place === 'answer') return piece === '' ? [] : [{ type: 'text', text: piece }];
    const words: Words[] = [];
    const isFirst = held === '';
    held += piece;
    for (;;) {
      if (place === 'thought') {
        const text = readThought(isLast);
        if (text !== '') words.push({ type: 'reasoning', text });
        isBlank &&= text === '';
        if (place === 'thought') return words;
      }
      const start = held.trimStart();
      if (start.startsWith(OPEN)) held = start.slice(OPEN.length);
      // A chat template has written the opening tag: all before the closing one is thought.
      else if (!isFirst || hasThought || !hasClosingLine(held)) {
        if (!isLast && OPEN.startsWith(start)) return words;
        const text = hasThought ? start : held;
        if (text !== '') words.push({ type: 'text', text });
        place = 'answer';
        held = '';
        return words;
      }
      place = 'thought';
      hasThought = isBlank = true;
    }
  };
}

/** Characters at the end of a thought that may belong to what ends it: spaces, and the beginning of the tag. */
function tailLength(thought: string): number {
  let cut = CLOSE.length - 1;
  while (!thought.endsWith(CLOSE.slice(0, cut))) cut -= 1;
  return thought.length - thought.slice(0, thought.length - cut).trimEnd().length;
}

/** Whether the closing tag has a line of its own, outside of code. */
function hasClosingLine(text: string): boolean {
  const place = text.search(/^[ \t]*<\/think>[ \t]*$/m);
  return place >= 0 && text.slice(0, place).split('```').length % 2 === 1;
}
