import { eq } from 'drizzle-orm';
import type { Database } from '../database';
import { conversations, widgets } from '../schema';
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

/** Notes a sign of life. */
export async function touchConversation(db: Database, id: string, now: number): Promise<void> {
  await db.update(conversations).set({ lastActivityAt: now }).where(eq(conversations.id, id));
}
