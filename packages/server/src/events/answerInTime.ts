/** Times out calls without a response, and tracks whether responses are still outstanding. */
export interface Patience {
  /** False while a response is overdue. No further call should be made until then. */
  readonly isAnswered: boolean;
  /** The result of `work`. @throws NoAnswerError after the time limit; a later result is dropped */
  answered<Value>(work: Promise<Value>): Promise<Value>;
  /** Drops the outstanding responses: their connection is closed. */
  forget(): void;
}

/** A call got no response in time. */
export class NoAnswerError extends Error {}

/**
 * Adds a time limit to calls. Libraries may wait forever for a response on a stalled connection: their own limits end
 * once the request has been sent.
 *
 * @param limitMs - maximum time for a response, in milliseconds
 * @param onChange - called when `isAnswered` changes
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
