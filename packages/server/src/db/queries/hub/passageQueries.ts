import { and, asc, desc, eq, gt, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { datasetFiles, passages } from '../../schema';
import { waitingForIndex } from '../../vectors';

/** A document of a dataset as stored. */
export type DatasetFile = typeof datasetFiles.$inferSelect;
/** A passage as stored. */
export type StoredPassage = typeof passages.$inferSelect;
/** What a new passage is made from. */
export type NewPassage = Omit<typeof passages.$inferInsert, 'sequence' | 'search'>;

/** Passages put into one statement. */
const BATCH = 200;

/** Adds a document with its passages, all or nothing. */
export async function insertDocument(
  db: Database,
  file: typeof datasetFiles.$inferInsert,
  list: readonly NewPassage[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(datasetFiles).values({ ...file, passages: list.length });
    for (let start = 0; start < list.length; start += BATCH)
      await tx.insert(passages).values(list.slice(start, start + BATCH));
  });
}

/** Documents of a dataset, oldest first. @param which - all, or those that are no pages of a site */
export async function listDatasetFiles(
  db: Database,
  datasetId: string,
  after: { createdAt: number; id: string } | undefined,
  take: number,
  which: 'all' | 'single' = 'all',
): Promise<DatasetFile[]> {
  const isAfter =
    after &&
    or(
      gt(datasetFiles.createdAt, after.createdAt),
      and(eq(datasetFiles.createdAt, after.createdAt), gt(datasetFiles.id, after.id)),
    );
  return db
    .select()
    .from(datasetFiles)
    .where(
      and(eq(datasetFiles.datasetId, datasetId), which === 'single' ? isNull(datasetFiles.siteId) : undefined, isAfter),
    )
    .orderBy(asc(datasetFiles.createdAt), asc(datasetFiles.id))
    .limit(take);
}

/** Deletes a document with its passages. @returns whether the dataset had it */
export async function deleteDatasetFile(db: Database, datasetId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(datasetFiles)
    .where(and(eq(datasetFiles.id, id), eq(datasetFiles.datasetId, datasetId)))
    .returning({ id: datasetFiles.id });
  return gone.length > 0;
}

/**
 * Passages in which some of these words stand, those with most of them first.
 *
 * @param terms - letters and digits only, as `toTerms` makes them; longer ones are also found as beginnings
 */
export async function findPassages(
  db: Database,
  datasetIds: readonly string[],
  terms: readonly string[],
  take: number,
): Promise<StoredPassage[]> {
  if (datasetIds.length === 0 || terms.length === 0) return [];
  const query = terms
    .map((term) => `'${term.replaceAll("'", '').replaceAll('\\', '')}'${term.length >= 4 ? ':*' : ''}`)
    .join(' | ');
  return db
    .select()
    .from(passages)
    .where(and(inArray(passages.datasetId, [...datasetIds]), sql`${passages.search} @@ ${query}::tsquery`))
    .orderBy(desc(sql`ts_rank(${passages.search}, ${query}::tsquery)`), asc(passages.sequence))
    .limit(take);
}

/** Vectors of passages that this model has given, for a comparison in this process. */
export async function readEmbeddings(
  db: Database,
  datasetIds: readonly string[],
  model: string,
  take: number,
): Promise<{ sequence: number; embedding: number[] }[]> {
  if (datasetIds.length === 0) return [];
  const rows = await db
    .select({ sequence: passages.sequence, embedding: passages.embedding })
    .from(passages)
    .where(and(inArray(passages.datasetId, [...datasetIds]), eq(passages.embeddingModel, model)))
    .orderBy(asc(passages.sequence))
    .limit(take);
  return rows.flatMap(({ sequence, embedding }) => (embedding ? [{ sequence, embedding }] : []));
}

/**
 * The next passages without a vector of this model, in their order.
 *
 * @param where - the datasets; undefined: all
 */
export async function readUnembedded(
  db: Database,
  model: string,
  { datasetIds, after, take }: { datasetIds: readonly string[] | undefined; after: number; take: number },
): Promise<Pick<StoredPassage, 'sequence' | 'title' | 'text'>[]> {
  const isMissing = or(
    isNull(passages.embeddingModel),
    notInArray(passages.embeddingModel, [model, waitingForIndex(model)]),
  );
  const isThere = datasetIds && inArray(passages.datasetId, [...datasetIds]);
  return db
    .select({ sequence: passages.sequence, title: passages.title, text: passages.text })
    .from(passages)
    .where(and(isThere, gt(passages.sequence, after), isMissing))
    .orderBy(asc(passages.sequence))
    .limit(take);
}

/** How long the vectors of this model are; undefined while there is none. */
export async function readDimensions(db: Database, model: string): Promise<number | undefined> {
  const [row] = await db
    .select({ dimensions: sql<number>`cardinality(${passages.embedding})` })
    .from(passages)
    .where(inArray(passages.embeddingModel, [model, waitingForIndex(model)]))
    .limit(1);
  return row?.dimensions;
}

/** Keeps what a passage means to a model. */
export async function saveEmbedding(db: Database, sequence: number, model: string, embedding: number[]): Promise<void> {
  await db.update(passages).set({ embedding, embeddingModel: model }).where(eq(passages.sequence, sequence));
}

/** Passages by their places. */
export async function readPassages(db: Database, sequences: readonly number[]): Promise<StoredPassage[]> {
  if (sequences.length === 0) return [];
  return db
    .select()
    .from(passages)
    .where(inArray(passages.sequence, [...sequences]));
}

/** The first passages of these datasets: the possible topics. */
export async function readFirstPassages(
  db: Database,
  datasetIds: readonly string[],
  take: number,
): Promise<StoredPassage[]> {
  if (datasetIds.length === 0) return [];
  return db
    .select()
    .from(passages)
    .where(inArray(passages.datasetId, [...datasetIds]))
    .orderBy(asc(passages.sequence))
    .limit(take);
}
