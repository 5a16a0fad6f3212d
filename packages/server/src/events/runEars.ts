import type { Clock } from '@sotto/widget-core/api';
import type { RedisLink } from './redisLink';
import type { RedisRuns } from './redisRuns';
import { createWaiters, type Waiters } from './waiters';

/**
 * How long a run is heard after its last reader here has gone, in milliseconds: most come back for the next event at
 * once.
 */
const LINGER_MS = 5_000;

/** Hears of new events of runs that other processes write. */
export interface RunEars {
  /** Resolves when the run may have something after event `after`, and when the signal is aborted. */
  wait(runId: string, after: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

interface Ear {
  readonly waiters: Waiters;
  /** Number of the last event; Infinity: nothing more will come. */
  last: number;
  readonly isOpen: Promise<() => Promise<void>>;
  cancelLinger?: (() => void) | undefined;
}

/** One subscription a run, however many read it here. */
export function createRunEars(runs: RedisRuns, link: RedisLink, clock: Clock): RunEars {
  const ears = new Map<string, Ear>();
  // Whatever was said while the connection was away has not been heard: everybody looks again.
  const stopListening = link.onReturn(() => {
    for (const ear of ears.values()) {
      ear.last = Infinity;
      ear.waiters.wake();
    }
    for (const runId of [...ears.keys()]) drop(runId);
  });

  function drop(runId: string): void {
    const ear = ears.get(runId);
    if (!ear) return;
    ears.delete(runId);
    ear.cancelLinger?.();
    void ear.isOpen.then(
      (close) => close(),
      () => undefined,
    );
  }

  function open(runId: string): Ear {
    const waiters = createWaiters();
    const note = (last: number): void => {
      ear.last = Math.max(ear.last, last);
      waiters.wake();
    };
    const subscribed = runs.hear(runId, note);
    // What came before the subscription was asked for is asked for once.
    const isOpen = subscribed.then(async (close) => {
      try {
        note(await runs.last(runId));
      } catch (error) {
        await close();
        throw error;
      }
      return close;
    });
    const ear: Ear = { waiters, last: 0, isOpen };
    isOpen.catch(() => drop(runId));
    ears.set(runId, ear);
    return ear;
  }

  return {
    async wait(runId, after, signal) {
      const ear = ears.get(runId) ?? open(runId);
      ear.cancelLinger?.();
      await ear.isOpen;
      if (ear.last <= after && !signal.aborted) await ear.waiters.wait(signal);
      if (ear.waiters.size > 0 || ears.get(runId) !== ear) return;
      ear.cancelLinger?.();
      ear.cancelLinger = clock.setTimer(() => drop(runId), LINGER_MS);
    },
    async close() {
      stopListening();
      for (const ear of ears.values()) ear.waiters.wake();
      for (const runId of [...ears.keys()]) drop(runId);
    },
  };
}
