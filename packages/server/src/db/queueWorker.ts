import type { Clock } from '@sotto/widget-core/api';
import { outsideRequest } from './databaseTime';

/** How often a queue is polled, in milliseconds. */
export const LOOK_MS = 2_000;
/** The longest pause between polls while the database does not answer, in milliseconds. */
const LOOK_MAX_MS = 60_000;

/** Works through a queue in the database until it is closed. */
export interface QueueWorker {
  /** Polls the queue at once, because an item was added. */
  wake(): void;
  /** Takes no more items, and waits for those being worked on. */
  close(): Promise<void>;
}

/** What a worker needs to know of its queue. */
export interface QueueWorkerOptions<Item> {
  readonly clock: Clock;
  /** Items that this process works on at a time. */
  readonly atOnce: number;
  /** Takes the next item that is due, so that no other process does. @param busy - those being worked on */
  readonly claim: (busy: readonly Item[]) => Promise<Item | undefined>;
  /** @param signal - aborted when the worker is closed */
  readonly work: (item: Item, signal: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** @see QueueWorker */
export function createQueueWorker<Item>({
  clock,
  atOnce,
  claim,
  work,
  onError,
}: QueueWorkerOptions<Item>): QueueWorker {
  const ending = new AbortController();
  const busy = new Map<Promise<void>, Item>();
  let taking: Promise<void> | undefined;
  let isWoken = false;
  let wait = LOOK_MS;

  async function takeDue(): Promise<void> {
    do {
      isWoken = false;
      while (busy.size < atOnce && !ending.signal.aborted) {
        const item = await claim([...busy.values()]);
        if (item === undefined) break;
        const done: Promise<void> = work(item, ending.signal)
          .catch(onError)
          .finally(() => {
            busy.delete(done);
            void take();
          });
        busy.set(done, item);
      }
    } while (isWoken && !ending.signal.aborted);
    wait = LOOK_MS;
  }
  /** Takes due items up to the limit. */
  function take(): Promise<void> {
    isWoken = true;
    taking ??= takeDue()
      .catch((error: unknown) => {
        onError(error);
        wait = Math.min(wait * 2, LOOK_MAX_MS);
      })
      .finally(() => (taking = undefined));
    return taking;
  }
  let cancel = clock.setTimer(look, LOOK_MS);
  function look(): void {
    void take().finally(() => {
      if (!ending.signal.aborted) cancel = clock.setTimer(look, wait);
    });
  }

  return {
    // The worker's queries do not count for the request that wakes it.
    wake: () => void outsideRequest(take),
    async close() {
      ending.abort(new Error('The server closes'));
      cancel();
      await taking;
      await Promise.all(busy.keys());
    },
  };
}
