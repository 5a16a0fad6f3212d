import type { Clock } from '@sotto/widget-core/api';
import { ApiError, fieldError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { readMessage } from '../../db/queries/conversations/messageQueries';
import { upsertVote } from '../../db/queries/conversations/voteQueries';

/** A visitor's vote on a reply. */
export interface Vote {
  direction: 'up' | 'down';
  /** 1 to 100 for up, -100 to -1 for down. @default the strongest */
  value?: number | undefined;
  reason?: string | undefined;
}

/** Sets a conversation's vote on a reply. Repeating it changes nothing; the opposite vote replaces it. */
export async function castVote(
  db: Database,
  clock: Clock,
  conversationId: string,
  messageId: string,
  vote: Vote,
): Promise<void> {
  const sign = vote.direction === 'up' ? 1 : -1;
  const value = vote.value ?? 100 * sign;
  if (value * sign < 1) {
    const expected = vote.direction === 'up' ? 'Expected 1 to 100' : 'Expected -100 to -1';
    throw fieldError('value', expected, 'BAD_REQUEST');
  }
  const message = await readMessage(db, conversationId, messageId);
  if (!message) throw new ApiError('NOT_FOUND');
  if (message.type !== 'bot') throw new ApiError('UNPROCESSABLE_ENTITY', 'Only replies of the bot can be voted on');
  const now = clock.now();
  await db.transaction((tx) =>
    upsertVote(tx, {
      conversationId,
      messageId,
      value,
      reason: vote.reason ?? null,
      createdAt: now,
      updatedAt: now,
    }),
  );
}
