import { and, asc, eq, isNotNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { datasetFiles, datasets, datasetSites } from '../../schema';

/** A site of a dataset as stored. */
export type DatasetSite = typeof datasetSites.$inferSelect;

export async function insertDatasetSite(db: Database, row: typeof datasetSites.$inferInsert): Promise<void> {
  await db.insert(datasetSites).values(row);
}

/** Sites of a dataset, oldest first. */
export async function listDatasetSites(db: Database, datasetId: string): Promise<DatasetSite[]> {
  return db
    .select()
    .from(datasetSites)
    .where(eq(datasetSites.datasetId, datasetId))
    .orderBy(asc(datasetSites.createdAt), asc(datasetSites.id));
}

/** A site of this dataset. */
export async function readDatasetSite(db: Database, datasetId: string, id: string): Promise<DatasetSite | undefined> {
  const [row] = await db
    .select()
    .from(datasetSites)
    .where(and(eq(datasetSites.id, id), eq(datasetSites.datasetId, datasetId)));
  return row;
}

export async function deleteDatasetSite(db: Database, id: string): Promise<void> {
  await db.delete(datasetSites).where(eq(datasetSites.id, id));
}

export async function updateDatasetSite(
  db: Database,
  id: string,
  changes: Partial<typeof datasetSites.$inferInsert>,
): Promise<void> {
  await db.update(datasetSites).set(changes).where(eq(datasetSites.id, id));
}

/** Sites that are to be read now: new ones, those whose process has gone, and those whose time has come. */
const isDue = (now: number) =>
  and(
    lt(datasetSites.leasedUntil, now),
    or(eq(datasetSites.state, 'queued'), eq(datasetSites.state, 'reading'), lt(datasetSites.renewAt, now)),
  );

/** The site to be read next: first those that have never been read. @param busy - accounts whose turn it is not */
export async function findDueSite(
  db: Database,
  now: number,
  busy: readonly string[],
): Promise<{ id: string; ownerId: string } | undefined> {
  const { id, readAt, updatedAt } = datasetSites;
  const [row] = await db
    .select({ id, ownerId: datasets.ownerId })
    .from(datasetSites)
    .innerJoin(datasets, eq(datasets.id, datasetSites.datasetId))
    .where(and(isDue(now), notInArray(datasets.ownerId, [...busy])))
    .orderBy(sql`${readAt} is not null`, asc(updatedAt), asc(id))
    .limit(1);
  return row;
}

/**
 * Takes a site that is due for one process. @returns it with the account that owns it; undefined: another process has
 * it, or it is not due
 */
export async function claimSite(
  db: Database,
  id: string,
  now: number,
  leasedUntil: number,
): Promise<(DatasetSite & { ownerId: string }) | undefined> {
  const [row] = await db
    .update(datasetSites)
    .set({ state: 'reading', leasedUntil, error: null, pagesDone: 0, pagesFound: 0, failures: [], updatedAt: now })
    .where(and(eq(datasetSites.id, id), isDue(now)))
    .returning();
  if (!row) return undefined;
  const [dataset] = await db.select({ ownerId: datasets.ownerId }).from(datasets).where(eq(datasets.id, row.datasetId));
  return dataset && { ...row, ownerId: dataset.ownerId };
}

/** What is kept of the pages of a site. */
export async function listSiteFiles(
  db: Database,
  siteId: string,
): Promise<{ id: string; name: string; url: string | null; hash: string | null; passages: number }[]> {
  const { id, name, url, hash, passages } = datasetFiles;
  return db
    .select({ id, name, url, hash, passages })
    .from(datasetFiles)
    .where(eq(datasetFiles.siteId, siteId))
    .orderBy(sql`${url} collate "C"`, asc(id));
}

/** The pages of the other sites of a dataset. */
export async function listPagesOfOtherSites(
  db: Database,
  { id, datasetId }: Pick<DatasetSite, 'id' | 'datasetId'>,
): Promise<{ url: string | null; hash: string | null }[]> {
  return db
    .select({ url: datasetFiles.url, hash: datasetFiles.hash })
    .from(datasetFiles)
    .where(and(eq(datasetFiles.datasetId, datasetId), isNotNull(datasetFiles.siteId), ne(datasetFiles.siteId, id)));
}

/** Makes the other sites of a dataset due. */
export async function renewOtherSites(
  db: Database,
  { id, datasetId }: Pick<DatasetSite, 'id' | 'datasetId'>,
  renewAt: number,
): Promise<void> {
  await db
    .update(datasetSites)
    .set({ renewAt })
    .where(and(eq(datasetSites.datasetId, datasetId), ne(datasetSites.id, id)));
}
