import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { datasetFiles, passages } from '../../schema';

/** Titles of documents by id: the page heading of the first passage. Documents without passages are missing. */
export async function readTitles(db: Database, fileIds: readonly string[]): Promise<Map<string, string>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([passages.fileId], { id: passages.fileId, title: passages.page })
    .from(passages)
    .where(inArray(passages.fileId, [...fileIds]))
    .orderBy(passages.fileId, asc(passages.sequence));
  return new Map(rows.map(({ id, title }) => [id, title.trim()]));
}

/** A document of a dataset, also a page of one of its sites; or undefined. */
export async function readDocument(
  db: Database,
  datasetId: string,
  fileId: string,
): Promise<typeof datasetFiles.$inferSelect | undefined> {
  const [file] = await db
    .select()
    .from(datasetFiles)
    .where(and(eq(datasetFiles.id, fileId), eq(datasetFiles.datasetId, datasetId)));
  return file;
}

/** Passages of a document in their order. @param after - sequence of the last one that was read; 0 from the start */
export async function listPassages(
  db: Database,
  fileId: string,
  after: number,
  take: number,
): Promise<{ sequence: number; title: string; text: string; url: string }[]> {
  return db
    .select({ sequence: passages.sequence, title: passages.title, text: passages.text, url: passages.url })
    .from(passages)
    .where(and(eq(passages.fileId, fileId), gt(passages.sequence, after)))
    .orderBy(asc(passages.sequence))
    .limit(take);
}

/** Messages that cited a document: its passages are named by their source and title. */
export const citesDocument = (name: string): ReturnType<typeof sql> => sql`reference ->> 'source' = ${name}`;
