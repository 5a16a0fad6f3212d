import type { CancelTimer, Clock } from './clock';

/** Something that calls back once, later. */
export type Schedule = (callback: () => void) => CancelTimer;

/** How long joined changes wait where no frames are drawn, in milliseconds. */
export const HIDDEN_FRAME_MS = 250;

/**
 * Calls back before the next frame; in a hidden page, which draws none, a little later.
 *
 * Both are set up at once and the first one wins, so a page that is hidden between the call and the frame is not stuck.
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

/**
 * The same schedule, but never sooner than `intervalMs` after it last called back. A first call, and one after a pause,
 * waits for nothing more.
 */
export function createPacedSchedule(schedule: Schedule, clock: Clock, intervalMs: number): Schedule {
  let last = Number.NEGATIVE_INFINITY;
  return (callback) => {
    const run = (): void => {
      last = clock.now();
      callback();
    };
    // A clock that was set back must not hold anything up.
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
