/**
 * A piece of a text that is shown as it was written, in characters: a growing text draws its last one anew, and the
 * browser lays out each by itself.
 */
export const PIECE_MAX_LENGTH = 4_000;

/**
 * A text in pieces, in order; together they are the text. One more character at the end changes the last piece only.
 */
export function toTextPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = pieceEnd(text, from, PIECE_MAX_LENGTH);
    pieces.push(text.slice(from, end));
    from = end;
  }
  return pieces;
}

/**
 * Where a piece ends: after a line, when one ends in its last quarter, and never inside a character.
 *
 * @param maxLength - of the piece, in characters
 * @returns the end of the text when that is not further; otherwise always the same place, however much more comes
 */
export function pieceEnd(text: string, from: number, maxLength: number): number {
  const limit = from + maxLength;
  if (text.length <= limit) return text.length;
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  if (line > limit - maxLength / 4) return line;
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
}
