import type { Run } from '../../db/queries/conversations/runQueries';

/** A reply written by this process. */
export interface ActiveRun {
  readonly runId: string;
  readonly conversationId: string;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/**
 * Replies written by this process. A conversation may briefly have two: a run ends in the database, which allows the
 * next one to start, before its writer has finished.
 */
export interface ActiveRuns {
  find(runId: string): ActiveRun | undefined;
  /** The newest of a conversation. */
  latest(conversationId: string): ActiveRun | undefined;
  all(): ActiveRun[];
  /** Tracks a reply until it ends. @param write - resolves at its end, and never rejects */
  add(run: Pick<Run, 'id' | 'conversationId'>, write: (signal: AbortSignal) => Promise<void>): void;
}

/** @see ActiveRuns */
export function createActiveRuns(): ActiveRuns {
  const active = new Map<string, ActiveRun>();
  return {
    find: (runId) => active.get(runId),
    latest: (conversationId) => [...active.values()].findLast((run) => run.conversationId === conversationId),
    all: () => [...active.values()],
    add({ id: runId, conversationId }, write) {
      const controller = new AbortController();
      const done = write(controller.signal).finally(() => active.delete(runId));
      active.set(runId, { runId, conversationId, controller, done });
    },
  };
}
