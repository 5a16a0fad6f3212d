import type { Clock } from '@sotto/widget-core/api';

/** Detects periods without activity, repeatedly. */
export interface IdleTimeout {
  /** Records activity. It only reads the clock, so it may be called for every token. */
  readonly touch: () => void;
  readonly end: () => void;
}

/**
 * Calls back after each `silentMs` milliseconds without activity.
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
