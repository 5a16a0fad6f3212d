import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import { createPace, GATHER_MAX_MS, GATHER_MIN_MS, LOOK_MS } from './pace';

/** A pace, and the event loop's use as the test says it. */
function setUp() {
  const clock = createManualClock();
  const loop = { use: 0.2, looks: 0 };
  const pace = createPace({
    clock,
    readUse() {
      loop.looks += 1;
      return loop.use;
    },
  });
  const next = (use: number): number => {
    loop.use = use;
    clock.advance(LOOK_MS);
    return pace.gatherMs();
  };
  return { clock, loop, pace, next };
}

describe('how long words gather', () => {
  it('is not at all while there is time to spare, and looks at that four times a second, however many words pass', () => {
    const { clock, loop, pace } = setUp();
    for (let piece = 0; piece < 1000; piece += 1) {
      clock.advance(1);
      expect(pace.gatherMs()).toBe(0);
    }
    expect(loop.looks).toBe(1000 / LOOK_MS);
  });

  it('grows while the process is at its limit, to a quarter of a second at most, stays where it is enough, and ends with the load', () => {
    const { next } = setUp();
    const grown = Array.from({ length: 6 }, () => next(1));
    expect(grown).toEqual([GATHER_MIN_MS, 40, 80, 160, GATHER_MAX_MS, GATHER_MAX_MS]);
    expect([next(0.7), next(0.7)]).toEqual([GATHER_MAX_MS, GATHER_MAX_MS]);
    expect(Array.from({ length: 5 }, () => next(0.3))).toEqual([125, 62.5, 31.25, 0, 0]);
  });
});
