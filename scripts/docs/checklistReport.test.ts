import { describe, expect, it } from 'vitest';
import { findClauseGaps, findGaps, findProofs, findStale, toReport } from './checklistReport.mjs';
import { readTestFile } from '../test/readTests.mjs';

const read = (source: string, file = 'a.test.ts') => readTestFile(source, file).map((test) => ({ file, ...test }));
const ASSERTS = '() => { expect(1).toBe(1); }';

describe('FT-10: what is read of a test file', () => {
  it('is its tests with their titles, in groups, in tables and through a function that makes tests', () => {
    const source = `
      // it('W-1 in a comment', ${ASSERTS});
      describe('W-19 to W-21 rich blocks', () => {
        it("S-8: votes", ${ASSERTS});
        describe.each([1, 2])(\`L-3 of \${name}\`, () => { it.each([1])('with %s', ${ASSERTS}); });
      });
      exceptInFirefox('it has no such thing')('W-5 with a reason', ${ASSERTS});
      test.call('/v1/W-7/list', { body: {} });`;
    expect(read(source).map(({ titles }) => titles)).toEqual([
      ['W-19 to W-21 rich blocks', 'S-8: votes'],
      ['W-19 to W-21 rich blocks', 'L-3 of ${name}', 'with %s'],
      ['W-5 with a reason'],
    ]);
  });

  it.each([
    ['an empty body', `it('x', () => undefined)`],
    ['a call that asserts nothing', `it('x', async () => { await run(); })`],
    ['no body', `it.todo('x')`],
    ['one that is left out', `it.skip('x', ${ASSERTS})`],
    ['an assertion in a comment', `it('x', () => { /* expect(1).toBe(2) */ })`],
    ['an assertion in a text', `it('x', () => { log('expect(1)'); })`],
  ])('is that nothing is asserted by %s', (_, source) => {
    expect(read(source)).toMatchObject([{ hasAssertion: false }]);
  });

  it.each([
    ['by itself', `it('x', ${ASSERTS})`],
    ['about types', `it('x', () => { expectTypeOf(1).toBeNumber(); })`],
    ['while it waits', `it('x', () => vi.waitFor(() => { expect(1).toBe(1); }))`],
    [
      'by a function of its file',
      `function seen() { check(); } const check = () => { expect(1).toBe(1); }; it('x', () => { seen(); })`,
    ],
    [
      'by a function that is handed on',
      `const check = () => { expect(1).toBe(1); }; it('x', () => { [1].forEach(check); })`,
    ],
    ['by waiting for what a page shows', `it('x', async () => { await page.getByText('y').waitFor(); })`],
  ])('is that something is asserted %s', (_, source) => {
    expect(read(source)).toMatchObject([{ hasAssertion: true }]);
  });
});

describe('FT-10: what fails the check', () => {
  const proofs = findProofs(
    read(
      `describe('W-1, W-3 pages', () => { it('one', ${ASSERTS}); it('two', () => undefined); }); it('A101 an attack', ${ASSERTS});`,
    ),
  );

  it('is a line without a test, an id that is not listed, and a test without an assertion', () => {
    expect(findGaps(['W-1', 'W-2'], proofs, 'the checklist')).toEqual([
      'a.test.ts names W-3, which is not in the checklist',
      'W-2 has no test',
      'W-1: a.test.ts: “W-1, W-3 pages › two” asserts nothing',
      'W-3: a.test.ts: “W-1, W-3 pages › two” asserts nothing',
    ]);
  });

  it('is not a line whose tests all assert', () => {
    expect(findGaps(['W-1'], findProofs(read(`it('W-1 a page', ${ASSERTS})`)), 'the checklist')).toEqual([]);
  });

  it('is a clause whose test is renamed, gone, in another file, or asserts nothing, and one of no line', () => {
    const tests = read(`it('W-4 comes back after ten days', ${ASSERTS}); it('empty', () => undefined);`);
    const clause = {
      line: 'W-4',
      name: 'ten days',
      test: 'a.test.ts',
      title: 'W-4 comes back after ten days',
      text: '10',
    };
    expect(findClauseGaps([clause], ['W-4'], tests)).toEqual([]);
    const wrong = [
      { ...clause, title: 'W-4 comes back' },
      { ...clause, test: 'b.test.ts' },
      { ...clause, title: 'empty' },
      { ...clause, line: 'W-99' },
    ];
    expect(findClauseGaps(wrong, ['W-4'], tests)).toEqual([
      'W-4, “ten days”: a.test.ts has no test “W-4 comes back”',
      'W-4, “ten days”: b.test.ts has no test “W-4 comes back after ten days”',
      'W-4, “ten days”: “empty” in a.test.ts asserts nothing',
      'The clause “ten days” is of W-99, which is not in the checklist',
    ]);
  });

  it('is a line without a clause that has a mutant', () => {
    const tests = read(`it('ten days', ${ASSERTS})`);
    const clause = { line: 'W-4', name: 'ten days', test: 'a.test.ts', title: 'ten days' };
    expect(findClauseGaps([clause, { ...clause, line: 'W-5', text: '10' }], ['W-4', 'W-5', 'W-6'], tests)).toEqual([
      'W-4 has no clause with a mutant',
      'W-6 has no clause with a mutant',
    ]);
  });

  it('is a page that is not the report', () => {
    expect(findStale('docs/checklist.md', 'another report', 'npm run spec-report -- --write')).toEqual([
      'docs/checklist.md is not what the tests say now: npm run spec-report -- --write',
    ]);
  });
});

describe('the checklist report', () => {
  it('names the titles that prove a line, shows lines without a test, and the clauses with theirs', () => {
    const proofs = findProofs(
      read(`describe('W-2 a | b', () => { it('one', ${ASSERTS}); }); it('W-2 again', ${ASSERTS});`),
    );
    const report = toReport(
      [
        { id: 'W-1', text: 'one' },
        { id: 'W-2', text: 'two' },
      ],
      proofs,
      [{ line: 'W-2', name: 'again', test: 'a.test.ts', title: 'W-2 again', file: 'a.ts', text: '1' }],
    );
    expect(report).toContain('1 of 2 lines are named by a test, and 1 of them are cut into clauses.');
    expect(report).toContain('| W-1 | one | – |');
    expect(report).toContain('| W-2 | two | `a.test.ts`: W-2 a \\| b · W-2 again |');
    expect(report).toContain('| W-2 | again | `a.test.ts`: W-2 again | `a.ts` |');
  });
});
