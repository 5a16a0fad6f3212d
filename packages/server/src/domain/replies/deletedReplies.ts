import { delay, type Clock } from '@sotto/widget-core/api';
import { toApiError } from '../../lib/apiError';
import type { DeletedRun } from '../../db/queries/retentionQueries';
import type { Turns } from './turns';
import { DELETED } from './writeReply';

/** How long a running reply may take to stop, and the polling interval, in milliseconds. */
const STOP_MS = 3_000;
const ASK_MS = 50;
/** How long the readers of a reply that was stopped have to read its end, in milliseconds. */
const READ_MS = 250;

/** Ends replies that are being written in conversations that are deleted. */
export interface DeletedReplies {
  /** Stops them before the deletion, and waits until they have ended and their end has been read. */
  stop(conversationIds: readonly string[]): Promise<void>;
  /** Ends those that begun during the deletion. What they write has no place any more. */
  cut(runs: readonly DeletedRun[]): Promise<void>;
}

/** @see DeletedReplies */
export function createDeletedReplies(
  clock: Clock,
  turns: () => Pick<Turns, 'abort' | 'running' | 'cut'>,
): DeletedReplies {
  async function stopOne(id: string): Promise<void> {
    await turns()
      .abort(id, DELETED)
      // A process that cannot be reached keeps nobody from deleting: the rows that its reply would be stored in go.
      .catch((error: unknown) => {
        if (toApiError(error).code !== 'SERVICE_UNAVAILABLE') throw error;
      });
    const until = clock.now() + STOP_MS;
    while (clock.now() < until && (await turns().running(id)) !== undefined) await delay(clock, ASK_MS);
  }

  return {
    async stop(conversationIds) {
      if (conversationIds.length === 0) return;
      await Promise.all(conversationIds.map(stopOne));
      await delay(clock, READ_MS);
    },
    async cut(runs) {
      if (runs.length === 0) return;
      await turns().cut(runs);
      await delay(clock, READ_MS);
    },
  };
}
