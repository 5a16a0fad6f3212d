import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { PasskeyPurpose } from '../../accountSchema';
import type { Database } from '../../database';
import { passkeyChallenges, passkeys } from '../../schema';

/** A passkey as stored. */
export type StoredPasskey = typeof passkeys.$inferSelect;

/** Passkeys of an account, oldest first. */
export async function listPasskeys(db: Database, userId: string): Promise<StoredPasskey[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), passkeys.id);
}

/** The passkey with this id of an authenticator, of any account. */
export async function readPasskey(db: Database, credentialId: string): Promise<StoredPasskey | undefined> {
  const [found] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).limit(1);
  return found;
}

/** Stores a passkey. @returns false if an account already has it */
export async function savePasskey(db: Database, passkey: typeof passkeys.$inferInsert): Promise<boolean> {
  const saved = await db.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id });
  return saved.length > 0;
}

/** Records a use. @returns false if its counter has not increased, which indicates a copied key */
export async function notePasskeyUse(
  db: Database,
  { id, signCount, isSynced, now }: { id: string; signCount: number; isSynced: boolean; now: number },
): Promise<boolean> {
  const hasGrown = or(lt(passkeys.signCount, signCount), and(eq(passkeys.signCount, 0), sql`${signCount}::bigint = 0`));
  const noted = await db
    .update(passkeys)
    .set({ signCount, isSynced, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), hasGrown))
    .returning({ id: passkeys.id });
  return noted.length > 0;
}

/**
 * Removes a passkey of an account.
 *
 * @param keepsOne - whether the last one must stay
 * @returns `none` if it does not exist, `last` if it is the last one and stays
 */
export async function deletePasskey(
  db: Database,
  { userId, id, keepsOne }: { userId: string; id: string; keepsOne: boolean },
): Promise<'removed' | 'none' | 'last'> {
  return db.transaction(async (tx) => {
    // Rows are locked, so that concurrent removals see each other.
    const own = await tx
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(passkeys.id)
      .for('update');
    if (!own.some((each) => each.id === id)) return 'none';
    if (keepsOne && own.length === 1) return 'last';
    await tx.delete(passkeys).where(eq(passkeys.id, id));
    return 'removed';
  });
}

/** Removes all passkeys of an account. */
export async function deletePasskeys(db: Database, userId: string): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
}

/** Stores a challenge. */
export async function saveChallenge(db: Database, challenge: typeof passkeyChallenges.$inferInsert): Promise<void> {
  await db.insert(passkeyChallenges).values(challenge);
}

/** Consumes a challenge. @returns whether it existed for this holder and purpose, and has not expired */
export async function takeChallenge(
  db: Database,
  { challenge, holder, purpose, now }: { challenge: string; holder: string; purpose: PasskeyPurpose; now: number },
): Promise<boolean> {
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.holder, holder),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return taken.length > 0;
}

/** Deletes expired challenges. */
export async function deleteOldChallenges(db: Database, now: number): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
}
