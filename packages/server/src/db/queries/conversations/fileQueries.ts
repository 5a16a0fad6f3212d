import { and, asc, count, eq, gt, inArray, isNotNull, lt } from 'drizzle-orm';
import type { Database } from '../../database';
import { conversations, files } from '../../schema';

/** Metadata of a stored file; its bytes are in the file store. */
export type StoredFile = typeof files.$inferSelect;
/** Metadata of a new file. */
export type NewFile = typeof files.$inferInsert;

/** Stores metadata, replacing those with the same id. */
export async function saveFile(db: Database, file: NewFile): Promise<void> {
  const { id: _, ...fields } = file;
  await db.insert(files).values(file).onConflictDoUpdate({ target: files.id, set: fields });
}

/** Stores an attachment unless its conversation has `limit` of them. @returns false if it has */
export async function insertAttachment(
  db: Database,
  file: NewFile & { conversationId: string },
  limit: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Concurrent uploads of a conversation wait here, so that none exceeds the limit.
    await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.id, file.conversationId))
      .for('update');
    const [row] = await tx.select({ total: count() }).from(files).where(isAttachmentOf(file.conversationId));
    if ((row?.total ?? 0) >= limit) return false;
    await tx.insert(files).values(file);
    return true;
  });
}

/** A public file, or undefined. */
export async function readPublicFile(
  db: Database,
  kind: 'icon' | 'preview',
  id: string,
): Promise<StoredFile | undefined> {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.kind, kind)))
    .limit(1);
  return file;
}

/** A file of this conversation; undefined also for files of others. */
export async function readConversationFile(
  db: Database,
  conversationId: string,
  kind: 'attachment' | 'speech',
  id: string,
): Promise<StoredFile | undefined> {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.conversationId, conversationId), eq(files.kind, kind), eq(files.id, id)))
    .limit(1);
  return file;
}

/** Attachments of a conversation with these ids, unordered. */
export async function readAttachments(
  db: Database,
  conversationId: string,
  ids: readonly string[],
): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(files)
    .where(and(isAttachmentOf(conversationId), inArray(files.id, [...ids])));
}

/** A page of attachments, oldest first, after id `after`. */
export async function listAttachments(
  db: Database,
  conversationId: string,
  after: string | undefined,
  take: number,
): Promise<StoredFile[]> {
  return db
    .select()
    .from(files)
    .where(and(isAttachmentOf(conversationId), after === undefined ? undefined : gt(files.id, after)))
    .orderBy(asc(files.id))
    .limit(take);
}

/** A recording with the same source, kept until at least `keptUntil`; or undefined. */
export async function readSpeech(
  db: Database,
  conversationId: string,
  digest: string,
  keptUntil: number,
): Promise<StoredFile | undefined> {
  const [file] = await db
    .select()
    .from(files)
    .where(
      and(
        eq(files.conversationId, conversationId),
        eq(files.kind, 'speech'),
        eq(files.digest, digest),
        gt(files.expiresAt, keptUntil),
      ),
    )
    .limit(1);
  return file;
}

/** Ids of the stored bytes of files: those of icons have a thumbnail beside them, drawn when it was first asked for. */
export function bytesOf(gone: readonly Pick<StoredFile, 'id' | 'kind' | 'updatedAt'>[]): string[] {
  return gone.flatMap(({ id, kind, updatedAt }) =>
    kind === 'icon' ? [id, `${id}-thumbnail-${String(updatedAt)}`] : [id],
  );
}

/** Deletes expired files. @returns ids of stored bytes to delete */
export async function deleteExpiredFiles(db: Database, now: number): Promise<string[]> {
  const gone = await db
    .delete(files)
    .where(and(isNotNull(files.expiresAt), lt(files.expiresAt, now)))
    .returning();
  return bytesOf(gone);
}

function isAttachmentOf(conversationId: string) {
  return and(eq(files.conversationId, conversationId), eq(files.kind, 'attachment'));
}
