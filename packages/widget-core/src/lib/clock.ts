/** Cancels a timer. May be called repeatedly. */
export type CancelTimer = () => void;

/** The time and timers, passed as an argument. Tests use a clock that they advance. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after `delayMs` milliseconds. */
  setTimer(callback: () => void, delayMs: number): CancelTimer;
}

/**
 * The browser's or Node's own clock.
 *
 * `setTimeout` is looked up at call time: other scripts on a page patch it, and a
 * stored reference would be called with the wrong `this`.
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Resolves after `delayMs`, or rejects with the signal's reason when it is aborted first. */
export function delay(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const cancel = clock.setTimer(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    function onAbort(): void {
      cancel();
      reject(signal?.reason as Error);
    }
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Parses an HTTP date to milliseconds since the epoch; undefined if it is invalid. */
export function readHttpDate(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
