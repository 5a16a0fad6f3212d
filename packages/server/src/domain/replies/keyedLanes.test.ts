import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../testing/manualClock';
import { createKeyedLanes, TURN_MS } from './keyedLanes';

/** Lets everything that is due be carried out. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('SV-35 turns of a conversation', () => {
  it('SV-35 a task whose turn has not come in time is refused then, not when the one before it ends, and is never carried out', async () => {
    const clock = createManualClock();
    const inTurn = createKeyedLanes(clock);
    const done: string[] = [];
    let end = (): void => undefined;
    const first = inTurn('a', () => new Promise<void>((resolve) => (end = resolve)));
    const second = inTurn('a', async () => void done.push('second')).catch((error: unknown) => error);
    const other = inTurn('b', async () => void done.push('other'));
    await other;
    clock.advance(TURN_MS);
    expect(await second).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const third = inTurn('a', async () => void done.push('third'));
    await settled();
    expect(done).toEqual(['other']);
    end();
    await Promise.all([first, third]);
    expect(done).toEqual(['other', 'third']);
  });

  it('SV-35 a task that fails lets the next one begin', async () => {
    const inTurn = createKeyedLanes(createManualClock());
    const failed = inTurn('a', async () => Promise.reject(new Error('no'))).catch((error: Error) => error.message);
    expect(await inTurn('a', async () => 'next')).toBe('next');
    expect(await failed).toBe('no');
  });
});
