import type { Clock } from '@sotto/widget-core/api';

/** How long calls are counted together, in milliseconds. */
export const WINDOW_MS = 60_000;

/** What is left after a call. */
export interface RateCount {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Seconds until the window begins anew. */
  readonly resetSeconds: number;
}

/** Counts calls in windows of a minute. One process counts in memory; several share a store of the same shape. */
export interface RateCounter {
  take(key: string, limit: number): Promise<RateCount>;
}

/** Counts in memory. Windows that have passed are dropped as new ones come. */
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
