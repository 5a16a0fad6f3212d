import { describe, expect, it } from 'vitest';
import { decide, findFailed, findOften } from './secondTry.mjs';

type Test = { fullName: string; status: string };
const fileOf = (name: string, ...tests: Test[]) => ({
  name,
  status: tests.every(({ status }) => status === 'passed') ? 'passed' : 'failed',
  assertionResults: tests,
});
const test = (fullName: string, status: string): Test => ({ fullName, status });
/** What a report says of a second try, in which all other tests of the file are left out. */
const again = (...tests: Test[]) => ({
  testResults: [
    {
      name: 'a',
      status: tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
      assertionResults: tests,
    },
  ],
});

describe('a second try', () => {
  const file = fileOf('a', test('one', 'failed'), test('two', 'passed'), test('three', 'pending'));
  const broken = { name: 'b', status: 'failed', assertionResults: [] };

  it('is for what failed, never ended, or could not be loaded', () => {
    const failed = findFailed({ testResults: [file, broken, fileOf('c', test('four', 'passed'))] });
    expect(failed.map((each) => each.test?.fullName ?? each.file.name)).toEqual(['one', 'three', 'b']);
  });

  it('makes a test flaky that is green then, and leaves red what is red again, hangs again or was not played', () => {
    const failed = findFailed({ testResults: [file, broken] });
    const names = ({ flaky, red }: ReturnType<typeof decide>) =>
      [flaky, red].map((list) => list.map((each) => each.test?.fullName ?? each.file.name));
    expect(
      names(
        decide(failed, [
          again(test('one', 'passed'), test('two', 'skipped')),
          again(test('three', 'failed')),
          again(test('any', 'passed')),
        ]),
      ),
    ).toEqual([['one', 'b'], ['three']]);
    expect(names(decide(failed, [again(test('one', 'skipped')), undefined, { testResults: [broken] }]))).toEqual([
      [],
      ['one', 'three', 'b'],
    ]);
    expect(names(decide(failed, []))).toEqual([[], ['one', 'three', 'b']]);
  });

  it('counts: three lines of one name are too many, whatever stands between them', () => {
    const line = (name: string) => `${JSON.stringify({ name, date: '2026-11-26', commit: 'abc' })}\n`;
    expect(findOften(line('x') + line('y') + line('x'))).toEqual([]);
    expect(findOften(`${line('x') + line('y')}\n${line('x') + line('x') + line('y')}`)).toEqual(['x']);
  });
});
