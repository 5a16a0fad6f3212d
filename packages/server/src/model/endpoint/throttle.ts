import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock } from '@sotto/widget-core/api';

/**
 * How long small chunks may be collected before they are passed on: not at all while the process is idle, longer
 * under load.
 */
export interface Throttle {
  /**
   * Current delay in milliseconds; 0 passes on immediately. Only reads the clock, so it is cheap enough for every
   * chunk.
   */
  gatherMs(): number;
  readonly setTimer: Clock['setTimer'];
}

/** Load of a process since the last call. */
export interface Load {
  /** Median delay of the event loop, in milliseconds. */
  readonly lateMs: number;
  /** Processor usage; 1 is one processor. */
  readonly use: number;
}

/** Dependencies of a throttle. */
export interface ThrottleOptions {
  readonly clock: Clock;
  /** @default this process's */
  readonly readLoad?: () => Load;
}

/** Maximum delay, in milliseconds: with four updates per second a reply still looks continuous. */
export const GATHER_MAX_MS = 250;
/** Minimum delay, in milliseconds. */
export const GATHER_MIN_MS = 20;
/** Interval of load checks, in milliseconds. */
export const MEASURE_INTERVAL_MS = 250;
/** The delay is doubled if the event loop is later than this, in milliseconds. */
const LATE_MS = 10;
/**
 * The delay is halved if the event loop has been on time for this many checks and the process is not fully loaded.
 */
const IN_TIME_MS = 3;
const CALM_USE = 0.8;
const CALM_MEASUREMENTS = 4;

/** Never delays. */
export const noThrottle: Throttle = { gatherMs: () => 0, setTimer: () => () => undefined };

/**
 * A throttle that starts without delay.
 *
 * Most of the cost of a token is the same for one and for five. An overloaded process would fall behind; with larger
 * chunks it does less work per token until it keeps up.
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
    // Decreases more slowly than it increases, by trial.
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

/** Interval for measuring the event loop, in milliseconds. */
const MEASURE_MS = 20;

function processLoad(): () => Load {
  const loop = monitorEventLoopDelay({ resolution: MEASURE_MS });
  loop.enable();
  let last = { at: process.hrtime.bigint(), cpu: process.cpuUsage() };
  return () => {
    // Measures the time between two callbacks.
    const lateMs = Math.max(0, loop.percentile(50) / 1e6 - MEASURE_MS);
    loop.reset();
    const now = { at: process.hrtime.bigint(), cpu: process.cpuUsage() };
    const cpuMs = (now.cpu.user + now.cpu.system - last.cpu.user - last.cpu.system) / 1e3;
    const use = cpuMs / (Number(now.at - last.at) / 1e6);
    last = now;
    return { lateMs, use };
  };
}
