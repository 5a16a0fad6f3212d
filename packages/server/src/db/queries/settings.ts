import { eq } from 'drizzle-orm';
import type { Database } from '../database';
import { settings } from '../schema';

/** The stored value of a setting; stores `value` first when there is none. Of several processes that start at once, all get the same one. */
export async function readOrCreateSetting(db: Database, key: string, value: string, now: number): Promise<string> {
  await db.insert(settings).values({ key, value, updatedAt: now }).onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.key, key)).limit(1);
  return row?.value ?? value;
}
