import { describe, expect, it } from 'vitest';
import { findUnlawful, reasonWithout } from './leftOut.mjs';
import { countE2e, countUnit, listFailures } from './testCounts.mjs';

const file = (name: string, ...statuses: string[]) => ({
  name: `/base/${name}`,
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status })),
});
const count = (testResults: ReturnType<typeof file>[], code = 0) => {
  const all = testResults.flatMap((result) => result.assertionResults);
  const of = (status: string) => all.filter((result) => result.status === status).length;
  return countUnit({
    code,
    output: '',
    base: '/base',
    suites: ['packages/a/', 'packages/b/'],
    results: { testResults, numPassedTests: of('passed'), numFailedTests: of('failed') },
  });
};

describe('counting unit tests', () => {
  it('takes the numbers of the report', () => {
    expect(
      count([file('packages/a/x.test.ts', 'passed', 'failed'), file('packages/b/y.test.ts', 'passed')], 1),
    ).toMatchObject({ passed: 2, failed: 1 });
  });
  it('fails for a package in which no test ran, skipped ones included', () => {
    expect(count([file('packages/a/x.test.ts', 'passed'), file('packages/b/y.test.ts', 'skipped')])).toMatchObject({
      failed: 2,
      output: expect.stringContaining('No unit test ran in packages/b/') as string,
    });
  });
  it('fails for a test that was left out, and names it', () => {
    const results = [file('packages/a/x.test.ts', 'passed', 'skipped', 'todo'), file('packages/b/y.test.ts', 'passed')];
    expect(count(results)).toMatchObject({
      passed: 2,
      failed: 2,
      output: expect.stringContaining('Left out: packages/a/x.test.ts › ') as string,
    });
  });
  it('lets out what only another machine has', () => {
    const known = file('packages/server/src/deploy.test.ts', 'passed');
    const results = [
      {
        ...known,
        assertionResults: [...known.assertionResults, { status: 'skipped', title: 'is a unit as systemd reads it' }],
      },
      file('packages/a/x.test.ts', 'passed'),
      file('packages/b/y.test.ts', 'passed'),
    ];
    expect(count(results)).toMatchObject({ failed: 0 });
  });
  it('lets out no more than that: another platform, another test, one more', () => {
    const unit = { file: 'packages/server/src/deploy.test.ts', title: 'is a unit as systemd reads it' };
    const signals = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        file: 'scripts/machine/processes.test.ts',
        title: String(index),
      }));
    expect(findUnlawful([unit], 'linux')).toEqual([]);
    expect(findUnlawful([{ ...unit, title: 'another' }], 'linux')).toHaveLength(1);
    expect(findUnlawful([unit, unit], 'linux')).toHaveLength(1);
    expect(findUnlawful(signals(3), 'linux')).toHaveLength(3);
    expect(findUnlawful(signals(5), 'win32')).toHaveLength(2);
  });
  it('lets an engine be missing only where it cannot be', () => {
    expect(reasonWithout('webkit', 'darwin')).toContain('Linux');
    expect([reasonWithout('webkit', 'linux'), reasonWithout('firefox', 'darwin')]).toEqual([undefined, undefined]);
  });
  it('counts a file that could not be loaded', () => {
    expect(
      count(
        [file('packages/a/x.test.ts', 'passed'), file('packages/b/y.test.ts', 'passed'), file('packages/b/z.test.ts')],
        1,
      ),
    ).toMatchObject({ failed: 1 });
  });
  it('fails when the run failed for a reason outside any test, or wrote nothing', () => {
    expect(count([file('packages/a/x.test.ts', 'passed'), file('packages/b/y.test.ts', 'passed')], 1)).toMatchObject({
      failed: 1,
    });
    expect(countUnit({ code: 0, output: '', base: '/', suites: [], results: undefined })).toMatchObject({
      passed: 0,
      failed: 1,
    });
  });
});

describe('counting specs', () => {
  it.each([
    [
      { code: 0, results: { passed: 4, failed: 0 } },
      { passed: 4, failed: 0 },
    ],
    [
      { code: 1, results: { passed: 4, failed: 2 } },
      { passed: 4, failed: 2 },
    ],
    [
      { code: 1, results: { passed: 4, failed: 0 } },
      { passed: 4, failed: 1 },
    ],
    [
      { code: 0, results: { passed: 0, failed: 0 } },
      { passed: 0, failed: 1 },
    ],
    [
      { code: 0, results: undefined },
      { passed: 0, failed: 1 },
    ],
  ])('%j', (run, expected) => {
    expect(countE2e(run)).toMatchObject(expected);
  });
});

describe('listing what failed', () => {
  it('names the file, the test and the first line of the message, also of a file that was not loaded and a test that never ended', () => {
    const testResults = [
      {
        name: '/base/a.spec.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'F101 a cut', failureMessages: ['Error: lost\n at a.ts:1'] },
          { status: 'passed', fullName: 'good', failureMessages: [] },
        ],
      },
      { name: '/base/b.spec.ts', status: 'failed', message: 'SyntaxError: x\n at', assertionResults: [] },
      {
        name: '/base/d.spec.ts',
        status: 'passed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'before' },
          { status: 'pending', fullName: 'in mid-test', failureMessages: [] },
          { status: 'skipped', fullName: 'not here' },
        ],
      },
    ];
    expect(listFailures({ testResults }, '/base')).toEqual([
      'a.spec.ts › F101 a cut: Error: lost',
      'b.spec.ts: SyntaxError: x',
      'd.spec.ts › in mid-test: it never ended',
    ]);
  });
  it('a suite that wrote no report has no names to tell', () => {
    expect(listFailures(undefined, '/base')).toEqual([]);
  });
});
