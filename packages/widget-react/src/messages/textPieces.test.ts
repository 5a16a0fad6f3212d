import { describe, expect, it } from 'vitest';
import { PIECE_MAX_LENGTH, pieceEnd, toTextPieces } from './MessageText';

const TEXTS: readonly (readonly [string, string])[] = [
  ['one line', 'x'.repeat(20_001)],
  ['lines', 'A line of words.\n'.repeat(2_000)],
  ['a line, then a very long one', `\`\`\`js\n${'x'.repeat(20_000)}`],
  ['characters of two halves', `a${'😀'.repeat(5_000)}`],
];

describe('A306 a long text in pieces', () => {
  it.each(TEXTS)('is the whole text: %s', (_, text) => {
    const pieces = toTextPieces(text);
    expect(pieces.join('')).toBe(text);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(PIECE_MAX_LENGTH);
    expect(pieces.length).toBeLessThanOrEqual(Math.ceil(text.length / (PIECE_MAX_LENGTH * 0.75)));
    expect(pieces.filter((piece) => /\p{Surrogate}/u.test(piece))).toEqual([]);
  });

  it.each(TEXTS)('changes in its last piece only when it grows: %s', (_, text) => {
    const before = toTextPieces(text);
    expect(toTextPieces(`${text}\nand on`).slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  });

  it('ends after a line where one ends near the limit, and at the limit where none does', () => {
    expect(pieceEnd(`${'x'.repeat(90)}\n${'y'.repeat(50)}`, 0, 100)).toBe(91);
    expect(pieceEnd(`a\n${'y'.repeat(150)}`, 0, 100)).toBe(100);
    expect(pieceEnd('short', 0, 100)).toBe(5);
  });
});
