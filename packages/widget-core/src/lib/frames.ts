import type { CancelTimer, Clock } from './clock';

/** Schedules a single callback. */
export type Schedule = (callback: () => void) => CancelTimer;

/** Delay of batched changes while no frames are rendered, in milliseconds. */
export const HIDDEN_FRAME_MS = 250;

/**
 * Calls back before the next frame; in a hidden page, which renders none, after a short delay.
 *
 * Both timers start at once and the first one wins, so hiding the page before the frame does not block the callback.
 */
export function createFrameScheduler(
  clock: Clock,
  isHidden: () => boolean,
  frames: { request(callback: () => void): number; cancel(id: number): void } | undefined,
): Schedule {
  return (callback) => {
    let isDone = false;
    const run = (): void => {
      if (isDone) return;
      stop();
      callback();
    };
    const cancelTimer = clock.setTimer(run, HIDDEN_FRAME_MS);
    const frame = frames !== undefined && !isHidden() ? frames.request(run) : undefined;
    function stop(): void {
      isDone = true;
      cancelTimer();
      if (frame !== undefined) frames?.cancel(frame);
    }
    return stop;
  };
}

/** Limits a schedule to one callback per `intervalMs`. The first callback, and one after a pause, is not delayed. */
export function createPacedSchedule(schedule: Schedule, clock: Clock, intervalMs: number): Schedule {
  let last = Number.NEGATIVE_INFINITY;
  return (callback) => {
    const run = (): void => {
      last = clock.now();
      callback();
    };
    // If the clock was set back, the delay must not grow.
    const wait = Math.min(last + intervalMs - clock.now(), intervalMs);
    if (wait <= 0) return schedule(run);
    let cancel = clock.setTimer(() => {
      cancel = schedule(run);
    }, wait);
    return () => {
      cancel();
    };
  };
}
