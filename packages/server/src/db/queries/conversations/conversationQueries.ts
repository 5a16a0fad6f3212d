import { and, asc, desc, eq, exists, isNull, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../database';
import { conversations, messages, widgets, type ProvenClaims } from '../../schema';
import { afterPlace, ofOwner, type ListPlace, type VisitorsOf } from '../newestFirst';
import type { Widget } from '../hub/widgetQueries';

/** A conversation as it is stored. */
export type Conversation = typeof conversations.$inferSelect;

/** Adds a conversation. */
export async function insertConversation(db: Database, conversation: typeof conversations.$inferInsert): Promise<void> {
  await db.insert(conversations).values(conversation);
}

/** A conversation with the widget it belongs to, or undefined. */
export async function readConversation(
  db: Database,
  id: string,
): Promise<{ conversation: Conversation; widget: Widget } | undefined> {
  const [row] = await db
    .select({ conversation: conversations, widget: widgets })
    .from(conversations)
    .innerJoin(widgets, eq(widgets.id, conversations.widgetId))
    .where(eq(conversations.id, id))
    .limit(1);
  return row;
}

/**
 * Conversations of a person's widgets and their own trials, newest first; with a `widgetId` those of that widget only.
 * A trial exists before its first message; until that it is no conversation to list.
 *
 * Of each widget only as many are read as are shown: the cost grows with the widgets of this person, and with nothing
 * else.
 */
export async function listConversations(
  db: Database,
  of: VisitorsOf,
  after: ListPlace | undefined,
  take: number,
): Promise<Conversation[]> {
  const isBegun = or(
    isNull(conversations.trial),
    exists(db.select({ id: messages.id }).from(messages).where(eq(messages.conversationId, conversations.id))),
  );
  const newest = (which: SQL) =>
    db
      .select()
      .from(conversations)
      .where(and(which, isBegun, afterPlace(conversations.createdAt, conversations.id, after)))
      .orderBy(desc(conversations.createdAt), asc(conversations.id))
      .limit(take);
  const ofWidget = newest(eq(conversations.widgetId, widgets.id)).as('of_widget');
  const [theirs, trials] = await Promise.all([
    db
      .select({ ...ofWidget._.selectedFields })
      .from(widgets)
      .crossJoinLateral(ofWidget)
      .where(ofOwner(of))
      .orderBy(desc(ofWidget.createdAt), asc(ofWidget.id))
      .limit(take),
    of.widgetId === undefined ? newest(eq(conversations.payerId, of.ownerId)) : [],
  ]);
  const all = new Map([...theirs, ...trials].map((conversation) => [conversation.id, conversation]));
  return [...all.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)).slice(0, take);
}

/** Makes an anonymous conversation a subject's. @returns false when it has another one already */
export async function bindConversation(
  db: Database,
  id: string,
  { subject, visitor }: { readonly subject: string; readonly visitor: ProvenClaims },
  now: number,
): Promise<boolean> {
  const mayBind = or(isNull(conversations.subject), eq(conversations.subject, subject));
  const bound = await db
    .update(conversations)
    .set({ subject, visitor, lastActivityAt: now })
    .where(and(eq(conversations.id, id), mayBind))
    .returning({ id: conversations.id });
  return bound.length > 0;
}

/** Locks a conversation until the end of the transaction: other writers of its messages wait. */
export async function holdConversation(db: Database, id: string): Promise<void> {
  await db.select({ id: conversations.id }).from(conversations).where(eq(conversations.id, id)).for('no key update');
}

/** Records activity, and the claims of a new proof of its subject. */
export async function touchConversation(db: Database, id: string, now: number, visitor?: ProvenClaims): Promise<void> {
  await db
    .update(conversations)
    .set({ lastActivityAt: now, ...(visitor && { visitor }) })
    .where(eq(conversations.id, id));
}
