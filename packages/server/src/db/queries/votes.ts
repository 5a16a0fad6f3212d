import type { Database } from '../database';
import { votes } from '../schema';

/** Sets the one vote of a conversation on a message. */
export async function upsertVote(db: Database, vote: typeof votes.$inferInsert): Promise<void> {
  await db
    .insert(votes)
    .values(vote)
    .onConflictDoUpdate({
      target: [votes.conversationId, votes.messageId],
      set: { value: vote.value, reason: vote.reason ?? null, updatedAt: vote.updatedAt },
    });
}
