import { eq, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { signInWaits } from '../../schema';

/** Until when each key has to wait; keys without a wait are missing. */
export async function readWaits(db: Database, keys: readonly string[], now: number): Promise<Map<string, number>> {
  const rows = await db
    .select({ key: signInWaits.key, waitsUntil: signInWaits.waitsUntil })
    .from(signInWaits)
    .where(inArray(signInWaits.key, [...keys]));
  return new Map(rows.filter(({ waitsUntil }) => waitsUntil > now).map(({ key, waitsUntil }) => [key, waitsUntil]));
}

/**
 * Counts an attempt, unless the key has to wait. Concurrent attempts are counted in sequence. Attempts before
 * `forgetBefore` no longer count.
 *
 * @returns number of attempts including this one; undefined while the key has to wait
 */
export async function countTry(
  db: Database,
  key: string,
  { now, forgetBefore }: { now: number; forgetBefore: number },
): Promise<number | undefined> {
  const [row] = await db
    .insert(signInWaits)
    .values({ key, failures: 1, waitsUntil: 0, updatedAt: now })
    .onConflictDoUpdate({
      target: signInWaits.key,
      set: {
        failures: sql`case when ${signInWaits.updatedAt} < ${forgetBefore} then 1 else ${signInWaits.failures} + 1 end`,
        updatedAt: now,
      },
      setWhere: lte(signInWaits.waitsUntil, now),
    })
    .returning({ failures: signInWaits.failures });
  return row?.failures;
}

/** Undoes the count and wait of a successful attempt. */
export async function uncountTry(db: Database, key: string): Promise<void> {
  await db
    .update(signInWaits)
    .set({ failures: sql`greatest(${signInWaits.failures} - 1, 0)`, waitsUntil: 0 })
    .where(eq(signInWaits.key, key));
}

/** Sets until when a key has to wait. */
export async function setWait(db: Database, key: string, waitsUntil: number): Promise<void> {
  await db.update(signInWaits).set({ waitsUntil }).where(eq(signInWaits.key, key));
}

/** Removes these keys after a successful sign-in. */
export async function clearWaits(db: Database, keys: readonly string[]): Promise<void> {
  await db.delete(signInWaits).where(inArray(signInWaits.key, [...keys]));
}

/** Removes entries without an attempt since `before`. */
export async function deleteOldWaits(db: Database, before: number): Promise<void> {
  await db.delete(signInWaits).where(lt(signInWaits.updatedAt, before));
}
