import type { CancelTimer, Clock } from '../lib/clock';
import type { PageLife } from '../lib/environment';

/** A connection without a byte for this long is lost, in milliseconds (contract 1.7). */
export const SILENCE_MS = 45_000;
/**
 * Longer than the server is ever silent, in milliseconds: it sends something every 15 s (contract 1.7). A connection
 * that was silent for this long when the page is seen again was lost in the background.
 */
const BACKGROUND_SILENCE_MS = 20_000;
/** How long a page that is seen again waits for bytes that arrived while it was frozen, in milliseconds. */
const GRACE_MS = 1_000;

/** Watches one connection. */
export interface SilenceWatch {
  /** Something arrived. */
  readonly reset: () => void;
  readonly stop: () => void;
}

/** Starts to watch a connection. @param onSilent - called once when it is lost */
export type WatchSilence = (onSilent: () => void) => SilenceWatch;

/**
 * Finds connections that are lost without a word: after a phone's background a request may neither answer nor fail.
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
