import type { Clock } from '@sotto/widget-core/api';

/** Notices when nothing has been heard for a while, again and again. */
export interface IdleTimeout {
  /** Something was heard. It costs a look at the clock, so it may be said for every token. */
  readonly touch: () => void;
  readonly end: () => void;
}

/**
 * Calls back after each `silentMs` milliseconds in which nothing was heard.
 *
 * One timer at a time, which looks back when it fires: setting one anew for every token is most of what a timer costs.
 */
export function createIdleTimeout(clock: Clock, timeoutMs: number, onTimeout: () => void): IdleTimeout {
  let lastActivityAt = clock.now();
  let cancel = clock.setTimer(check, timeoutMs);
  let isOver = false;

  function check(): void {
    const leftMs = lastActivityAt + timeoutMs - clock.now();
    if (leftMs <= 0) {
      lastActivityAt = clock.now();
      onTimeout();
    }
    // What was called may have ended this.
    if (!isOver) cancel = clock.setTimer(check, leftMs <= 0 ? timeoutMs : leftMs);
  }

  return {
    touch() {
      lastActivityAt = clock.now();
    },
    end() {
      isOver = true;
      cancel();
    },
  };
}
