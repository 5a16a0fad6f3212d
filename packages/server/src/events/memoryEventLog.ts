import type { Clock } from '@sotto/widget-core/api';
import { createEventList, type EventList } from './eventList';
import type { EventLog } from './eventLog';
import { createWaiters, type Waiters } from './waiters';

/** How long the events of a finished run are kept, in milliseconds (1 hour). Contract 1.7. */
export const EVENTS_KEPT_MS = 3_600_000;

interface RunLog {
  readonly events: EventList;
  readonly waiters: Waiters;
  isOver: boolean;
  cancelExpiry?: () => void;
}

/** Event log of a single process: a list per run, deleted an hour after its end. */
export function createMemoryEventLog(clock: Clock, keptMs: number = EVENTS_KEPT_MS): EventLog {
  const runs = new Map<string, RunLog>();

  function finish(runId: string, run: RunLog): void {
    if (run.isOver) return;
    run.isOver = true;
    run.cancelExpiry = clock.setTimer(() => runs.delete(runId), keptMs);
    run.waiters.wake();
  }

  return {
    async begin(runId) {
      runs.set(runId, { events: createEventList(), waiters: createWaiters(), isOver: false });
    },
    async append(runId, events) {
      const run = runs.get(runId);
      if (!run || run.isOver) return;
      run.events.add(events);
      run.waiters.wake();
    },
    async end(runId, last = []) {
      const run = runs.get(runId);
      if (!run || run.isOver) return;
      run.events.add(last);
      finish(runId, run);
    },
    async read(runId, after, take) {
      const run = runs.get(runId);
      if (!run) return undefined;
      const events = run.events.page(after, after + take);
      return { events, isOver: run.isOver && after + events.length >= run.events.length };
    },
    async wait(runId, after, signal) {
      const run = runs.get(runId);
      if (!run || run.isOver || run.events.length > after) return;
      await run.waiters.wait(signal);
    },
    async forget(runIds) {
      for (const runId of runIds) {
        const run = runs.get(runId);
        if (!run?.isOver) continue;
        run.cancelExpiry?.();
        runs.delete(runId);
      }
    },
    async close() {
      for (const [runId, run] of runs) {
        finish(runId, run);
        run.cancelExpiry?.();
      }
      runs.clear();
    },
  };
}
