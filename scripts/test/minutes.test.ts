import { describe, expect, it } from 'vitest';
import { toMinutes } from './minutes.mjs';

describe('where the minutes of a run went', () => {
  it('is said step by step, the longest first, and by package and file within a suite', () => {
    const table = toMinutes(
      [
        { name: 'build', seconds: 61.4 },
        { name: 'unit', seconds: 185 },
      ],
      [
        {
          name: 'unit',
          times: [
            { file: 'packages/server/src/a.test.ts', seconds: 20 },
            { file: 'packages/server/src/b.test.ts', seconds: 50.2 },
            { file: 'scripts/c.test.ts', seconds: 5 },
          ],
        },
        { name: 'e2e', times: [] },
      ],
    );
    expect(table.split('\n')).toEqual([
      'Where the minutes went (steps run two at a time until the browser tests)',
      '  unit          3:05',
      '  build         1:01',
      '',
      'unit: 3 files, all workers together',
      '  packages/server           1:10',
      '  scripts                   0:05',
      '  slowest files',
      '   0:50  packages/server/src/b.test.ts',
      '   0:20  packages/server/src/a.test.ts',
      '   0:05  scripts/c.test.ts',
    ]);
  });
});
