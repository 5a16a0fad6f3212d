// @vitest-environment node
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createThinkReader, type Words } from './thinkTags';

/** The words of an answer that comes in these pieces: those of one kind as one. */
function read(pieces: readonly string[]): Words[] {
  const reader = createThinkReader();
  const all = [...pieces.map((piece) => reader(piece)), reader('', true)].flat();
  return all.reduce<Words[]>((joined, { type, text }) => {
    const last = joined.at(-1);
    return last?.type === type
      ? [...joined.slice(0, -1), { type, text: last.text + text }]
      : [...joined, { type, text }];
  }, []);
}

const piece = fc.constantFrom('<think>', '</think>', '<thin', 'k>', '</', '<', '`', ' ', '\n', 'a', 'b c', '');

it('BE-4 an answer is the same wherever it is cut', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(40), { maxLength: 6 }), (pieces, cuts) => {
      // With the opening tag: without it, thoughts are known as such only in one piece.
      const text = `<think>${pieces.join('')}`;
      const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
      const cutUp = places.slice(1).map((end, index) => text.slice(places[index], end));
      expect(read(cutUp)).toEqual(read([text]));
      expect(read([...text])).toEqual(read([text]));
    }),
    { numRuns: 2_000, examples: [[['</think>', '</think>'], []]] },
  );
});

it('BE-4 an answer without tags loses nothing', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = `x${pieces.join('')}`;
      expect(read([...text])).toEqual([{ type: 'text', text }]);
    }),
  );
});
