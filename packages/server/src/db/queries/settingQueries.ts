import { and, eq } from 'drizzle-orm';
import type { Database } from '../database';
import { settings } from '../schema';

/**
 * The stored value of a setting; stores `value` first when there is none. Of several processes that start at once, all
 * get the same one.
 */
export async function readOrCreateSetting(db: Database, key: string, value: string, now: number): Promise<string> {
  await db.insert(settings).values({ key, value, updatedAt: now }).onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.key, key)).limit(1);
  return row?.value ?? value;
}

/** Stores a setting unless it exists. @returns whether it was stored: true for one of all who try */
export async function claimSetting(db: Database, key: string, value: string, now: number): Promise<boolean> {
  const stored = await db
    .insert(settings)
    .values({ key, value, updatedAt: now })
    .onConflictDoNothing()
    .returning({ key: settings.key });
  return stored.length > 0;
}

/** A stored setting, or undefined. */
export async function readSetting(db: Database, key: string): Promise<string | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key)).limit(1);
  return row?.value;
}

/** Stores a setting in the place of an earlier value. */
export async function saveSetting(db: Database, key: string, value: string, now: number): Promise<void> {
  await db
    .insert(settings)
    .values({ key, value, updatedAt: now })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: now } });
}

/** Stores a setting in the place of the value that was read; one that was changed since stays. */
export async function replaceSetting(
  db: Database,
  key: string,
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: number },
): Promise<void> {
  await db
    .update(settings)
    .set({ value: to, updatedAt: now })
    .where(and(eq(settings.key, key), eq(settings.value, from)));
}
