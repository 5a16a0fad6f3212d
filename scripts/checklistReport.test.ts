import { describe, expect, it } from 'vitest';
import { namedIds, toReport } from './checklistReport.mjs';

describe('the checklist report', () => {
  it('reads ids from titles only, ranges included', () => {
    const source = `// W-1 in a comment\ndescribe('W-19 to W-21 rich blocks', () => { it("S-8: votes", () => expect('W-2').toBe('W-2')); it.each([1])(\`L-3 %s\`, () => {}); });`;
    expect(namedIds(source)).toEqual(['W-19', 'W-20', 'W-21', 'S-8', 'L-3']);
  });
  it('shows lines without a test', () => {
    const report = toReport([{ id: 'W-1', text: 'one' }, { id: 'W-2', text: 'two' }], new Map([['a.test.ts', ['W-2']]]));
    expect(report).toContain('1 of 2 lines');
    expect(report).toContain('| W-1 | one | – |');
    expect(report).toContain('| W-2 | two | `a.test.ts` |');
  });
});
