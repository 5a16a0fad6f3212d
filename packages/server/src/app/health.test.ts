import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { READY_ANSWER_MS } from '../config/deadlines';
import { startTestServer } from '../testing/startTestServer';
import { openTestPglite } from '../testing/testDatabase';
import { askGrounds } from './health';

describe('F508 readiness', () => {
  it('is lost with the database, while the process lives', async () => {
    const database = await openTestPglite();
    const test = await startTestServer({ database });
    expect((await test.call('/readyz')).status).toBe(200);
    await database.close();
    const ready = await test.call('/readyz');
    expect([ready.status, await ready.json(), (await test.call('/healthz')).status]).toEqual([
      503,
      { status: 'unavailable', database: 'unavailable' },
      200,
    ]);
    await test.server.close(0);
  });
});

describe('FO-2, FO-3 readiness', () => {
  it('is told within its deadline when something does not answer at all, and says what', async () => {
    const answers = async (): Promise<void> => undefined;
    const silent = (): Promise<void> => new Promise(() => undefined);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const asked = Promise.all([
      askGrounds({ database: silent, redis: answers }),
      askGrounds({ database: answers, redis: silent }),
      askGrounds({ database: answers, redis: answers }),
    ]);
    await vi.advanceTimersByTimeAsync(READY_ANSWER_MS);
    expect(await asked).toEqual([
      { status: 'unavailable', database: 'unavailable', redis: 'ok' },
      { status: 'degraded', database: 'ok', redis: 'unavailable' },
      { status: 'ok', database: 'ok', redis: 'ok' },
    ]);
  });
});
