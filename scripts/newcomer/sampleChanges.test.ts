import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../workspace.mjs';
import { SAMPLE_CHANGES, sampleTable } from './sampleChanges.mjs';

type Edits = { content: string } | [string, string][];

describe('FC-12 where a newcomer makes a change', () => {
  it.each(SAMPLE_CHANGES.map((change) => [change.name, change] as const))(
    '%s: its files are there, and each place that the sample changes',
    (_, { files, expectations = {}, generated = [], tests }) => {
      const missing = Object.entries({ ...files, ...expectations } as unknown as Record<string, Edits>).flatMap(
        ([file, edits]) => {
          const name = path.join(root, file);
          if (!Array.isArray(edits)) return existsSync(name) ? [`${file} exists`] : [];
          const text = readFileSync(name, 'utf8');
          return edits.filter(([from]) => text.split(from).length !== 2).map(([from]) => `${file}: ${from}`);
        },
      );
      expect(missing).toEqual([]);
      for (const file of [...generated, ...tests]) expect(existsSync(path.join(root, file)), file).toBe(true);
    },
  );

  it('CONTRIBUTING.md has the table', () => {
    expect(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')).toContain(sampleTable());
  });

  it('FC-1 an event is two files and its words; a layout its rows and its styles', () => {
    const filesOf = (name: string) => Object.keys(SAMPLE_CHANGES.find((change) => change.name === name)?.files ?? {});
    const isWords = (file: string) => file === 'packages/loader/src/types.ts';
    expect(filesOf('An event for host pages').filter((file) => !isWords(file))).toHaveLength(2);
    expect(filesOf('A layout').filter((file) => !/css|Styles/.test(file))).toEqual([
      'packages/widget-core/src/protocol/layoutWords.ts',
      'packages/widget-core/src/config/layouts.ts',
    ]);
  });
});
