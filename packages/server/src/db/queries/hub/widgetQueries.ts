import { eq } from 'drizzle-orm';
import type { Database } from '../../database';
import { bots, widgets } from '../../schema';

/** A widget as it is stored. */
export type Widget = typeof widgets.$inferSelect;
/** A bot as it is stored. */
export type Bot = typeof bots.$inferSelect;

/** One widget, or undefined. */
export async function readWidget(db: Database, id: string): Promise<Widget | undefined> {
  const [widget] = await db.select().from(widgets).where(eq(widgets.id, id)).limit(1);
  return widget;
}

/** One bot, or undefined. */
export async function readBot(db: Database, id: string): Promise<Bot | undefined> {
  const [bot] = await db.select().from(bots).where(eq(bots.id, id)).limit(1);
  return bot;
}

/** Adds a bot unless its id is taken. */
export async function insertBot(db: Database, bot: typeof bots.$inferInsert): Promise<void> {
  await db.insert(bots).values(bot).onConflictDoNothing();
}

/** Adds a widget unless its id is taken. */
export async function insertWidget(db: Database, widget: typeof widgets.$inferInsert): Promise<void> {
  await db.insert(widgets).values(widget).onConflictDoNothing();
}
