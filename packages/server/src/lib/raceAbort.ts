/**
 * The result of a promise, or a rejection with the signal's reason if that is aborted first. For work that cannot be
 * cancelled.
 */
export function raceAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', leave);
    });
  });
}
