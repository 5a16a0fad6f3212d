import { vi } from 'vitest';
import type { Clock } from '../lib/clock';

/** A clock that stands still until it is told to move. */
export interface ManualClock extends Clock {
  /** Moves on by so many milliseconds, calling what is due in order, and lets promises settle in between. */
  advance(ms: number): Promise<void>;
  /** How many timers are set. */
  pending(): number;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * Lets everything happen that waits for nothing but promises and parts that are being loaded, however busy the machine
 * is.
 */
export async function settle(): Promise<void> {
  await turns();
  await vi.dynamicImportSettled();
  await turns();
}

/** Lets everything happen that waits for nothing but promises. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

declare function setImmediate(callback: (value: unknown) => void): unknown;

/**
 * @param start - milliseconds since the epoch
 * @param rest - lets happen what follows from a timer; `turns` is enough, and quicker, when nothing is loaded on the
 *   way
 */
export function createManualClock(start = Date.UTC(2026, 10, 21, 12), rest = settle): ManualClock {
  let time = start;
  const timers = new Set<Timer>();
  return {
    now: () => time,
    setTimer(callback, delayMs) {
      const timer = { at: time + delayMs, callback };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    async advance(ms) {
      const end = time + ms;
      await rest();
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).sort((first, second) => first.at - second.at)[0];
        if (!due) break;
        time = Math.max(time, due.at);
        timers.delete(due);
        due.callback();
        await rest();
      }
      time = end;
      await rest();
    },
    pending: () => timers.size,
  };
}
