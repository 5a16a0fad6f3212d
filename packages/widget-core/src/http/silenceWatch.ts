import type { CancelTimer, Clock } from '../lib/clock';
import type { PageLife } from '../lib/environment';

/** How long a connection may be silent before it counts as lost, in milliseconds (contract 1.7). */
export const SILENCE_MS = 45_000;
/**
 * Limit after the page was hidden, in milliseconds: the server sends something every 15 s (contract 1.7), so a
 * connection that was silent for longer was lost in the background.
 */
const BACKGROUND_SILENCE_MS = 20_000;
/** How long a page that is shown again waits for bytes that arrived while it was frozen, in milliseconds. */
const GRACE_MS = 1_000;

/** Watches one connection for silence. */
export interface SilenceWatch {
  /** Called for every received chunk. */
  readonly reset: () => void;
  readonly stop: () => void;
}

/** Starts watching a connection. @param onSilent - called once when it is lost */
export type WatchSilence = (onSilent: () => void) => SilenceWatch;

/**
 * Detects connections that are lost without an error: after a phone was in the background, a request may neither
 * respond nor fail.
 */
export function createSilenceWatch(
  clock: Clock,
  page?: Pick<PageLife, 'isHidden' | 'onVisibilityChange'>,
): WatchSilence {
  return (onSilent) => {
    let lastAt = clock.now();
    let cancel: CancelTimer = clock.setTimer(onSilent, SILENCE_MS);
    const wait = (ms: number): void => {
      cancel();
      cancel = clock.setTimer(onSilent, ms);
    };
    const stopListening = page?.onVisibilityChange(() => {
      if (!page.isHidden() && clock.now() - lastAt > BACKGROUND_SILENCE_MS) wait(GRACE_MS);
    });
    return {
      reset() {
        lastAt = clock.now();
        wait(SILENCE_MS);
      },
      stop() {
        cancel();
        stopListening?.();
      },
    };
  };
}
