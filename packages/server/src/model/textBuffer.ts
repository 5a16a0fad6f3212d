/** A text built from small pieces. */
export interface TextBuffer {
  readonly isEmpty: boolean;
  add(piece: string): void;
  /** The whole text. Joins the pieces, so it should not be called for every token. */
  whole(): string;
}

/** Number of pieces joined at once. */
const BLOCK = 64;

/**
 * Creates an empty text.
 *
 * `text += word` would build a tree with 32 bytes per word, kept until the text is read. Replies are read only at
 * their end, and several places collect them.
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
