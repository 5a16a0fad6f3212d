import { describe, expect, it } from 'vitest';
import { createManualClock, settle } from '../testing/manualClock';
import { createMemoryStorage } from '../testing/memoryStorage';
import { createLeaseLocks } from './leaseLocks';
import { createWebLocks } from './locks';

function setUp() {
  const clock = createManualClock();
  const storage = createMemoryStorage();
  const tab = (): ReturnType<typeof createLeaseLocks> => createLeaseLocks(storage.tab(), clock);
  return { clock, storage, tab };
}

describe('F312 locks where the browser has none', () => {
  it('lets one tab in at a time', async () => {
    const { clock, tab } = setUp();
    const log: string[] = [];
    let release = (): void => undefined;
    const first = tab().hold(
      'sotto:a',
      () =>
        new Promise<void>((resolve) => {
          log.push('first');
          release = resolve;
        }),
    );
    await clock.advance(100);
    const second = tab().hold('sotto:a', () => {
      log.push('second');
      return Promise.resolve();
    });
    await clock.advance(60_000);
    expect(log).toEqual(['first']);
    release();
    await clock.advance(1_000);
    await Promise.all([first, second]);
    expect(log).toEqual(['first', 'second']);
  });

  it('goes on ten seconds after a holder died', async () => {
    const { clock, storage, tab } = setUp();
    storage.entries.set('sotto:a:lease', JSON.stringify({ owner: 'dead', until: clock.now() + 10_000 }));
    let isIn = false;
    void tab().hold('sotto:a', () => {
      isIn = true;
      return Promise.resolve();
    });
    await clock.advance(9_000);
    expect(isIn).toBe(false);
    await clock.advance(2_000);
    expect(isIn).toBe(true);
  });

  it('tells a holder whose lock was stolen', async () => {
    const { clock, tab } = setUp();
    let lostSignal: AbortSignal | undefined;
    void tab().hold('sotto:a', (lost) => {
      lostSignal = lost;
      return new Promise<void>(() => undefined);
    });
    await clock.advance(100);
    let isIn = false;
    void tab().hold(
      'sotto:a',
      () => {
        isIn = true;
        return new Promise<void>(() => undefined);
      },
      { steal: true },
    );
    await clock.advance(5_000);
    expect(isIn).toBe(true);
    expect(lostSignal?.aborted).toBe(true);
  });

  it('grants everything where storage is denied', async () => {
    const { clock, storage, tab } = setUp();
    storage.deny();
    const held = tab().hold('sotto:a', () => Promise.resolve('in'));
    await settle();
    await clock.advance(100);
    expect(await held).toBe('in');
  });
});

describe('F307 F312 locks that a browser denies together with storage', () => {
  it('are granted at once: no other tab can be met', async () => {
    const request = () => Promise.reject(new DOMException('request() is not allowed in this context', 'SecurityError'));
    const locks = createWebLocks({ request } as unknown as LockManager);
    expect(await locks.hold('sotto:demo', () => Promise.resolve('done'))).toBe('done');
    await expect(locks.hold('sotto:demo', () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  });

  it('and any other refusal is one', async () => {
    const request = () => Promise.reject(new DOMException('given up', 'AbortError'));
    await expect(
      createWebLocks({ request } as unknown as LockManager).hold('sotto:demo', () => Promise.resolve('done')),
    ).rejects.toThrow('given up');
  });
});
