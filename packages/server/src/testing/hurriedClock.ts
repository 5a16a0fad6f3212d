import type { Clock } from '@sotto/widget-core/api';

/** A clock on which every wait is over at once, and its time has passed. `waitedMs`: all waits together. */
export function createHurriedClock(): Clock & { readonly waitedMs: number } {
  let waitedMs = 0;
  const startedAt = Date.parse('2026-01-01T00:00:00Z');
  return {
    get waitedMs() {
      return waitedMs;
    },
    now: () => startedAt + waitedMs,
    setTimer(callback, delayMs) {
      const timer = setImmediate(() => {
        waitedMs += delayMs;
        callback();
      });
      return () => {
        clearImmediate(timer);
      };
    },
  };
}
