import type { Locks } from '../lib/environment';

interface LockRequest {
  start(): void;
  readonly lost: AbortController;
}

/** Web Locks of one site, seen by several tabs in one test: one holder a name, the others wait in order. */
export interface MemoryLocks extends Locks {
  isHeld(name: string): boolean;
  /** How many wait for it. */
  waiting(name: string): number;
}

/** @see MemoryLocks */
export function createMemoryLocks(): MemoryLocks {
  const holders = new Map<string, LockRequest>();
  const queues = new Map<string, LockRequest[]>();
  const queueOf = (name: string): LockRequest[] => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return queue;
  };
  function next(name: string): void {
    if (holders.has(name)) return;
    const request = queueOf(name).shift();
    if (!request) return;
    holders.set(name, request);
    request.start();
  }

  return {
    isHeld: (name) => holders.has(name),
    waiting: (name) => queueOf(name).length,
    async hold(name, action, options = {}) {
      const lost = new AbortController();
      let request: LockRequest | undefined;
      await new Promise<void>((resolve, reject) => {
        request = { start: resolve, lost };
        const own = request;
        if (options.steal) {
          holders.get(name)?.lost.abort();
          holders.set(name, own);
          resolve();
          return;
        }
        const { signal } = options;
        if (signal?.aborted) {
          reject(signal.reason as Error);
          return;
        }
        signal?.addEventListener('abort', () => {
          const queue = queueOf(name);
          if (!queue.includes(own)) return;
          queue.splice(queue.indexOf(own), 1);
          reject(signal.reason as Error);
        });
        queueOf(name).push(own);
        next(name);
      });
      try {
        return await action(lost.signal);
      } finally {
        if (holders.get(name) === request) {
          holders.delete(name);
          next(name);
        }
      }
    },
  };
}
