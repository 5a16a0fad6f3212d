import type { Clock } from '@sotto/widget-core/api';

/** Detects periods without activity, repeatedly. */
export interface IdleTimeout {
  /** Records activity. Only reads the clock, so it is cheap enough for every token. */
  readonly touch: () => void;
  readonly end: () => void;
}

/**
 * Calls back after each `silentMs` milliseconds without activity.
 *
 * Uses a single timer that checks the last activity when it fires, because resetting one for every token is
 * expensive.
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
    // The callback may have stopped this.
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
