import { and, eq, inArray, like, lt } from 'drizzle-orm';
import type { Database } from '../database';
import { browserFiles } from '../schema';

/** A stored file: its path below `/integrations/widget/`, and its bytes as brotli in base64. */
export interface StoredBrowserFile {
  readonly path: string;
  readonly content: string;
}

/** Which of these paths are stored. */
export async function listStoredPaths(db: Database, paths: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ path: browserFiles.path })
    .from(browserFiles)
    .where(inArray(browserFiles.path, [...paths]));
  return new Set(rows.map(({ path }) => path));
}

/** Stores files. Existing ones are kept, because an address never changes its content. */
export async function addBrowserFiles(db: Database, files: readonly StoredBrowserFile[], now: number): Promise<void> {
  if (files.length === 0) return;
  await db
    .insert(browserFiles)
    .values(files.map((file) => ({ ...file, createdAt: now, seenAt: now })))
    .onConflictDoNothing();
}

/** Content of a stored file, or undefined. */
export async function readBrowserFile(db: Database, path: string): Promise<string | undefined> {
  const [row] = await db
    .select({ content: browserFiles.content })
    .from(browserFiles)
    .where(eq(browserFiles.path, path))
    .limit(1);
  return row?.content;
}

/** Records that a server uses these files, unless recorded since `before`. */
export async function seeBrowserFiles(
  db: Database,
  paths: readonly string[],
  now: number,
  before: number,
): Promise<void> {
  await db
    .update(browserFiles)
    .set({ seenAt: now })
    .where(and(inArray(browserFiles.path, [...paths]), lt(browserFiles.seenAt, before)));
}

/** Deletes files below a folder that no server has used since `before`. */
export async function deleteUnseenFiles(db: Database, folder: string, before: number): Promise<void> {
  await db.delete(browserFiles).where(and(like(browserFiles.path, `${folder}/%`), lt(browserFiles.seenAt, before)));
}
