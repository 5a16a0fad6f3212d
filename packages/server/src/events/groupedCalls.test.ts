import { describe, expect, it } from 'vitest';
import { createGroupedCalls } from './groupedCalls';

const turns = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Calls that are answered when the test lets them. */
function setUp(most = 10) {
  const batches: (readonly number[])[] = [];
  const open: { answer: () => void; fail: () => void }[] = [];
  const call = createGroupedCalls<number, string>(most, (asks) => {
    batches.push(asks);
    return new Promise((resolve, reject) =>
      open.push({
        answer: () => resolve(asks.map((ask) => `answer ${String(ask)}`)),
        fail: () => reject(new Error('away')),
      }),
    );
  });
  return { asked: batches, open, call };
}

describe('small calls that are made together', () => {
  it('are one call for what is asked in one turn, and one for what is asked meanwhile; each gets its own answer', async () => {
    const { asked: batches, open, call } = setUp();
    const first = [call(1), call(2)];
    await turns();
    const second = [call(3), call(4), call(5)];
    await turns();
    expect(batches).toEqual([[1, 2]]);
    open[0]?.answer();
    expect(await Promise.all(first)).toEqual(['answer 1', 'answer 2']);
    await turns();
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    open[1]?.answer();
    expect(await Promise.all(second)).toEqual(['answer 3', 'answer 4', 'answer 5']);
    const third = call(6);
    await turns();
    open[2]?.answer();
    expect(await third).toBe('answer 6');
  });

  it('are not too many at once, and fail together, those after them for themselves', async () => {
    const { asked: batches, open, call } = setUp(2);
    const calls = [1, 2, 3].map((ask) => call(ask));
    const outcomes = Promise.allSettled(calls);
    await turns();
    expect(batches).toEqual([[1, 2]]);
    open[0]?.fail();
    await turns();
    expect(batches).toEqual([[1, 2], [3]]);
    open[1]?.answer();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });
});
