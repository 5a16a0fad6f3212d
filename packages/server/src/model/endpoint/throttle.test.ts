import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../testing/manualClock';
import { createThrottle, GATHER_MAX_MS, GATHER_MIN_MS, MEASURE_INTERVAL_MS } from './throttle';

/** A pace, and the load as the test says it. */
function setUp() {
  const clock = createManualClock();
  const load = { lateMs: 0.2, use: 0.3, looks: 0 };
  const pace = createThrottle({
    clock,
    readLoad() {
      load.looks += 1;
      return load;
    },
  });
  const next = (lateMs: number, use: number): number => {
    Object.assign(load, { lateMs, use });
    clock.advance(MEASURE_INTERVAL_MS);
    return pace.gatherMs();
  };
  return { clock, load, pace, next };
}

describe('how long words gather', () => {
  it('is not at all while the process comes in time, and looks at that four times a second, however many words pass', () => {
    const { clock, load, pace } = setUp();
    for (let piece = 0; piece < 1000; piece += 1) {
      clock.advance(1);
      expect(pace.gatherMs()).toBe(0);
    }
    expect(load.looks).toBe(1000 / MEASURE_INTERVAL_MS);
  });

  it('grows while the process falls behind, to a quarter of a second at most, stays where it is enough, and ends with the load', () => {
    const { next } = setUp();
    const grown = Array.from({ length: 6 }, () => next(30, 1));
    expect(grown).toEqual([GATHER_MIN_MS, 40, 80, 160, GATHER_MAX_MS, GATHER_MAX_MS]);
    // In time only because words gather, or hardly in time: it would fall behind once more.
    for (let look = 0; look < 10; look += 1)
      expect([next(1, 0.9), next(5, 0.3)]).toEqual([GATHER_MAX_MS, GATHER_MAX_MS]);
    const inTime = Array.from({ length: 20 }, () => next(1, 0.3));
    expect(inTime).toEqual([
      250, 250, 250, 125, 125, 125, 125, 62.5, 62.5, 62.5, 62.5, 31.25, 31.25, 31.25, 31.25, 0, 0, 0, 0, 0,
    ]);
  });
});
