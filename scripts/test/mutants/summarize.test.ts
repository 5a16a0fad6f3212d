import { describe, expect, it } from 'vitest';
import { summarize } from './summarize.mjs';

const source = 'if (a > b) {\n  go();\n}\n';
const at = (line: number, from: number, to: number) => ({ start: { line, column: from }, end: { line, column: to } });
const report = {
  files: {
    'a.ts': {
      source,
      mutants: [
        { status: 'Killed', location: at(1, 5, 10), replacement: 'true' },
        { status: 'Timeout', location: at(1, 5, 10), replacement: 'false' },
        { status: 'Survived', location: at(1, 5, 10), replacement: 'a >= b' },
        { status: 'NoCoverage', location: at(2, 3, 8), replacement: '' },
        { status: 'Ignored', location: at(1, 5, 10), replacement: 'a' },
      ],
    },
  },
};

describe('the figures of a mutation report', () => {
  it('count what was noticed per tried, and name what was not', () => {
    expect(summarize(report, [])).toEqual({
      tried: 4,
      noticed: 2,
      accepted: 0,
      score: 50,
      survivors: ['a.ts:1 a > b → a >= b', 'a.ts:2 go(); →  (no test comes here)'],
    });
  });

  it('leave out survivors that are accepted with a reason', () => {
    const accepted = [{ file: 'a.ts', original: 'a > b', replacement: 'a >= b', reason: 'never equal' }];
    expect(summarize(report, accepted)).toMatchObject({ tried: 3, noticed: 2, accepted: 1, score: 66.7 });
  });
});
