import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import { createFrameScheduler, createPacedSchedule } from './frames';

describe('law 1 drawing at a pace', () => {
  const FRAME_MS = 16;
  function setUp() {
    const clock = createManualClock();
    const schedule = createPacedSchedule((callback) => clock.setTimer(callback, FRAME_MS), clock, 30);
    let calls = 0;
    return {
      clock,
      calls: () => calls,
      ask: () =>
        schedule(() => {
          calls += 1;
        }),
    };
  }

  it('draws first text at the next frame, and then however often it is asked not before 30 ms are over', async () => {
    const { clock, calls, ask } = setUp();
    ask();
    await clock.advance(FRAME_MS);
    expect(calls()).toBe(1);
    ask();
    await clock.advance(29);
    expect(calls()).toBe(1);
    await clock.advance(1 + FRAME_MS);
    expect(calls()).toBe(2);
  });

  it('waits for the next frame only after a pause', async () => {
    const { clock, calls, ask } = setUp();
    ask();
    await clock.advance(1000);
    ask();
    await clock.advance(FRAME_MS);
    expect(calls()).toBe(2);
  });

  it('can be called off while it waits, and while the frame is on its way', async () => {
    const { clock, calls, ask } = setUp();
    ask();
    await clock.advance(FRAME_MS);
    ask()();
    await clock.advance(1000);
    const cancel = ask();
    await clock.advance(1);
    cancel();
    await clock.advance(1000);
    expect(calls()).toBe(1);
  });

  it('F306 is not held up by a clock that is set back by a day', async () => {
    let offset = 0;
    const inner = createManualClock();
    const clock = { ...inner, now: () => inner.now() + offset };
    let calls = 0;
    const schedule = createPacedSchedule((callback) => inner.setTimer(callback, FRAME_MS), clock, 30);
    schedule(() => {
      calls += 1;
    });
    await inner.advance(FRAME_MS);
    offset = -86_400_000;
    schedule(() => {
      calls += 1;
    });
    await inner.advance(30 + FRAME_MS);
    expect(calls).toBe(2);
  });
});

describe('frames of a page', () => {
  it('come a little later in a page that is hidden, or gets hidden before the frame', async () => {
    const clock = createManualClock();
    let calls = 0;
    const never = { request: () => 1, cancel: () => undefined };
    createFrameScheduler(
      clock,
      () => false,
      never,
    )(() => {
      calls += 1;
    });
    createFrameScheduler(
      clock,
      () => true,
      never,
    )(() => {
      calls += 1;
    });
    await clock.advance(249);
    expect(calls).toBe(0);
    await clock.advance(1);
    expect(calls).toBe(2);
  });
});
