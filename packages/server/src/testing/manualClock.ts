import type { Clock } from '@sotto/widget-core/api';

/** Time that moves when told. */
export interface ManualClock extends Clock {
  /** Moves time and runs what falls due, in its order. */
  advance(ms: number): void;
  /** How many timers are set. */
  readonly pending: number;
}

/** @param start - milliseconds since the epoch */
export function createManualClock(start = 1_790_000_000_000): ManualClock {
  let now = start;
  const timers = new Set<{ at: number; callback: () => void }>();
  return {
    now: () => now,
    get pending() {
      return timers.size;
    },
    setTimer(callback, delayMs) {
      const timer = { at: now + delayMs, callback };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter((timer) => timer.at <= end).sort((first, second) => first.at - second.at)[0];
        if (!due) break;
        timers.delete(due);
        now = Math.max(now, due.at);
        due.callback();
      }
      now = end;
    },
  };
}
