import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { cannedReplies } from '../../schema';
import { oneAtATime } from '../oneAtATime';

/** A canned reply as it is stored. */
export type CannedReply = typeof cannedReplies.$inferSelect;

/** The canned replies of an account, by name. */
export async function listCannedReplies(db: Database, ownerId: string): Promise<CannedReply[]> {
  return db
    .select()
    .from(cannedReplies)
    .where(eq(cannedReplies.ownerId, ownerId))
    .orderBy(asc(sql`lower(${cannedReplies.name})`));
}

/**
 * Changes the reply with this id, or without one that of this name, or adds one. @returns its id, or why it was not
 * stored
 */
export async function upsertCannedReply(
  db: Database,
  { id, ...reply }: Omit<CannedReply, 'createdAt' | 'id'> & { readonly id?: string | undefined },
  { newId, max }: { readonly newId: string; readonly max: number },
): Promise<{ id: string } | 'unknown' | 'taken' | 'full'> {
  const { ownerId, name, text, updatedAt } = reply;
  return oneAtATime(db, 'users', ownerId, async (tx) => {
    const own = eq(cannedReplies.ownerId, ownerId);
    const [named] = await tx
      .select({ id: cannedReplies.id })
      .from(cannedReplies)
      .where(and(own, sql`lower(${cannedReplies.name}) = lower(${name})`))
      .limit(1);
    if (id !== undefined && named && named.id !== id) return 'taken';
    const known = id ?? named?.id;
    if (known !== undefined) {
      const changed = await tx
        .update(cannedReplies)
        .set({ name, text, updatedAt })
        .where(and(own, eq(cannedReplies.id, known)))
        .returning({ id: cannedReplies.id });
      return changed[0] ?? 'unknown';
    }
    const [all] = await tx.select({ value: count() }).from(cannedReplies).where(own);
    if ((all?.value ?? 0) >= max) return 'full';
    await tx.insert(cannedReplies).values({ id: newId, ...reply, createdAt: updatedAt });
    return { id: newId };
  });
}

/** Deletes a canned reply. @returns whether the account had it */
export async function deleteCannedReply(db: Database, ownerId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(cannedReplies)
    .where(and(eq(cannedReplies.id, id), eq(cannedReplies.ownerId, ownerId)))
    .returning({ id: cannedReplies.id });
  return gone.length > 0;
}
