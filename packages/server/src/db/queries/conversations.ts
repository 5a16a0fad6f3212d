import { and, asc, desc, eq, exists, isNull, or } from 'drizzle-orm';
import type { Database } from '../database';
import { conversations, messages, widgets } from '../schema';
import { afterPlace, ofOwner, type ListPlace, type VisitorsOf } from './newestFirst';
import type { Widget } from './widgets';

/** A conversation as it is stored. */
export type Conversation = typeof conversations.$inferSelect;

/** Adds a conversation. */
export async function insertConversation(db: Database, conversation: typeof conversations.$inferInsert): Promise<void> {
  await db.insert(conversations).values(conversation);
}

/** A conversation with the widget it belongs to, or undefined. */
export async function readConversation(db: Database, id: string): Promise<{ conversation: Conversation; widget: Widget } | undefined> {
  const [row] = await db
    .select({ conversation: conversations, widget: widgets })
    .from(conversations)
    .innerJoin(widgets, eq(widgets.id, conversations.widgetId))
    .where(eq(conversations.id, id))
    .limit(1);
  return row;
}

/** Conversations of a person's widgets and their own trials, newest first; with a `widgetId` those of that widget only. A trial exists before its first message; until that it is no conversation to list. */
export async function listConversations(db: Database, of: VisitorsOf, after: ListPlace | undefined, take: number): Promise<Conversation[]> {
  const isTheirs = of.widgetId === undefined ? or(ofOwner(of), eq(conversations.payerId, of.ownerId)) : ofOwner(of);
  const isBegun = or(isNull(conversations.trial), exists(db.select({ id: messages.id }).from(messages).where(eq(messages.conversationId, conversations.id))));
  const rows = await db
    .select({ conversation: conversations })
    .from(conversations)
    .innerJoin(widgets, eq(widgets.id, conversations.widgetId))
    .where(and(isTheirs, isBegun, afterPlace(conversations.createdAt, conversations.id, after)))
    .orderBy(desc(conversations.createdAt), asc(conversations.id))
    .limit(take);
  return rows.map(({ conversation }) => conversation);
}

/** Makes an anonymous conversation a subject's. @returns false when it has another one already */
export async function bindConversation(db: Database, id: string, subject: string, now: number): Promise<boolean> {
  const mayBind = or(isNull(conversations.subject), eq(conversations.subject, subject));
  const bound = await db.update(conversations).set({ subject, lastActivityAt: now }).where(and(eq(conversations.id, id), mayBind)).returning({ id: conversations.id });
  return bound.length > 0;
}

/** Notes a sign of life. */
export async function touchConversation(db: Database, id: string, now: number): Promise<void> {
  await db.update(conversations).set({ lastActivityAt: now }).where(eq(conversations.id, id));
}
