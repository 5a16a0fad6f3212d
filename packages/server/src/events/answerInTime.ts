/** Times out calls without a response, and tracks whether responses are still outstanding. */
export interface Patience {
  /** False while a response is overdue. No further call should be made until then. */
  readonly isAnswered: boolean;
  /** What `work` comes to. @throws NoAnswerError when that takes longer than the limit; what comes later is dropped */
  answered<Value>(work: Promise<Value>): Promise<Value>;
  /** Drops the outstanding responses: their connection is closed. */
  forget(): void;
}

/** A call got no response in time. */
export class NoAnswerError extends Error {}

/**
 * Libraries may wait for ever for an answer on a connection that stands still: a limit of theirs ends where the request
 * has been sent.
 *
 * @param limitMs - how long an answer is waited for, in milliseconds
 * @param onChange - called whenever `isAnswered` has changed
 */
export function createPatience(limitMs: number, onChange: () => void): Patience {
  const pending = new Set<Promise<unknown>>();

  function owe(work: Promise<unknown>): void {
    pending.add(work);
    const settle = (): void => {
      if (pending.delete(work) && pending.size === 0) onChange();
    };
    work.then(settle, settle);
    if (pending.size === 1) onChange();
  }
  return {
    get isAnswered() {
      return pending.size === 0;
    },
    answered: (work) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          owe(work);
          reject(new NoAnswerError(`No answer within ${String(limitMs)} ms`));
        }, limitMs);
        work.then(resolve, reject).finally(() => {
          clearTimeout(timer);
        });
      }),
    forget() {
      if (pending.size === 0) return;
      pending.clear();
      onChange();
    },
  };
}
