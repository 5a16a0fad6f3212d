/** Those who wait until there is more of something. */
export interface Waiters {
  /** Resolves at the next `wake`, or when the signal is aborted. */
  wait(signal: AbortSignal): Promise<void>;
  wake(): void;
  readonly size: number;
}

/** Nobody waits yet. */
export function createWaiters(): Waiters {
  const waiting = new Set<() => void>();
  return {
    wait: (signal) =>
      new Promise((resolve) => {
        const settle = (): void => {
          signal.removeEventListener('abort', settle);
          waiting.delete(settle);
          resolve();
        };
        if (signal.aborted) {
          resolve();
          return;
        }
        waiting.add(settle);
        signal.addEventListener('abort', settle, { once: true });
      }),
    wake() {
      for (const settle of [...waiting]) settle();
    },
    get size() {
      return waiting.size;
    },
  };
}
