// @vitest-environment node
import { expect, it } from 'vitest';
import { measureGrowth } from '../testing/linearTime';
import { createThinkReader } from './thinkTags';

it.each([
  ['one line', '', 'x'],
  ['tags in one line', 'x', '</think>'],
  ['spaces', '', ' '],
  ['lines without words', '', '\n'],
  ['spaces behind a tag', 'x\n</think>', ' '],
  ['lines that begin like it', 'x\n', '</thin\n'],
  ['spaces in a thought', '<think>x', ' '],
])('sse-15 tags are looked for in linear time, letter by letter: %s', async (_title, start, unit) => {
  const { ms, limitMs } = await measureGrowth(
    (size) => start + unit.repeat(size / unit.length),
    (text) => {
      for (const unopenedThoughts of [0, 1]) {
        const read = createThinkReader({ unopenedThoughts });
        for (const letter of text) read(letter);
        read('', true);
      }
    },
  );
  expect(ms).toBeLessThan(limitMs);
});
