import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVault } from '../accounts/vault';
import { idempotencyKeys } from '../db/schema';
import { createManualClock } from '../testing/manualClock';
import { openTestPglite, type TestPglite } from '../testing/testDatabase';
import type { AppContext } from './appEnv';
import { createIdempotency } from './idempotency';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let database: TestPglite;
beforeEach(async () => {
  database = await openTestPglite();
});
afterEach(() => database.close());

const context = {
  req: { header: () => 'one-and-the-same', method: 'POST', path: '/v1/thing/create' },
  header: () => undefined,
} as unknown as AppContext;

describe('the key of a repeated call', () => {
  it('stays taken when the act was done and only its answer could not be kept: the act is not done twice', async () => {
    const errors: unknown[] = [];
    const { db, processes } = database;
    /** Refuses to keep answers, and does all else. */
    const unable = new Proxy(db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name === 'update') throw new Error('no room');
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const clock = createManualClock();
    const { once } = createIdempotency({
      db: unable,
      processes,
      clock,
      vault: createVault('secret'),
      secret: 'secret',
      onError: (error) => errors.push(error),
    });
    let acts = 0;
    const act = async () => ({ id: String((acts += 1)) });
    expect(await once(context, 'ada', {}, act)).toEqual({ id: '1' });
    await expect(once(context, 'ada', {}, act)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([acts, errors.length, (await db.select().from(idempotencyKeys)).length]).toEqual([1, 1, 1]);
  });

  it('is free again after an act that failed', async () => {
    const { once } = createIdempotency({
      ...database,
      clock: createManualClock(),
      vault: createVault('secret'),
      secret: 'secret',
      onError: () => undefined,
    });
    await expect(once(context, 'ada', {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await once(context, 'ada', {}, async () => ({ id: '2' }))).toEqual({ id: '2' });
  });

  it('SV-35 is free after an act that failed with the database, as soon as that is back', async () => {
    const { db, processes } = database;
    let isAway = true;
    const away = new Proxy(db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name === 'delete' && isAway) throw new Error('Connection terminated');
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const clock = createManualClock();
    const deps = { processes, clock, vault: createVault('secret'), secret: 'secret', onError: () => undefined };
    const { once } = createIdempotency({ ...deps, db: away });
    await expect(once(context, 'ada', {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(once(context, 'ada', {}, async () => ({ id: '2' }))).rejects.toMatchObject({ code: 'CONFLICT' });
    isAway = false;
    await vi.waitFor(() => {
      clock.advance(250);
      return db.$count(idempotencyKeys).then((count) => expect(count).toBe(0));
    });
    expect(await once(context, 'ada', {}, async () => ({ id: '2' }))).toEqual({ id: '2' });
  });
});
