/** A signal that aborts as soon as one of the given ones does. (Some supported browsers lack `AbortSignal.any`.) */
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
