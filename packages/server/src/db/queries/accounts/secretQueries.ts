import { and, desc, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../database';
import { secrets } from '../../schema';

/** A stored key. */
export type Secret = typeof secrets.$inferSelect;

/** Adds a key. */
export async function insertSecret(db: Database, secret: typeof secrets.$inferInsert): Promise<void> {
  await db.insert(secrets).values(secret);
}

/** The key with this digest, or undefined. */
export async function readSecretOwner(
  db: Database,
  digest: string,
): Promise<Pick<Secret, 'id' | 'userId' | 'workspaceId' | 'lastUsedAt' | 'scopes' | 'expiresAt'> | undefined> {
  const [found] = await db
    .select({
      id: secrets.id,
      userId: secrets.userId,
      workspaceId: secrets.workspaceId,
      lastUsedAt: secrets.lastUsedAt,
      scopes: secrets.scopes,
      expiresAt: secrets.expiresAt,
    })
    .from(secrets)
    .where(eq(secrets.digest, digest))
    .limit(1);
  return found;
}

/** Records a use. */
export async function touchSecret(db: Database, id: string, now: number): Promise<void> {
  await db.update(secrets).set({ lastUsedAt: now }).where(eq(secrets.id, id));
}

/** Keys of a workspace. Older ones have none: they belong to their creator's own. */
const ofWorkspace = (workspaceId: string): SQL | undefined =>
  or(eq(secrets.workspaceId, workspaceId), and(isNull(secrets.workspaceId), eq(secrets.userId, workspaceId)));

/** The keys of a workspace, newest first. */
export async function listSecrets(db: Database, workspaceId: string): Promise<Secret[]> {
  return db.select().from(secrets).where(ofWorkspace(workspaceId)).orderBy(desc(secrets.createdAt), desc(secrets.id));
}

/** Deletes a key of a workspace. @returns whether it existed */
export async function deleteSecret(db: Database, workspaceId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(secrets)
    .where(and(ofWorkspace(workspaceId), eq(secrets.id, id)))
    .returning({ id: secrets.id });
  return gone.length > 0;
}
