import type { CancelTimer, Clock } from './clock';

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
): (callback: () => void) => CancelTimer {
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
