import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { abilitySecrets } from '../../schema';

/** A stored secret; its value is encrypted. */
export type StoredAbilitySecret = typeof abilitySecrets.$inferSelect;

/** Adds a secret, or replaces the value of an existing one. @returns its id */
export async function upsertAbilitySecret(db: Database, secret: typeof abilitySecrets.$inferInsert): Promise<string> {
  const { sealed, updatedAt } = secret;
  const [stored] = await db
    .insert(abilitySecrets)
    .values(secret)
    .onConflictDoUpdate({ target: [abilitySecrets.skillsetId, abilitySecrets.name], set: { sealed, updatedAt } })
    .returning({ id: abilitySecrets.id });
  return stored?.id ?? secret.id;
}

/** Secrets of a skillset by name, after `after`. */
export async function listAbilitySecrets(
  db: Database,
  skillsetId: string,
  after = '',
  take = 1_000,
): Promise<StoredAbilitySecret[]> {
  return db
    .select()
    .from(abilitySecrets)
    .where(and(eq(abilitySecrets.skillsetId, skillsetId), sql`${abilitySecrets.name} collate "C" > ${after}`))
    .orderBy(asc(sql`${abilitySecrets.name} collate "C"`))
    .limit(take);
}

/** Deletes a secret. @returns whether the skillset had it */
export async function deleteAbilitySecret(db: Database, skillsetId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(abilitySecrets)
    .where(and(eq(abilitySecrets.id, id), eq(abilitySecrets.skillsetId, skillsetId)))
    .returning({ id: abilitySecrets.id });
  return gone.length > 0;
}
