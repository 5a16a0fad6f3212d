import { and, asc, desc, eq, exists, isNull, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../database';
import { conversations, messages, widgets, type ProvenClaims } from '../../schema';
import type { ListPlace } from '../../../lib/paging';
import { afterPlace, ofOwner, type VisitorsOf } from '../newestFirst';
import type { Widget } from '../hub/widgetQueries';

/** A stored conversation. */
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
 * Conversations of a person's widgets and their trials, newest first; with a `widgetId` only those of that widget.
 * Trials without a message are not listed.
 *
 * For each widget only as many are read as are returned, so the cost depends only on the number of this person's
 * widgets.
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

/** Assigns an anonymous conversation to a subject. @returns false if it already has another one */
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

/** Locks a conversation until the end of the transaction, so that other writers of its messages wait. */
export async function holdConversation(db: Database, id: string): Promise<void> {
  await db.select({ id: conversations.id }).from(conversations).where(eq(conversations.id, id)).for('no key update');
}

/** Records activity, and claims of a new proof. */
export async function touchConversation(db: Database, id: string, now: number, visitor?: ProvenClaims): Promise<void> {
  await db
    .update(conversations)
    .set({ lastActivityAt: now, ...(visitor && { visitor }) })
    .where(eq(conversations.id, id));
}
