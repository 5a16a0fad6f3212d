import { delay, type Clock } from '@sotto/widget-core/api';
import { toApiError } from '../../lib/apiError';
import type { DeletedRun } from '../../db/queries/retentionQueries';
import type { Turns } from './turns';
import { DELETED } from './writeReply';

/** Time limit for stopping a reply, and polling interval, in milliseconds. */
const STOP_MS = 3_000;
const ASK_MS = 50;
/** How long readers of a stopped reply can read its end, in milliseconds. */
export const READ_MS = 250;

/** Ends running replies of conversations being deleted. */
export interface DeletedReplies {
  /** Stops them before the deletion, and waits until they have ended and readers were notified. */
  stop(conversationIds: readonly string[]): Promise<void>;
  /** Ends replies started during the deletion, whose conversation no longer exists. */
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
      // An unreachable process does not block the deletion: the rows for its reply are deleted.
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
