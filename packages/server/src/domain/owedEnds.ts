import type { Database } from '../db/database';
import { endRun, type Run, type RunEnd } from '../db/queries/runs';

/** Ends of replies that the database did not take, because it was away. */
export interface OwedEnds {
  readonly add: (run: Run, end: RunEnd) => void;
  /** Tells the database what it is owed of this conversation, before it is asked about it. Throws while it is still away. */
  settle(conversationId: string): Promise<void>;
}

/** Without them a reply that failed while the database was away would be running there for ever, and no other could begin. */
export function createOwedEnds(db: Database): OwedEnds {
  const owed = new Map<string, { runId: string; end: RunEnd }>();
  return {
    add: (run, end) => void owed.set(run.conversationId, { runId: run.id, end }),
    async settle(conversationId) {
      const entry = owed.get(conversationId);
      if (!entry) return;
      await endRun(db, entry.runId, entry.end);
      owed.delete(conversationId);
    },
  };
}
