import { and, asc, desc, eq, gt, inArray, isNotNull, lt, lte, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { messages } from '../../schema';
import { queueMessage } from '../webhooks/eventQueries';
import { indexMessages } from './messageWordQueries';

/** A stored message. */
export type StoredMessage = typeof messages.$inferSelect;
/** A new message; the database assigns its position. */
export type NewMessage = Omit<typeof messages.$inferInsert, 'sequence'>;

/** Message types listed only for verbose sessions. */
const VERBOSE_TYPES = ['activity', 'reasoning'];

/**
 * Adds a message after the last one of the shown branch, or its given parent. @returns undefined if its client id is
 * already used in this conversation
 */
export async function insertMessage(db: Database, message: NewMessage): Promise<StoredMessage | undefined> {
  const { conversationId, parentId } = message;
  const last = sql`(select id from messages where conversation_id = ${conversationId} and is_current order by sequence desc limit 1)`;
  const [stored] = await db
    .insert(messages)
    .values({ ...message, parentId: parentId === undefined ? last : parentId })
    .onConflictDoNothing()
    .returning();
  if (!stored) return undefined;
  await indexMessages(db, [stored]);
  await queueMessage(db, stored);
  return stored;
}

/** Starts a conversation with messages, in order. */
export async function insertMessages(db: Database, list: NewMessage[]): Promise<void> {
  if (list.length === 0) return;
  const stored = await db
    .insert(messages)
    .values(list.map((message, index) => ({ ...message, parentId: list[index - 1]?.id ?? null })))
    .returning();
  await indexMessages(db, stored);
  for (const message of stored) await queueMessage(db, message);
}

/** Changes the text of a message. */
export async function updateMessage(
  db: Database,
  conversationId: string,
  id: string,
  change: Pick<NewMessage, 'text' | 'parts' | 'endReason' | 'references' | 'updatedAt'>,
): Promise<void> {
  const changed = await db
    .update(messages)
    .set(change)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.id, id)))
    .returning();
  await indexMessages(db, changed);
}

/** A message of this conversation; undefined also for messages of others. */
export async function readMessage(
  db: Database,
  conversationId: string,
  id: string,
): Promise<StoredMessage | undefined> {
  const [message] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.id, id)))
    .limit(1);
  return message;
}

/** The message with a client id, or undefined. */
export async function readMessageByClientId(
  db: Database,
  conversationId: string,
  clientId: string,
): Promise<StoredMessage | undefined> {
  const [message] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.clientId, clientId)))
    .limit(1);
  return message;
}

/** Options of a list. */
export interface MessagePage {
  /** Position after which the page starts. */
  after?: number | undefined;
  take: number;
  order: 'asc' | 'desc';
  withActivities: boolean;
}

/** Messages of a conversation, in order. */
export async function listMessages(db: Database, conversationId: string, page: MessagePage): Promise<StoredMessage[]> {
  const isAscending = page.order === 'asc';
  return db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        page.after === undefined
          ? undefined
          : isAscending
            ? gt(messages.sequence, page.after)
            : lt(messages.sequence, page.after),
        page.withActivities ? undefined : notInArray(messages.type, VERBOSE_TYPES),
      ),
    )
    .orderBy(isAscending ? asc(messages.sequence) : desc(messages.sequence))
    .limit(page.take);
}

/** Selects messages for a model. */
export interface HistoryQuery {
  types: readonly string[];
  take: number;
  /** Position of the last one. @default none */
  upTo?: number | undefined;
}

/** Last messages of the shown branch for a model, oldest first. */
export async function readHistory(
  db: Database,
  conversationId: string,
  { types, take, upTo }: HistoryQuery,
): Promise<StoredMessage[]> {
  const newestFirst = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.isCurrent, true),
        inArray(messages.type, [...types]),
        upTo === undefined ? undefined : lte(messages.sequence, upTo),
      ),
    )
    .orderBy(desc(messages.sequence))
    .limit(take);
  return newestFirst.reverse();
}

/** Columns that determine a message's branch. */
export type MessagePlace = Pick<StoredMessage, 'id' | 'parentId' | 'sequence' | 'type'>;

/** Positions of all messages of a conversation, in order. */
export async function listPlaces(db: Database, conversationId: string): Promise<MessagePlace[]> {
  const { id, parentId, sequence, type } = messages;
  return db
    .select({ id, parentId, sequence, type })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(asc(sequence));
}

/** Messages that are a version of an earlier one, in order. */
export async function listVersions(
  db: Database,
  conversationId: string,
): Promise<{ id: string; versionOf: string | null }[]> {
  const { id, versionOf, sequence } = messages;
  return db
    .select({ id, versionOf })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), isNotNull(versionOf)))
    .orderBy(asc(sequence));
}

/** Hides everything after a position from the shown branch. */
export async function cutBranch(db: Database, conversationId: string, after: number): Promise<void> {
  await db
    .update(messages)
    .set({ isCurrent: false })
    .where(
      and(eq(messages.conversationId, conversationId), eq(messages.isCurrent, true), gt(messages.sequence, after)),
    );
}

/** Adds messages to the shown branch. */
export async function joinBranch(db: Database, conversationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(messages)
    .set({ isCurrent: true })
    .where(and(eq(messages.conversationId, conversationId), inArray(messages.id, [...ids])));
}

/** Types of a reply's messages: text, tool calls, reasoning. */
const REPLY_TYPES = sql`('bot', 'activity', 'reasoning')`;

/**
 * First message of the turn, by id, for those of these messages whose turn has several.
 *
 * A turn is everything between two messages of the visitor on a branch. It is found by parents, so each version has
 * its own.
 */
export async function listTurnStarts(
  db: Database,
  conversationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const before = sql`with recursive before as (
    select this.id, this.parent_id, this.sequence from messages this where this.id = messages.id
    union all
    select earlier.id, earlier.parent_id, earlier.sequence from before join messages earlier on earlier.id = before.parent_id and earlier.type in ${REPLY_TYPES}
  ) select id from before order by sequence limit 1`;
  const followed = sql`select later.parent_id from messages later where later.conversation_id = ${conversationId} and later.type in ${REPLY_TYPES}`;
  const rows = await db
    .select({
      id: messages.id,
      first: sql<string>`(${before})`,
      isFollowed: sql<boolean | null>`messages.id in (${followed})`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        inArray(messages.id, [...ids]),
        sql`${messages.type} in ${REPLY_TYPES}`,
      ),
    );
  return new Map(
    rows.filter(({ id, first, isFollowed }) => isFollowed === true || first !== id).map(({ id, first }) => [id, first]),
  );
}
