import type { Locks } from '../lib/environment';

interface Turn {
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
  const holders = new Map<string, Turn>();
  const queues = new Map<string, Turn[]>();
  const queueOf = (name: string): Turn[] => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return queue;
  };
  function next(name: string): void {
    if (holders.has(name)) return;
    const turn = queueOf(name).shift();
    if (!turn) return;
    holders.set(name, turn);
    turn.start();
  }

  return {
    isHeld: (name) => holders.has(name),
    waiting: (name) => queueOf(name).length,
    async hold(name, action, options = {}) {
      const lost = new AbortController();
      let turn: Turn | undefined;
      await new Promise<void>((resolve, reject) => {
        turn = { start: resolve, lost };
        const own = turn;
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
        if (holders.get(name) === turn) {
          holders.delete(name);
          next(name);
        }
      }
    },
  };
}
