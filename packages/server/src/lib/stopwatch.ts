import type { CancelTimer, Clock } from '@sotto/widget-core/api';

/** Measures the time between `start` and `pause`, and aborts its signal when the limit is exceeded. */
export interface Stopwatch {
  /** Aborted at the time limit, or with the caller's signal. */
  readonly signal: AbortSignal;
  start(): void;
  pause(): void;
  /** Whether the time limit was exceeded. */
  isOver(): boolean;
}

/** @param budgetMs - time limit, in milliseconds */
export function createStopwatch(budgetMs: number, clock: Clock, caller: AbortSignal): Stopwatch {
  const over = new AbortController();
  let leftMs = budgetMs;
  let startedAt = 0;
  let cancel: CancelTimer | undefined;
  return {
    signal: AbortSignal.any([caller, over.signal]),
    start() {
      if (cancel) return;
      startedAt = clock.now();
      cancel = clock.setTimer(() => {
        over.abort(new Error(`${String(budgetMs)} ms of model time are over`));
      }, leftMs);
    },
    pause() {
      if (!cancel) return;
      cancel();
      cancel = undefined;
      leftMs = Math.max(0, leftMs - (clock.now() - startedAt));
    },
    isOver: () => over.signal.aborted,
  };
}
