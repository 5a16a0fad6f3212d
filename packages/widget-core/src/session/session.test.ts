import { describe, expect, it, vi } from 'vitest';
import { WidgetError } from '../errors';
import { createExpiringStore } from '../storage/expiringStore';
import { createManualClock } from '../testing/manualClock';
import type { Locks } from '../lib/environment';
import { createMemoryLocks } from '../testing/memoryLocks';
import { createMemoryStorage } from '../testing/memoryStorage';
import type { SessionCreateResponse } from '../api/responses';
import { requireContact } from './contact';
import { readProof } from './proof';
import { readSessionKey } from './sessionKey';
import { createSessionManager } from './sessionManager';
import { localTokenExpiry } from './tokenFreshness';

/** Nothing waits to be sent. */
const noDay = () => undefined;

function makeToken(claims: object): string {
  return `h.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.s`;
}

function setUp() {
  const clock = createManualClock();
  const storage = createMemoryStorage();
  const locks = createMemoryLocks();
  let count = 0;
  const source = vi.fn((): Promise<SessionCreateResponse> => {
    count += 1;
    const iat = Math.floor(clock.now() / 1000);
    return Promise.resolve({
      conversationId: 'conv_1',
      token: makeToken({ iat, exp: iat + 60, jti: count }),
      expiresAt: 0,
    });
  });
  const openTab = (own: Locks = locks) =>
    createSessionManager({
      source,
      store: createExpiringStore(storage.tab(), clock),
      storageKey: 'sotto:s',
      lockName: 'sotto:l',
      locks: own,
      clock,
      lifetimeMs: () => 3_600_000,
      describe: () => ({}),
      onChange: () => undefined,
    });
  return { clock, source, openTab, locks };
}

describe('W-28 a fresh session', () => {
  it('shares one request between concurrent callers', async () => {
    const { source, openTab } = setUp();
    const manager = openTab();
    const [first, second] = await Promise.all([manager.getFresh(), manager.getFresh()]);
    expect(first).toBe(second);
    expect(source).toHaveBeenCalledTimes(1);
  });

  it('F303 srv-01 renews once when ten tabs wake with an expired token', async () => {
    const { clock, source, openTab } = setUp();
    await openTab().getFresh();
    await clock.advance(61_000);
    const sessions = await Promise.all(Array.from({ length: 10 }, () => openTab().getFresh()));
    expect(new Set(sessions.map(({ token }) => token)).size).toBe(1);
    expect(source).toHaveBeenCalledTimes(2);
    expect(source).toHaveBeenLastCalledWith({ conversationId: 'conv_1' }, expect.any(String));
  });

  it('forgets a failure', async () => {
    const { source, openTab } = setUp();
    const manager = openTab();
    source.mockRejectedValueOnce(new WidgetError('NETWORK'));
    await expect(manager.getFresh()).rejects.toMatchObject({
      code: 'session_failed',
      message: 'Failed to get a fresh token',
    });
    await expect(manager.getFresh()).resolves.toMatchObject({ conversationId: 'conv_1' });
  });

  it('F304 goes on ten seconds after another tab hung in its renewal', async () => {
    const { clock, openTab, locks } = setUp();
    void locks.hold('sotto:l', () => new Promise<void>(() => undefined));
    const waiting = openTab().getFresh();
    await clock.advance(10_001);
    await expect(waiting).resolves.toMatchObject({ conversationId: 'conv_1' });
  });

  it('takes the session that another tab stored meanwhile', async () => {
    const { openTab, source, locks } = setUp();
    let resolve: (answer: SessionCreateResponse) => void = () => undefined;
    source.mockReturnValueOnce(
      new Promise((settle) => {
        resolve = settle;
      }),
    );
    const slow = openTab();
    const made = slow.getFresh();
    await vi.waitFor(() => {
      expect(source).toHaveBeenCalledTimes(1);
    });
    const fast = openTab({ ...locks, hold: (_, action) => action(new AbortController().signal) });
    const theirs = await fast.getFresh();
    resolve({ conversationId: 'conv_2', token: makeToken({ exp: 9_999_999_999 }), expiresAt: 0 });
    expect(await made).toEqual(theirs);
    expect(slow.current()).toEqual(theirs);
    expect(openTab().current()).toEqual(theirs);
  });

  it('throws away what was being made when the session is forgotten', async () => {
    const { openTab } = setUp();
    const manager = openTab();
    const made = manager.getFresh();
    await Promise.resolve();
    manager.forget();
    await expect(made).rejects.toMatchObject({ code: 'ABORTED' });
    expect(manager.current()).toBeUndefined();
  });

  it('F306 A604 srv-01 counts from when the token arrived, whatever the clocks say', () => {
    const tenYears = 315_360_000;
    for (const skew of [-tenYears, 0, tenYears]) {
      expect(
        localTokenExpiry(makeToken({ iat: 1_000_000_000 + skew, exp: 1_000_003_600 + skew }), 5_000, undefined),
      ).toBe(3_605_000);
    }
    expect(localTokenExpiry(makeToken({ exp: 7 }), 5_000, 9_000)).toBe(7_000);
    expect(localTokenExpiry('opaque', 5_000, 9_000)).toBe(9_000);
    for (const token of ['opaque', 'a.%%%.c', makeToken({ exp: 'soon' }), ''])
      expect(localTokenExpiry(token, 5_000, undefined)).toBe(5_000);
  });
});

describe('W-29 which conversation', () => {
  it('reads the day in the visitor’s time zone', () => {
    const clock = createManualClock(Date.UTC(2026, 10, 21, 23, 30));
    expect(readSessionKey('', clock, 'UTC', noDay).name).toBe('day-2026-11-21');
    expect(readSessionKey('day', clock, 'Asia/Tokyo', noDay).name).toBe('day-2026-11-22');
    expect(readSessionKey(undefined, clock, 'America/Los_Angeles', noDay).name).toBe('day-2026-11-21');
    expect(readSessionKey('', clock, 'UTC', noDay).lifetimeMs()).toBeGreaterThanOrEqual(30 * 60_000);
  });

  it('shows a name chosen by the host as a hash only', () => {
    const clock = createManualClock();
    const { name } = readSessionKey('jane@example.com', clock, 'UTC', noDay);
    expect(name).toMatch(/^key-[A-Za-z0-9_-]{22}$/);
    expect(readSessionKey('jane@example.com', clock, 'UTC', noDay).name).toBe(name);
    expect(readSessionKey('none', clock, 'UTC', noDay).name).toBeUndefined();
  });
});

describe('W-32 a contact', () => {
  it('proves nothing by an empty identity', () => {
    expect(readProof({ name: 'Zoe', identity: '' })).toBeUndefined();
    expect(readProof({ name: 'Zoe' })).toBeUndefined();
    expect(readProof({ identity: 'a.b.c' })).toEqual({ identity: 'a.b.c' });
  });

  it('says what is missing in the specification’s sentences', () => {
    expect(() => requireContact(undefined)).toThrow('Contact expected but not provided');
    expect(() => requireContact({ name: ' ' })).toThrow('Contact props expected but not provided');
    expect(requireContact({ phone: '1' })).toEqual({ phone: '1' });
  });
});
