import { and, eq } from 'drizzle-orm';
import type { Database } from '../../database';
import { files } from '../../schema';
import { bytesOf, saveFile } from '../conversations/fileQueries';

/** Marks a file as the picture of an account: an address in `users.image` can name any file. */
const markOf = (userId: string): string => `picture of ${userId}`;

/** A stored picture, drawn as WebP. */
export interface NewPicture {
  readonly id: string;
  readonly size: number;
  readonly now: number;
}

/** Stores the metadata of an account's picture. */
export async function savePicture(db: Database, userId: string, { id, size, now }: NewPicture): Promise<void> {
  await saveFile(db, {
    id,
    kind: 'icon',
    name: 'picture.webp',
    type: 'image/webp',
    size,
    digest: markOf(userId),
    createdAt: now,
    updatedAt: now,
  });
}

/** Path of a picture below the server's address; each version has its own. */
export function picturePath({ id, now }: Pick<NewPicture, 'id' | 'now'>): string {
  return `/v1/file/${id}/thumbnail/download?version=${String(now)}`;
}

/**
 * Deletes the metadata of the picture that an account shows, if it was uploaded here.
 *
 * @param image - its address
 * @returns ids of the stored bytes: the picture, and the thumbnail drawn from it
 */
export async function deletePicture(db: Database, userId: string, image: string | null): Promise<string[]> {
  const [, id] = /\/v1\/file\/([\w-]+)\/thumbnail\/download/.exec(image ?? '') ?? [];
  if (id === undefined) return [];
  const gone = await db
    .delete(files)
    .where(and(eq(files.id, id), eq(files.digest, markOf(userId))))
    .returning();
  return bytesOf(gone);
}
