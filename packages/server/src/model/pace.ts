import { performance } from 'node:perf_hooks';
import type { Clock } from '@sotto/widget-core/api';

/** How long what comes in small pieces may gather before it is handed on: not at all in a process with time to spare, longer the less it has. */
export interface Pace {
  /** Milliseconds for now, 0: hand on at once. It costs a look at the clock, so it may be asked for every piece. */
  gatherMs(): number;
  readonly setTimer: Clock['setTimer'];
}

/** What a pace is kept by. */
export interface PaceOptions {
  readonly clock: Clock;
  /** The part of the time since it was last asked that the event loop was at work, 0 to 1. @default this process's */
  readonly readUse?: () => number;
}

/** Longest time that pieces gather, in milliseconds: four times a second a reply still seems to be written. */
export const GATHER_MAX_MS = 250;
/** Shortest, in milliseconds. */
export const GATHER_MIN_MS = 20;
/** How often the use of the event loop is looked at, in milliseconds. */
export const LOOK_MS = 250;
/** Use of the event loop above which pieces gather twice as long, and below which they gather half as long. */
const BUSY = 0.85;
const CALM = 0.6;

/** Hands on at once, always. */
export const noPace: Pace = { gatherMs: () => 0, setTimer: () => () => undefined };

/**
 * A pace that begins without gathering.
 *
 * Most of what a word costs is the same for one word and for five. A process that is asked for more than it can do would fall behind for good; one whose
 * words travel together does less for each of them, until it keeps up.
 */
export function createPace({ clock, readUse = eventLoopUse() }: PaceOptions): Pace {
  let gatherMs = 0;
  let lookedAt = clock.now();

  function look(): void {
    const use = readUse();
    if (use > BUSY) gatherMs = Math.min(GATHER_MAX_MS, Math.max(GATHER_MIN_MS, gatherMs * 2));
    else if (use < CALM) gatherMs = gatherMs / 2 < GATHER_MIN_MS ? 0 : gatherMs / 2;
  }

  return {
    gatherMs() {
      const now = clock.now();
      if (now - lookedAt >= LOOK_MS || now < lookedAt) {
        lookedAt = now;
        look();
      }
      return gatherMs;
    },
    setTimer: (callback, delayMs) => clock.setTimer(callback, delayMs),
  };
}

function eventLoopUse(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
