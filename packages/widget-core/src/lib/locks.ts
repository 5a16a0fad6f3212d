import { delay, type Clock } from './clock';
import type { Locks, LockOptions, StorageArea } from './environment';
import { createId } from './ids';
import { parseJson } from './json';
import { attempt } from './attempt';

/** The browser's Web Locks. */
export function createWebLocks(manager: LockManager): Locks {
  return {
    async hold<Result>(
      name: string,
      action: (lost: AbortSignal) => Promise<Result>,
      options: LockOptions = {},
    ): Promise<Result> {
      const lost = new AbortController();
      let held: Promise<Result> | undefined;
      const run = (): Promise<Result> => (held = action(lost.signal));
      try {
        if (options.steal) return await manager.request(name, { steal: true }, run);
        return await manager.request(name, options.signal ? { signal: options.signal } : {}, run);
      } catch (error) {
        if (held !== undefined) {
          lost.abort();
          return held;
        }
        // A browser that denies the frame all storage denies it locks too: no other tab can be met then.
        if (error instanceof Error && error.name === 'SecurityError') return action(lost.signal);
        throw error;
      }
    },
  };
}

/** How long a lease lasts without being renewed, in milliseconds (contract 5.3). */
export const LEASE_MS = 10_000;
const LEASE_POLL_MS = 500;
const LEASE_SETTLE_MS = 50;

/**
 * Locks as notes in storage, for pages without Web Locks: `{ owner, until }`, renewed while held, free when over.
 *
 * Storage knows no atomic exchange, so two tabs that write at the same moment look again a little later: the last
 * writer has it.
 * Where storage is denied the lock is granted at once, because no other tab can be met then.
 */
export function createLeaseLocks(storage: StorageArea | undefined, clock: Clock): Locks {
  return {
    async hold(name, action, options = {}) {
      const key = `${name}:lease`;
      const owner = createId('lease', clock);
      const readOwner = (): string | undefined => {
        const stored = parseJson(attempt(() => storage?.getItem(key)) ?? '') as
          | { owner?: unknown; until?: unknown }
          | undefined;
        if (typeof stored?.owner !== 'string' || typeof stored.until !== 'number' || stored.until <= clock.now())
          return undefined;
        return stored.owner;
      };
      const write = (): boolean =>
        attempt(() => {
          storage?.setItem(key, JSON.stringify({ owner, until: clock.now() + LEASE_MS }));
          return storage !== undefined;
        }) ?? false;

      for (let isStealing = options.steal === true; ; isStealing = false) {
        options.signal?.throwIfAborted();
        if (isStealing || readOwner() === undefined) {
          if (!write()) break;
          await delay(clock, LEASE_SETTLE_MS, options.signal);
          if (readOwner() === owner) break;
        }
        await delay(clock, LEASE_POLL_MS, options.signal);
      }

      const lost = new AbortController();
      let cancel = clock.setTimer(renew, LEASE_MS / 3);
      function renew(): void {
        const present = readOwner();
        if (present !== undefined && present !== owner) {
          lost.abort();
          return;
        }
        write();
        cancel = clock.setTimer(renew, LEASE_MS / 3);
      }
      try {
        return await action(lost.signal);
      } finally {
        cancel();
        if (readOwner() === owner) attempt(() => storage?.removeItem(key));
      }
    },
  };
}

/**
 * Runs `action` under a lock, or without it when the lock does not come in time: a holder that hangs must not stop
 * everybody.
 *
 * @param patienceMs - how long to wait for the lock, in milliseconds
 */
export async function holdPatiently<Result>(
  { locks, clock }: { readonly locks: Locks; readonly clock: Clock },
  name: string,
  patienceMs: number,
  action: () => Promise<Result>,
): Promise<Result> {
  const patience = new AbortController();
  const cancel = clock.setTimer(() => {
    patience.abort();
  }, patienceMs);
  let isHeld = false;
  const run = (): Promise<Result> => {
    isHeld = true;
    cancel();
    return action();
  };
  try {
    return await locks.hold(name, run, { signal: patience.signal });
  } catch (error) {
    if (isHeld) throw error;
    return await action();
  } finally {
    cancel();
  }
}
