import { and, asc, count, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { conversations, messages, votes, widgets } from '../../schema';
import { queueVote } from '../webhooks/eventQueries';
import type { ListPlace } from '../../../lib/paging';
import { afterPlace, ofOwner, type VisitorsOf } from '../newestFirst';

/** A stored vote, with its reply. */
export interface StoredVote {
  readonly vote: typeof votes.$inferSelect;
  readonly messageText: string;
}

/**
 * Sets a conversation's vote on a message. Repeating it changes nothing; without a reason, the previous reason is
 * kept.
 */
export async function upsertVote(db: Database, vote: typeof votes.$inferInsert): Promise<void> {
  const reason = sql`coalesce(excluded.reason, case when excluded.value = ${votes.value} then ${votes.reason} end)`;
  const [changed] = await db
    .insert(votes)
    .values(vote)
    .onConflictDoUpdate({
      target: [votes.conversationId, votes.messageId],
      set: { value: vote.value, reason, updatedAt: vote.updatedAt },
      setWhere: sql`(${votes.value}, ${votes.reason}) is distinct from (excluded.value, ${reason})`,
    })
    .returning();
  if (changed) await queueVote(db, changed);
}

/** Votes of a conversation, in the order of messages. */
export async function readVotes(db: Database, conversationId: string): Promise<StoredVote[]> {
  return db
    .select({ vote: votes, messageText: messages.text })
    .from(votes)
    .innerJoin(messages, eq(messages.id, votes.messageId))
    .where(eq(votes.conversationId, conversationId))
    .orderBy(asc(messages.sequence));
}

/** Number of votes per conversation; those without votes are missing. */
export async function countVotes(
  db: Database,
  conversationIds: readonly string[],
): Promise<Map<string, { up: number; down: number }>> {
  if (conversationIds.length === 0) return new Map();
  const up = sql<number>`count(*) filter (where ${gt(votes.value, 0)})::int`;
  const rows = await db
    .select({ id: votes.conversationId, up, all: count() })
    .from(votes)
    .where(inArray(votes.conversationId, [...conversationIds]))
    .groupBy(votes.conversationId);
  return new Map(rows.map((row) => [row.id, { up: row.up, down: row.all - row.up }]));
}

/**
 * Votes of visitors of an account's widgets, newest first, with their widget. A message has one vote, so its id
 * identifies it.
 */
export async function listVotes(
  db: Database,
  of: VisitorsOf,
  after: ListPlace | undefined,
  take: number,
): Promise<(StoredVote & { widget: { id: string; name: string } })[]> {
  return db
    .select({ vote: votes, messageText: messages.text, widget: { id: widgets.id, name: widgets.name } })
    .from(votes)
    .innerJoin(messages, eq(messages.id, votes.messageId))
    .innerJoin(conversations, eq(conversations.id, votes.conversationId))
    .innerJoin(widgets, eq(widgets.id, conversations.widgetId))
    .where(and(ofOwner(of), afterPlace(votes.createdAt, votes.messageId, after)))
    .orderBy(desc(votes.createdAt), asc(votes.messageId))
    .limit(take);
}
