import type { Clock, ReplyEvent } from '@sotto/widget-core/api';
import type { EventLog } from './eventLog';

/** How long the events of a finished run are kept, in milliseconds (1 hour). Contract 1.7. */
export const EVENTS_KEPT_MS = 3_600_000;

interface RunLog {
  readonly events: ReplyEvent[];
  readonly waiting: Set<() => void>;
  isOver: boolean;
  cancelExpiry?: () => void;
}

/** The event log of a single process: an array a run, forgotten an hour after its end. */
export function createMemoryEventLog(clock: Clock, keptMs: number = EVENTS_KEPT_MS): EventLog {
  const runs = new Map<string, RunLog>();

  function wake(run: RunLog): void {
    const waiting = [...run.waiting];
    run.waiting.clear();
    for (const resolve of waiting) resolve();
  }

  function finish(runId: string, run: RunLog): void {
    if (run.isOver) return;
    run.isOver = true;
    run.cancelExpiry = clock.setTimer(() => runs.delete(runId), keptMs);
    wake(run);
  }

  return {
    async begin(runId) {
      runs.set(runId, { events: [], waiting: new Set(), isOver: false });
    },
    async append(runId, events) {
      const run = runs.get(runId);
      if (!run || run.isOver) return;
      run.events.push(...events);
      wake(run);
    },
    async end(runId) {
      const run = runs.get(runId);
      if (run) finish(runId, run);
    },
    async read(runId, after, take) {
      const run = runs.get(runId);
      if (!run) return undefined;
      const events = run.events.slice(after, after + take).map((event, index) => ({ number: after + index + 1, event }));
      return { events, isOver: run.isOver && after + events.length >= run.events.length };
    },
    async wait(runId, after, signal) {
      const run = runs.get(runId);
      if (!run || run.isOver || run.events.length > after || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const settle = (): void => {
          signal.removeEventListener('abort', settle);
          run.waiting.delete(settle);
          resolve();
        };
        run.waiting.add(settle);
        signal.addEventListener('abort', settle, { once: true });
      });
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
