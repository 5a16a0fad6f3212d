import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../machine/workspace.mjs';
import { playMutants } from './play.mjs';

const file = 'scripts/test/minutes.mjs';
const row = { package: 'scripts', file, test: 'scripts/test/minutes.test.ts' };

it(
  'FT-12: a mutant is caught, survives, or says that it cannot be played; the file on disk stays as it is',
  { timeout: 120_000 },
  async () => {
    const before = readFileSync(path.join(root, file), 'utf8');
    const played = await playMutants(
      [
        { ...row, name: 'seconds', text: 'whole % 60', instead: 'whole % 61' },
        { ...row, name: 'not that test', text: 'whole % 60', instead: 'whole % 61', title: 'another title' },
        { ...row, name: 'no difference', text: 'const SLOWEST = 10;', instead: 'const SLOWEST = 11;' },
        { ...row, name: 'no end', text: 'whole % 60', instead: '(() => { for (;;); })()' },
        { ...row, name: 'after a hang', text: 'whole % 60', instead: 'whole % 61' },
        { ...row, name: 'no such test', text: 'whole % 60', instead: 'whole % 61', test: 'scripts/gone.test.ts' },
      ],
      { limitMs: 15_000 },
    );
    expect(played.map(({ mutant: { name }, state }) => [name, state])).toEqual([
      ['seconds', 'caught'],
      ['not that test', 'survived'],
      ['no difference', 'survived'],
      ['no end', 'caught'],
      ['after a hang', 'caught'],
      ['no such test', 'broken'],
    ]);
    expect(readFileSync(path.join(root, file), 'utf8')).toBe(before);
  },
);

it('FT-12: no mutant is begun when the time is over', async () => {
  expect(await playMutants([{ ...row, name: 'late', text: 'a', instead: 'b' }], { until: 0 })).toEqual([]);
});
