import { describe, expect, it } from 'vitest';
import { findRowGaps, findTitleGaps, isDecidedBy, readMutants, readRows } from './rows.mjs';
import { shuffle } from './shuffle.mjs';
import { toTable } from './table.mjs';

const row = {
  package: 'scripts',
  name: 'seconds',
  file: 'scripts/test/minutes.mjs',
  text: 'whole % 60',
  instead: 'whole % 61',
  test: 'scripts/test/minutes.test.ts',
};

describe('FT-12: the rows of mutants', () => {
  it('each have a name of their own, a text that stands once in its file, and a test file', () => {
    expect(findRowGaps(readRows())).toEqual([]);
    expect(readMutants().length).toBeGreaterThan(500);
  });

  it('name whole titles', () => {
    expect(findTitleGaps(readRows())).toEqual([]);
    const named = (title: string) => ({ ...row, test: 'scripts/test/mutants/rows.test.ts', title });
    expect(findTitleGaps([named('name whole titles'), named('made by a table'), named('name whole')])).toEqual([
      'scripts.json, “seconds”: “name whole” is only a part of a test’s title',
    ]);
  });

  it('are wrong when their text or their test is gone, and the message says which', () => {
    expect(findRowGaps([row])).toEqual([]);
    const wrong = [
      { ...row, name: 'moved', text: 'a text that is not in it' },
      { ...row, name: 'same', instead: row.text },
      { ...row, name: 'gone', file: 'scripts/gone.mjs' },
      { ...row, name: 'renamed', test: 'scripts/test/gone.test.ts' },
      { ...row, name: 'renamed' },
      { ...row, name: 'elsewhere', package: 'loader' },
    ];
    expect(findRowGaps(wrong)).toEqual([
      'scripts.json, “moved”: scripts/test/minutes.mjs does not hold this once: a text that is not in it',
      'scripts.json, “same”: changes nothing',
      'scripts.json, “gone”: scripts/gone.mjs is not there',
      'scripts.json, “renamed”: the test file scripts/test/gone.test.ts is not there; if it was renamed, write its new path',
      'scripts.json, “renamed”: another row has this name',
      'loader.json, “elsewhere”: scripts/test/minutes.mjs is not below packages/loader/',
    ]);
  });
});

describe('FT-12: a mutant', () => {
  it('is caught by any red test, or only by the very test that its row names', () => {
    const failed = [{ title: 'W-4 the hint stays away for 864000000 ms' }, { title: 'group reads "a(b" as center' }];
    expect(isDecidedBy({}, failed)).toBe(true);
    expect(isDecidedBy({}, [])).toBe(false);
    expect(isDecidedBy({ title: 'stays away for %i ms' }, failed)).toBe(true);
    expect(isDecidedBy({ title: 'reads "%s" as %s' }, failed)).toBe(true);
    expect(isDecidedBy({ title: 'W-4 the hint' }, failed)).toBe(false);
    expect(isDecidedBy({ title: 'stays here' }, failed)).toBe(false);
  });

  it('counts as played once it has a result, and is named when it was not caught', () => {
    const mutants = ['a', 'b', 'c', 'd'].map((name) => ({ ...row, name }));
    const at = { commit: 'abc', date: '2026-11-26' };
    const table = toTable(mutants, {
      a: { state: 'caught', ...at },
      b: { state: 'survived', ...at },
      c: { state: 'broken', ...at },
    });
    expect(table).toContain('Played on 2026-11-26 at commit abc.');
    expect(table).toContain('| scripts | 4 | 3 | 1 | 33.3 % |');
    expect(table).toContain(
      '- b (`scripts/test/minutes.mjs`)\n- c (`scripts/test/minutes.mjs`): its test could not be played',
    );
  });

  it('comes in an order that a seed decides', () => {
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
