import { eq, lt } from 'drizzle-orm';
import type { Database } from '../../database';
import { previewImages, previews } from '../../schema';

/** The stored preview of a key, or undefined; `micro` is null if there was nothing to show. */
export async function readStoredPreview(
  db: Database,
  key: string,
): Promise<{ micro: string | null; createdAt: number } | undefined> {
  const [row] = await db.select().from(previews).where(eq(previews.key, key)).limit(1);
  return row;
}

/** Stores a preview, replacing an older one. */
export async function savePreview(db: Database, key: string, micro: string | null, now: number): Promise<void> {
  await db
    .insert(previews)
    .values({ key, micro, createdAt: now })
    .onConflictDoUpdate({ target: previews.key, set: { micro, createdAt: now } });
}

/** A picture that may be fetched, or undefined. */
export async function readPreviewImage(
  db: Database,
  hash: string,
): Promise<typeof previewImages.$inferSelect | undefined> {
  const [row] = await db.select().from(previewImages).where(eq(previewImages.hash, hash)).limit(1);
  return row;
}

/** Allows a picture to be fetched. */
export async function savePreviewImage(db: Database, hash: string, url: string, now: number): Promise<void> {
  await db
    .insert(previewImages)
    .values({ hash, url, createdAt: now })
    .onConflictDoUpdate({ target: previewImages.hash, set: { createdAt: now } });
}

/** Records when a picture failed to load; null on success. */
export async function markPreviewImage(db: Database, hash: string, failedAt: number | null): Promise<void> {
  await db.update(previewImages).set({ failedAt }).where(eq(previewImages.hash, hash));
}

/** Deletes older entries. */
export async function deleteOldPreviews(db: Database, previewsBefore: number, imagesBefore: number): Promise<void> {
  await db.delete(previews).where(lt(previews.createdAt, previewsBefore));
  await db.delete(previewImages).where(lt(previewImages.createdAt, imagesBefore));
}
