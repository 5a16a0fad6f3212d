import type { Run } from '../../db/queries/conversations/runQueries';

/** Ends of replies that could not be stored because the database was unavailable. */
export interface PendingCompletions {
  /** `end` stores the end again. */
  readonly add: (run: Run, end: () => Promise<unknown>) => void;
  /** Stores pending ends of a conversation before it is read. Throws while the database is unavailable. */
  settle(conversationId: string): Promise<void>;
  /** Drops the pending end of a deleted conversation. */
  forget(conversationId: string): void;
}

/** Without this, such a reply would stay running in the database, and no other could start. */
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
