import { and, asc, desc, eq, gt, inArray, lt, notInArray } from 'drizzle-orm';
import type { Database } from '../database';
import { messages } from '../schema';

/** A message as it is stored. */
export type StoredMessage = typeof messages.$inferSelect;
/** What a new message is made from; its place in the order is given by the database. */
export type NewMessage = Omit<typeof messages.$inferInsert, 'sequence'>;

/** Message types that only verbose sessions may list. */
const VERBOSE_TYPES = ['activity', 'reasoning'];

/** Adds a message. @returns undefined when its client id is taken in this conversation */
export async function insertMessage(db: Database, message: NewMessage): Promise<StoredMessage | undefined> {
  const [stored] = await db.insert(messages).values(message).onConflictDoNothing().returning();
  return stored;
}

/** Adds messages in their order. */
export async function insertMessages(db: Database, list: NewMessage[]): Promise<void> {
  if (list.length > 0) await db.insert(messages).values(list);
}

/** A message of this conversation, or undefined: another conversation's message is as unknown as none. */
export async function readMessage(db: Database, conversationId: string, id: string): Promise<StoredMessage | undefined> {
  const [message] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.id, id)))
    .limit(1);
  return message;
}

/** The message that a client sent under this id, or undefined. */
export async function readMessageByClientId(db: Database, conversationId: string, clientId: string): Promise<StoredMessage | undefined> {
  const [message] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.clientId, clientId)))
    .limit(1);
  return message;
}

/** Which messages to list. */
export interface MessagePage {
  /** The place after which the page begins. */
  after?: number | undefined;
  take: number;
  order: 'asc' | 'desc';
  withActivities: boolean;
}

/** Messages of a conversation in the server's order. */
export async function listMessages(db: Database, conversationId: string, page: MessagePage): Promise<StoredMessage[]> {
  const isAscending = page.order === 'asc';
  return db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        page.after === undefined ? undefined : isAscending ? gt(messages.sequence, page.after) : lt(messages.sequence, page.after),
        page.withActivities ? undefined : notInArray(messages.type, VERBOSE_TYPES),
      ),
    )
    .orderBy(isAscending ? asc(messages.sequence) : desc(messages.sequence))
    .limit(page.take);
}

/** The last messages that a model should know, oldest first. */
export async function readHistory(db: Database, conversationId: string, types: readonly string[], take: number): Promise<StoredMessage[]> {
  const newestFirst = await db
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), inArray(messages.type, [...types])))
    .orderBy(desc(messages.sequence))
    .limit(take);
  return newestFirst.reverse();
}
