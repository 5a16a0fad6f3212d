/**
 * What work comes to, unless the signal is aborted before: then its reason. For work that cannot be stopped, but that
 * nobody has to wait for.
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
