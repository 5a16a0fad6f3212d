/** A text that grows by words. */
export interface TextBuffer {
  readonly isEmpty: boolean;
  add(piece: string): void;
  /** All of it. Puts the pieces together, so it is for the end and not for every word. */
  whole(): string;
}

/** Pieces that are put together at once. */
const BLOCK = 64;

/**
 * An empty text.
 *
 * `text += word` makes a tree with a node of 32 bytes for each word, which is kept until the text is read. A reply
 * is read at its end, and several places
 * gather it.
 */
export function createTextBuffer(): TextBuffer {
  const blocks: string[] = [];
  let pieces: string[] = [];
  return {
    get isEmpty() {
      return blocks.length === 0 && pieces.length === 0;
    },
    add(piece) {
      if (piece === '') return;
      pieces.push(piece);
      if (pieces.length < BLOCK) return;
      blocks.push(pieces.join(''));
      pieces = [];
    },
    whole: () => blocks.join('') + pieces.join(''),
  };
}
