/**
 * A signal that is aborted as soon as one of several is. (`AbortSignal.any` is too young for the browsers we support.)
 */
export function anyAborted(signals: readonly (AbortSignal | undefined)[]): {
  readonly signal: AbortSignal;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(new DOMException('Stopped', 'AbortError'));
  };
  for (const signal of signals) {
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: controller.signal,
    release() {
      for (const signal of signals) signal?.removeEventListener('abort', abort);
    },
  };
}
