import { describe, expect, it } from 'vitest';
import { chunkText, estimateHeightPx } from './farMessages';
import type { Row } from '../../hooks/messageContext';
import { nextMessage } from './moveBetween';
import { createSteadyPieces } from '../../hooks/useSteady';
import { CHUNK_SIZE, firstDrawnChunk } from './messageRows';

const row = (index: number, speaker: Row['speaker'] = 'bot'): Row => ({
  key: `m${index}`,
  speaker,
  message: { id: `m${index}`, type: 'bot', text: `Text ${index}` },
  isFirst: true,
  isLast: true,
});
const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => row(index));

describe('W-31 the pieces of a long conversation', () => {
  it('are twenty messages each, and a new message changes the last one only', () => {
    const rowList = rows(59);
    const toPieces = createSteadyPieces<Row>();
    const before = toPieces(rowList, CHUNK_SIZE);
    expect(before.map(({ length }) => length)).toEqual([20, 20, 19]);
    const after = toPieces([...rowList, row(59), row(60)], CHUNK_SIZE);
    expect(after.map(({ length }) => length)).toEqual([20, 20, 20, 1]);
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect([after[0] === before[0], after[1] === before[1], after[2] === before[2]]).toEqual([true, true, false]);
  });

  it('are drawn from the first that holds one of the newest twenty', () => {
    expect([0, 20, 39, 40, 100, 10_000].map(firstDrawnChunk)).toEqual([0, 0, 0, 1, 4, 499]);
  });

  it('are names and words as text, and have a height before anybody has seen them', () => {
    const rowList: Row[] = [
      { ...row(0, 'user'), message: { id: 'm0', type: 'user', text: 'Hello' } },
      row(1, 'context'),
      { ...row(2), message: undefined },
    ];
    expect(
      chunkText(rowList, (speaker) => (speaker === 'user' ? 'You said' : speaker === 'bot' ? 'Guide said' : '')),
    ).toBe('You said\nHello\n\nText 1\n\nGuide said');
    const long: Row = { ...row(3), message: { id: 'm3', type: 'bot', text: 'x'.repeat(440) } };
    expect(estimateHeightPx([long])).toBeGreaterThan(estimateHeightPx([row(3)]) + 100);
  });
});

describe('the keys of the list', () => {
  const mixed = [row(0, 'context'), row(1), row(2, 'context'), row(3), row(4, 'context')];
  it.each([
    ['ArrowUp', -1, 3],
    ['ArrowUp', 3, 1],
    ['ArrowUp', 1, undefined],
    ['ArrowDown', 1, 3],
    ['ArrowDown', 3, undefined],
    ['ArrowDown', -1, undefined],
    ['Home', -1, 1],
    ['Home', 3, 1],
    ['End', 1, 3],
    ['PageUp', 1, undefined],
  ])('%s from %d leads to %s: notes between messages are passed over', (key, at, to) => {
    expect(nextMessage(mixed, at, key)).toBe(to);
  });

  it('lead nowhere in an empty list', () => {
    expect(['ArrowUp', 'Home', 'End'].map((key) => nextMessage([], -1, key))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
