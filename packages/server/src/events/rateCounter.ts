import type { Clock } from '@sotto/widget-core/api';

/** Length of a counting window, in milliseconds. */
export const WINDOW_MS = 60_000;

/** State after a call. */
export interface RateCount {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Seconds until the next window. */
  readonly resetSeconds: number;
}

/** Counts calls per minute: in memory for one process, in a shared store for several. */
export interface RateCounter {
  take(key: string, limit: number): Promise<RateCount>;
}

/** Counts in memory. Old windows are dropped when new ones start. */
export function createMemoryRateCounter(clock: Clock): RateCounter {
  const windows = new Map<string, { startedAt: number; count: number }>();

  function sweep(now: number): void {
    for (const [key, window] of windows) {
      if (now - window.startedAt < WINDOW_MS) break;
      windows.delete(key);
    }
  }

  return {
    async take(key, limit) {
      const now = clock.now();
      const known = windows.get(key);
      const isCurrent = known !== undefined && now - known.startedAt < WINDOW_MS && now >= known.startedAt;
      const window = isCurrent ? known : { startedAt: now, count: 0 };
      if (!isCurrent) {
        sweep(now);
        // Deleted first, so that the map stays ordered by age.
        windows.delete(key);
        windows.set(key, window);
      }
      window.count += 1;
      return {
        isAllowed: window.count <= limit,
        remaining: Math.max(0, limit - window.count),
        resetSeconds: Math.max(1, Math.ceil((window.startedAt + WINDOW_MS - now) / 1000)),
      };
    },
  };
}
