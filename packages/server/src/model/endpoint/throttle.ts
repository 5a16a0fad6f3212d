import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock } from '@sotto/widget-core/api';

/**
 * How long what comes in small pieces may gather before it is handed on: not at all in a process with time to spare,
 * longer the less it has.
 */
export interface Throttle {
  /** Milliseconds for now, 0: pass on at once. It only reads the clock, so it may be called for every chunk. */
  gatherMs(): number;
  readonly setTimer: Clock['setTimer'];
}

/** The load of a process since the last call. */
export interface Load {
  /** How late the event loop came to what it was to do, half of the times at least, in milliseconds. */
  readonly lateMs: number;
  /** Processor time over time: 1 is one processor. */
  readonly use: number;
}

/** What a pace is kept by. */
export interface ThrottleOptions {
  readonly clock: Clock;
  /** @default this process's */
  readonly readLoad?: () => Load;
}

/** Longest time that pieces gather, in milliseconds: four times a second a reply still seems to be written. */
export const GATHER_MAX_MS = 250;
/** Shortest, in milliseconds. */
export const GATHER_MIN_MS = 20;
/** How often the load is looked at, in milliseconds. */
export const MEASURE_INTERVAL_MS = 250;
/** Pieces gather twice as long when the event loop comes later than this, in milliseconds. */
const LATE_MS = 10;
/**
 * They gather half as long when it has come in time for so many looks, in milliseconds, and the process has some of its
 * own to spare.
 */
const IN_TIME_MS = 3;
const CALM_USE = 0.8;
const CALM_MEASUREMENTS = 4;

/** Hands on at once, always. */
export const noThrottle: Throttle = { gatherMs: () => 0, setTimer: () => () => undefined };

/**
 * A pace that begins without gathering.
 *
 * Most of what a word costs is the same for one word and for five. A process with more work than it can do
 * would fall behind for good; one whose words travel together does less for each of them, until it keeps up.
 */
export function createThrottle({ clock, readLoad = processLoad() }: ThrottleOptions): Throttle {
  let gatherMs = 0;
  let calmMeasurements = 0;
  let measuredAt = clock.now();

  function measure(): void {
    const { lateMs, use } = readLoad();
    if (lateMs > LATE_MS) gatherMs = Math.min(GATHER_MAX_MS, Math.max(GATHER_MIN_MS, gatherMs * 2));
    calmMeasurements = lateMs < IN_TIME_MS && use < CALM_USE ? calmMeasurements + 1 : 0;
    if (calmMeasurements < CALM_MEASUREMENTS) return;
    // Falls slower than it grows: whether less is enough is found out by trying.
    calmMeasurements = 0;
    gatherMs = gatherMs / 2 < GATHER_MIN_MS ? 0 : gatherMs / 2;
  }

  return {
    gatherMs() {
      const now = clock.now();
      if (now - measuredAt >= MEASURE_INTERVAL_MS || now < measuredAt) {
        measuredAt = now;
        measure();
      }
      return gatherMs;
    },
    setTimer: (callback, delayMs) => clock.setTimer(callback, delayMs),
  };
}

/** How often the event loop's lateness is measured, in milliseconds. */
const MEASURE_MS = 20;

function processLoad(): () => Load {
  const loop = monitorEventLoopDelay({ resolution: MEASURE_MS });
  loop.enable();
  let last = { at: process.hrtime.bigint(), cpu: process.cpuUsage() };
  return () => {
    // What is counted is the time between two measurements.
    const lateMs = Math.max(0, loop.percentile(50) / 1e6 - MEASURE_MS);
    loop.reset();
    const now = { at: process.hrtime.bigint(), cpu: process.cpuUsage() };
    const cpuMs = (now.cpu.user + now.cpu.system - last.cpu.user - last.cpu.system) / 1e3;
    const use = cpuMs / (Number(now.at - last.at) / 1e6);
    last = now;
    return { lateMs, use };
  };
}
