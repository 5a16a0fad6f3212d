import type { Message } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { readHistory } from '../../db/queries/conversations/messageQueries';
import { listBrokenRuns, readNewestRun } from '../../db/queries/conversations/runQueries';
import { SPOKEN_TYPES } from '../conversations/branches';

/** The error of a reply whose process stopped or crashed. */
export function replyInterrupted(): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', 'The reply was interrupted. Please try again.');
}

/**
 * Errors of a conversation's replies, by the id of the message they are shown with.
 *
 * That is the truncated text; or, if the newest reply failed before its first word, the visitor's message, unless
 * there is a newer one.
 */
export async function readReplyFailures(
  db: Database,
  conversationId: string,
): Promise<ReadonlyMap<string, NonNullable<Message['failure']>>> {
  const { code, message } = replyInterrupted();
  const failures = new Map(
    (await listBrokenRuns(db, conversationId)).map(({ botMessageId, failure }) => [
      botMessageId,
      failure ?? { code, message },
    ]),
  );
  const newest = failures.size === 0 ? undefined : await readNewestRun(db, conversationId);
  const failure = newest && failures.get(newest.botMessageId);
  if (!failure) return failures;
  const [last] = await readHistory(db, conversationId, { types: SPOKEN_TYPES, take: 1 });
  const isQuestion = last?.type === 'user' || last?.type === 'input';
  if (isQuestion && last.createdAt <= newest.createdAt) failures.set(last.id, failure);
  return failures;
}
