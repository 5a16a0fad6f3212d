import type { Clock } from '@sotto/widget-core/api';
import type { RedisLink } from './redisLink';
import type { RedisRuns } from './redisRuns';
import { createWaiters, type Waiters } from './waiters';

/**
 * How long a subscription is kept after its last local reader has left, in milliseconds: most readers return
 * immediately for the next event.
 */
const LINGER_MS = 5_000;

/** Subscribes to new events of runs that other processes write. */
export interface RunSubscribers {
  /** Resolves when the run may have something after event `after`, and when the signal is aborted. */
  wait(runId: string, after: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

interface RunSubscriber {
  readonly waiters: Waiters;
  /** Number of the last event; Infinity: nothing more will come. */
  last: number;
  readonly isOpen: Promise<() => Promise<void>>;
  cancelLinger?: (() => void) | undefined;
}

/** One subscription per run, for all local readers. */
export function createRunSubscribers(runs: RedisRuns, link: RedisLink, clock: Clock): RunSubscribers {
  const subscribers = new Map<string, RunSubscriber>();
  // Events may have been missed while disconnected, so every reader reads again.
  const stopListening = link.onReturn(() => {
    for (const subscriber of subscribers.values()) {
      subscriber.last = Infinity;
      subscriber.waiters.wake();
    }
    for (const runId of [...subscribers.keys()]) drop(runId);
  });

  function drop(runId: string): void {
    const subscriber = subscribers.get(runId);
    if (!subscriber) return;
    subscribers.delete(runId);
    subscriber.cancelLinger?.();
    void subscriber.isOpen.then(
      (close) => close(),
      () => undefined,
    );
  }

  function open(runId: string): RunSubscriber {
    const waiters = createWaiters();
    const onEvents = (last: number): void => {
      subscriber.last = Math.max(subscriber.last, last);
      waiters.wake();
    };
    const subscribed = runs.subscribe(runId, onEvents);
    // Read once for events from before the subscription.
    const isOpen = subscribed.then(async (close) => {
      try {
        onEvents(await runs.last(runId));
      } catch (error) {
        await close();
        throw error;
      }
      return close;
    });
    const subscriber: RunSubscriber = { waiters, last: 0, isOpen };
    isOpen.catch(() => drop(runId));
    subscribers.set(runId, subscriber);
    return subscriber;
  }

  return {
    async wait(runId, after, signal) {
      const subscriber = subscribers.get(runId) ?? open(runId);
      subscriber.cancelLinger?.();
      await subscriber.isOpen;
      if (subscriber.last <= after && !signal.aborted) await subscriber.waiters.wait(signal);
      if (subscriber.waiters.size > 0 || subscribers.get(runId) !== subscriber) return;
      subscriber.cancelLinger?.();
      subscriber.cancelLinger = clock.setTimer(() => drop(runId), LINGER_MS);
    },
    async close() {
      stopListening();
      for (const subscriber of subscribers.values()) subscriber.waiters.wake();
      for (const runId of [...subscribers.keys()]) drop(runId);
    },
  };
}
