import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../machine/workspace.mjs';
import { playChanges } from './playChanges.mjs';
import { shuffle } from './shuffle.mjs';

const file = 'scripts/test/minutes.mjs';
const change = { file, project: 'node', tests: 'scripts/test/minutes.test.ts' };

describe('FT-12: what is played against changed sources', () => {
  it(
    'is caught, survives, or says that it cannot be made; the file on disk stays as it is',
    { timeout: 120_000 },
    () => {
      const before = readFileSync(path.join(root, file), 'utf8');
      const played = playChanges([
        { ...change, name: 'seconds', from: 'whole % 60', to: 'whole % 61' },
        { ...change, name: 'no difference', from: 'const SLOWEST = 10;', to: 'const SLOWEST = 11;' },
        { ...change, name: 'not there', from: 'a text that is not in it', to: '' },
      ]);
      expect(played.map(({ change: { name }, state }) => [name, state])).toEqual([
        ['seconds', 'caught'],
        ['no difference', 'survived'],
        ['not there', 'broken'],
      ]);
      expect(readFileSync(path.join(root, file), 'utf8')).toBe(before);
    },
  );

  it('begins no batch when its time is over', () => {
    expect(playChanges([{ ...change, name: 'late', from: 'a', to: 'b' }], { until: 0 })).toMatchObject([
      { state: 'left out' },
    ]);
  });

  it('comes in an order that its seed decides', () => {
    const list = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({ name }));
    expect(shuffle(list, '1')).toEqual(shuffle([...list].reverse(), '1'));
    expect(shuffle(list, '1')).not.toEqual(shuffle(list, '2'));
    expect(
      shuffle(list, '1')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(list.map(({ name }) => name));
  });
});
