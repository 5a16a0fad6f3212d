import type { CancelTimer, Clock } from '@sotto/widget-core/api';

/** Counts the time that passes between `start` and `pause`, and aborts its signal when too much has. */
export interface Stopwatch {
  /** Aborted when the time is over, or with the caller's signal. */
  readonly signal: AbortSignal;
  start(): void;
  pause(): void;
  /** Whether it was the time that ran out. */
  isOver(): boolean;
}

/** @param budgetMs - how much time may be counted, in milliseconds */
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
