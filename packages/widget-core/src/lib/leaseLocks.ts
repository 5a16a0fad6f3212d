import { attempt } from './attempt';
import { delay, type Clock } from './clock';
import type { Locks, StorageArea } from './environment';
import { createId } from './ids';
import { parseJson } from './json';

/** Duration of a lease that is not renewed, in milliseconds (contract 5.3). */
export const LEASE_MS = 10_000;
const LEASE_POLL_MS = 500;
const LEASE_SETTLE_MS = 50;

/**
 * Locks as leases in storage, for pages without Web Locks: `{ owner, until }`, renewed while held, free once expired.
 *
 * Storage has no atomic exchange, so tabs that write at the same time read again after a delay: the last writer holds
 * the lock. If storage is denied, the lock is granted at once, because no other tab shares it.
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
