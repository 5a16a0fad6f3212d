import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { abilities } from '../../schema';

/** An ability as stored. */
export type StoredAbility = typeof abilities.$inferSelect;

/** Adds an ability after the others. */
export async function insertAbility(
  db: Database,
  ability: Omit<typeof abilities.$inferInsert, 'sequence'>,
): Promise<void> {
  await db.insert(abilities).values(ability);
}

/** Abilities of these skillsets, in their order. */
export async function listAbilities(db: Database, skillsetIds: readonly string[]): Promise<StoredAbility[]> {
  if (skillsetIds.length === 0) return [];
  return db
    .select()
    .from(abilities)
    .where(inArray(abilities.skillsetId, [...skillsetIds]))
    .orderBy(asc(abilities.sequence));
}

/** How many abilities a skillset has. */
export async function countAbilities(db: Database, skillsetId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(abilities)
    .where(eq(abilities.skillsetId, skillsetId));
  return row?.count ?? 0;
}

/** When an ability was last changed, in milliseconds since the epoch; undefined if the skillset does not have it. */
export async function readAbilityState(db: Database, skillsetId: string, id: string): Promise<number | undefined> {
  const [row] = await db
    .select({ updatedAt: abilities.updatedAt })
    .from(abilities)
    .where(and(eq(abilities.id, id), eq(abilities.skillsetId, skillsetId)))
    .limit(1);
  return row?.updatedAt;
}

/**
 * Changes an ability. Its `updatedAt` identifies the version, so it always increases, even within a millisecond.
 *
 * @param state - `updatedAt` of the edited version; undefined for any
 * @returns whether the skillset has it in that version
 */
export async function updateAbility(
  db: Database,
  skillsetId: string,
  id: string,
  changes: Partial<typeof abilities.$inferInsert>,
  now: number,
  state?: number,
): Promise<boolean> {
  const changed = await db
    .update(abilities)
    .set({ ...changes, updatedAt: sql`greatest(${now}::bigint, ${abilities.updatedAt} + 1)` })
    .where(
      and(
        eq(abilities.id, id),
        eq(abilities.skillsetId, skillsetId),
        state === undefined ? undefined : eq(abilities.updatedAt, state),
      ),
    )
    .returning({ id: abilities.id });
  return changed.length > 0;
}

/** Deletes an ability. @returns whether the skillset had it */
export async function deleteAbility(db: Database, skillsetId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(abilities)
    .where(and(eq(abilities.id, id), eq(abilities.skillsetId, skillsetId)))
    .returning({ id: abilities.id });
  return gone.length > 0;
}

/** Reorders abilities, which share their existing positions. */
export async function orderAbilities(db: Database, skillsetId: string, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: abilities.id, sequence: abilities.sequence })
      .from(abilities)
      .where(eq(abilities.skillsetId, skillsetId))
      .orderBy(asc(abilities.sequence))
      .for('update');
    const places = rows.map(({ sequence }) => sequence);
    // Positions must be unique at any time, so they are moved aside first.
    await tx
      .update(abilities)
      .set({ sequence: sql`-${abilities.sequence}` })
      .where(eq(abilities.skillsetId, skillsetId));
    for (const [index, id] of ids.entries()) {
      await tx
        .update(abilities)
        .set({ sequence: places[index] ?? 0 })
        .where(and(eq(abilities.id, id), eq(abilities.skillsetId, skillsetId)));
    }
  });
}
