import type { Clock } from '@sotto/widget-core/api';

/** Notices when nothing has been heard for a while, again and again. */
export interface Silence {
  /** Something was heard. It costs a look at the clock, so it may be said for every token. */
  readonly heard: () => void;
  readonly end: () => void;
}

/**
 * Calls back after each `silentMs` milliseconds in which nothing was heard.
 *
 * One timer at a time, which looks back when it fires: setting one anew for every token is most of what a timer costs.
 */
export function createSilence(clock: Clock, silentMs: number, onSilence: () => void): Silence {
  let heardAt = clock.now();
  let cancel = clock.setTimer(look, silentMs);
  let isOver = false;

  function look(): void {
    const leftMs = heardAt + silentMs - clock.now();
    if (leftMs <= 0) {
      heardAt = clock.now();
      onSilence();
    }
    // What was called may have ended this.
    if (!isOver) cancel = clock.setTimer(look, leftMs <= 0 ? silentMs : leftMs);
  }

  return {
    heard() {
      heardAt = clock.now();
    },
    end() {
      isOver = true;
      cancel();
    },
  };
}
