import type { Run } from '../../db/queries/conversations/runQueries';

/** Ends of replies that the database did not take, because it was away. */
export interface PendingCompletions {
  /** `end` stores the end of a reply again. */
  readonly add: (run: Run, end: () => Promise<unknown>) => void;
  /**
   * Stores the pending ends of this conversation before it is read. Throws while the database is unavailable.
   */
  settle(conversationId: string): Promise<void>;
  /** Drops that of a conversation that was deleted. */
  forget(conversationId: string): void;
}

/**
 * Without them a reply that failed while the database was away would be running there for ever, and no other could
 * begin.
 */
export function createPendingCompletions(): PendingCompletions {
  const pending = new Map<string, () => Promise<unknown>>();
  return {
    forget: (conversationId) => void pending.delete(conversationId),
    add: (run, end) => void pending.set(run.conversationId, end),
    async settle(conversationId) {
      const end = pending.get(conversationId);
      if (!end) return;
      await end();
      // Another reply's end may have been added while this one was being stored.
      if (pending.get(conversationId) === end) pending.delete(conversationId);
    },
  };
}
