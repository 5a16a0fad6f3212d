import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { secondFactors, users, userSessions } from '../../schema';

/** An account's second factor as stored. */
export type SecondFactor = typeof secondFactors.$inferSelect;

/** The second factor of an account, or undefined. */
export async function readSecondFactor(db: Database, userId: string): Promise<SecondFactor | undefined> {
  const [found] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId)).limit(1);
  return found;
}

/** Stores a new secret, unless one is active. */
export async function saveSecondFactor(db: Database, factor: typeof secondFactors.$inferInsert): Promise<void> {
  const { secret, createdAt } = factor;
  await db
    .insert(secondFactors)
    .values(factor)
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, createdAt, lastStep: 0 },
      setWhere: sql`${secondFactors.confirmedAt} is null`,
    });
}

/** Activates it with an app. The browser used for this has entered it. */
export async function confirmSecondFactor(
  db: Database,
  { userId, sessionId, recovery, now }: { userId: string; sessionId: string; recovery: string[]; now: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(secondFactors).set({ confirmedAt: now, recovery }).where(eq(secondFactors.userId, userId));
    await tx.update(users).set({ hasSecondFactor: true }).where(eq(users.id, userId));
    await markSession(tx, sessionId, now);
  });
}

/** Activates it without an app: passkeys are the second factor. The browser used for this has entered it. */
export async function turnOnWithPasskeys(
  db: Database,
  { userId, sessionId, recovery, now }: { userId: string; sessionId: string; recovery: string[]; now: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const turned = await tx
      .insert(secondFactors)
      .values({ userId, secret: null, confirmedAt: now, recovery, createdAt: now })
      .onConflictDoUpdate({
        target: secondFactors.userId,
        set: { secret: null, confirmedAt: now, recovery },
        setWhere: sql`${secondFactors.confirmedAt} is null`,
      })
      .returning({ userId: secondFactors.userId });
    if (turned.length === 0) return false;
    await tx.update(users).set({ hasSecondFactor: true }).where(eq(users.id, userId));
    await markSession(tx, sessionId, now);
    return true;
  });
}

/** Records that a sign-in has its second factor. */
export async function markSession(db: Database, sessionId: string, now: number): Promise<void> {
  await db
    .update(userSessions)
    .set({ secondFactorAt: new Date(now) })
    .where(eq(userSessions.id, sessionId));
}

/** Signs out all browsers of an account. */
export async function deleteSessions(db: Database, userId: string): Promise<void> {
  await db.delete(userSessions).where(eq(userSessions.userId, userId));
}

/** Consumes the code of a time step. @returns false if it, or a later one, was used before */
export async function takeStep(db: Database, userId: string, step: number): Promise<boolean> {
  const taken = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return taken.length > 0;
}

/** Consumes a recovery code. @returns false if it does not exist, or was used before */
export async function takeRecovery(db: Database, userId: string, digest: string): Promise<boolean> {
  const taken = await db
    .update(secondFactors)
    .set({ recovery: sql`${secondFactors.recovery} - ${digest}::text` })
    .where(and(eq(secondFactors.userId, userId), sql`jsonb_exists(${secondFactors.recovery}, ${digest}::text)`))
    .returning({ userId: secondFactors.userId });
  return taken.length > 0;
}

/** Replaces the recovery codes. */
export async function setRecovery(db: Database, userId: string, recovery: string[]): Promise<void> {
  await db.update(secondFactors).set({ recovery }).where(eq(secondFactors.userId, userId));
}

/** Deactivates it. */
export async function deleteSecondFactor(db: Database, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
    await tx.update(users).set({ hasSecondFactor: false }).where(eq(users.id, userId));
  });
}
