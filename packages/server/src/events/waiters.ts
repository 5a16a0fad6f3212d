/** A set of waiters for further events. */
export interface Waiters {
  /** Resolves at the next `wake`, or when the signal is aborted. */
  wait(signal: AbortSignal): Promise<void>;
  wake(): void;
  readonly size: number;
}

interface Waiting {
  readonly signal: AbortSignal;
  readonly resolve: () => void;
}

/** Creates an empty set of waiters. */
export function createWaiters(): Waiters {
  let waiting: Waiting[] = [];
  // Readers wait for every token with the same signal, so it gets a single listener: adding one per wait cost more
  // than the token itself.
  const subscribed = new WeakSet<AbortSignal>();

  function subscribe(signal: AbortSignal): void {
    if (subscribed.has(signal)) return;
    subscribed.add(signal);
    const leave = (): void => {
      const leaving = waiting.filter((each) => each.signal === signal);
      waiting = waiting.filter((each) => each.signal !== signal);
      for (const { resolve } of leaving) resolve();
    };
    signal.addEventListener('abort', leave, { once: true });
  }

  return {
    wait: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) {
          resolve();
          return;
        }
        subscribe(signal);
        waiting.push({ signal, resolve });
      }),
    wake() {
      const woken = waiting;
      waiting = [];
      for (const { resolve } of woken) resolve();
    },
    get size() {
      return waiting.length;
    },
  };
}
