import type { Clock } from './clock';
import type { Locks, LockOptions } from './environment';

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
        // A browser that denies the frame all storage also denies locks; then no other tab shares them.
        if (error instanceof Error && error.name === 'SecurityError') return action(lost.signal);
        throw error;
      }
    },
  };
}

/**
 * Runs `action` under a lock, or without it if the lock is not granted in time: a holder that hangs must not block all
 * other tabs.
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
