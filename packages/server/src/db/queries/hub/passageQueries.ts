import { setImmediate } from 'node:timers/promises';
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  max,
  notInArray,
  or,
  sql,
  sum,
} from 'drizzle-orm';
import type { Database } from '../../database';
import { datasetFiles, passages } from '../../schema';
import { waitingForIndex } from '../../vectors';

/** A document of a dataset as stored. */
export type DatasetFile = typeof datasetFiles.$inferSelect;
/** A passage as stored. */
export type StoredPassage = typeof passages.$inferSelect;
/** What a search shows of a passage: not its vector and terms, which are the larger part of a row. */
export type FoundPassage = Omit<StoredPassage, 'terms' | 'search' | 'embedding' | 'embeddingModel'>;
/** What a new passage is made from. */
export type NewPassage = Omit<typeof passages.$inferInsert, 'sequence' | 'search'>;

const {
  terms: _terms,
  search: _search,
  embedding: _embedding,
  embeddingModel: _model,
  ...foundColumns
} = getTableColumns(passages);
/** The columns of a `FoundPassage`. */
export const FOUND = foundColumns;

/** Passages put into one statement, and characters of their terms: the database takes about 5 ms for so many. */
const BATCH = 20;
const BATCH_LENGTH = 8_000;

/**
 * Adds a document with its passages, and at last their number and its hash: until then it is unfinished (`listUnfinished`),
 * and a page of a site is read again.
 *
 * Each statement is a transaction of its own, and other work runs between two: in one transaction, a long document would
 * block the embedded database for seconds.
 *
 * @param first - adds the document without its passages @returns whether it is there; false: it was deleted meanwhile
 */
export async function insertDocument(
  db: Database,
  file: typeof datasetFiles.$inferInsert & { readonly id: string },
  list: readonly NewPassage[],
  first = (insert: (by: Database) => Promise<void>): Promise<void> => insert(db),
): Promise<boolean> {
  await first(async (by) => {
    await by.insert(datasetFiles).values({ ...file, passages: 0, hash: null });
  });
  try {
    for (const batch of batchesOf(list)) {
      await db.insert(passages).values([...batch]);
      await setImmediate();
    }
    const finished = await db
      .update(datasetFiles)
      .set({ passages: list.length, hash: file.hash ?? null })
      .where(eq(datasetFiles.id, file.id))
      .returning({ id: datasetFiles.id });
    return finished.length > 0;
  } catch (error) {
    if (!(await deleteDatasetFile(db, file.datasetId, file.id))) return false;
    throw error;
  }
}

/** Passages of one statement each; a long passage alone. */
export function batchesOf(list: readonly NewPassage[]): (readonly NewPassage[])[] {
  const batches: NewPassage[][] = [];
  let length = 0;
  for (const passage of list) {
    const last = batches.at(-1);
    length += passage.terms.length;
    if (last && last.length < BATCH && length <= BATCH_LENGTH) last.push(passage);
    else {
      batches.push([passage]);
      length = passage.terms.length;
    }
  }
  return batches;
}

/** Some documents from before this moment whose process ended while their passages were added. */
export async function listUnfinished(
  db: Database,
  before: number,
  take: number,
): Promise<Pick<DatasetFile, 'id' | 'datasetId'>[]> {
  return db
    .select({ id: datasetFiles.id, datasetId: datasetFiles.datasetId })
    .from(datasetFiles)
    .where(
      and(
        eq(datasetFiles.passages, 0),
        lt(datasetFiles.createdAt, before),
        exists(
          db
            .select({ one: sql`1` })
            .from(passages)
            .where(eq(passages.fileId, datasetFiles.id)),
        ),
      ),
    )
    .limit(take);
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

/** A word of a search. */
export interface SearchedWord {
  /**
   * Terms as `toTerms` makes them, each with its weight and about which share of the passages has it. Of those that a
   * passage has, the first counts.
   */
  readonly terms: readonly { readonly term: string; readonly weight: number; readonly share: number }[];
}

interface Limits {
  readonly take: number;
  /** About how many passages are weighed; at most twice as many. */
  readonly lookedAt: number;
  /** How many passages the datasets have. */
  readonly size: number;
}

/** How many of the heaviest words choose the passages that are weighed; the others, mostly common words, only weigh. */
const LEADING_MAX = 6;
/** Sums of weights that differ by less are the same. */
const ROUNDING = 1e-9;
/** Terms of a word with less than this share of its weight are alternatives of their own, as they are often common. */
const LIGHT = 0.75;

/**
 * Passages that have some of these words, the highest weight first.
 *
 * Where many passages have one of the words, the index chooses those with a rare word and those with the heaviest
 * combinations: weighing every passage that has a common word would take seconds.
 */
export async function findPassages(
  db: Database,
  datasetIds: readonly string[],
  words: readonly SearchedWord[],
  { take, lookedAt, size }: Limits,
): Promise<FoundPassage[]> {
  const found = words.filter(({ terms }) => terms.length > 0);
  if (datasetIds.length === 0 || found.length === 0) return [];
  const limits = { take, lookedAt: lookedAt / 2, size };
  const queries =
    size <= lookedAt ? [anyOf(found.flatMap(({ terms }) => terms))] : [rarest(found, limits), heaviest(found, limits)];
  const chosen = queries
    .filter((query) => query !== '')
    .map((query) =>
      db
        .select({ sequence: passages.sequence })
        .from(passages)
        .where(and(inArray(passages.datasetId, [...datasetIds]), sql`${passages.search} @@ ${query}::tsquery`))
        .limit(lookedAt),
    );
  const weights = found.map(({ terms }) => {
    const cases = terms.map(
      ({ term, weight }) => sql`when ${passages.search} @@ ${lexeme(term)}::tsquery then ${weight}::float8`,
    );
    return sql`case ${sql.join(cases, sql` `)} else 0 end`;
  });
  return db
    .select(FOUND)
    .from(passages)
    .where(sql`${passages.sequence} in (${sql.join(chosen, sql` union `)})`)
    .orderBy(desc(sql.join(weights, sql` + `)), asc(passages.sequence))
    .limit(take);
}

/** Alternatives of a word that weigh about the same. */
interface Level {
  readonly query: string;
  readonly weight: number;
  readonly share: number;
}

/** A `tsquery` for the rarest terms: as many as `lookedAt` passages have. */
function rarest(words: readonly SearchedWord[], { lookedAt, size }: Limits): string {
  let left = lookedAt;
  const terms = words.flatMap((word) => word.terms).sort((a, b) => a.share - b.share);
  return anyOf(terms.filter(({ share }) => (left -= share * size) >= 0));
}

/**
 * A `tsquery` for the passages whose words weigh the most together: for `lookedAt` passages, if each word occurs
 * independently of the others.
 */
function heaviest(words: readonly SearchedWord[], { take, lookedAt, size }: Limits): string {
  const leading = words
    .map(({ terms }) => levelsOf(terms.filter(({ share }) => share > 0)))
    .filter(({ length }) => length > 0)
    .sort(([a], [b]) => (b?.weight ?? 0) - (a?.weight ?? 0))
    .slice(0, LEADING_MAX);
  let sums = [{ weight: 0, share: 1 }];
  for (const levels of leading)
    sums = sums.flatMap((sum) => {
      let rest = sum.share;
      const having = levels.map(({ weight, share }) => {
        const part = rest * share;
        rest -= part;
        return { weight: sum.weight + weight, share: part };
      });
      return [...having, { weight: sum.weight, share: rest }];
    });
  let [expected, least] = [0, Infinity];
  for (const { weight, share } of sums.sort((a, b) => b.weight - a.weight)) {
    expected += share * size;
    if (weight === 0 || (expected > lookedAt && expected - share * size >= take)) break;
    least = weight;
  }
  return atLeast(leading, least) ?? '';
}

function levelsOf(terms: SearchedWord['terms']): Level[] {
  const top = Math.max(...terms.map(({ weight }) => weight));
  const levels = [
    terms.filter(({ weight }) => weight >= top * LIGHT),
    terms.filter(({ weight }) => weight < top * LIGHT),
  ];
  return levels
    .filter(({ length }) => length > 0)
    .map((list) => ({
      query: anyOf(list),
      weight: Math.max(...list.map(({ weight }) => weight)),
      share: Math.min(
        1,
        list.reduce((sum, { share }) => sum + share, 0),
      ),
    }));
}

/** A `tsquery` for words that weigh so much together; undefined: even all of them weigh less. */
function atLeast([levels, ...rest]: readonly (readonly Level[])[], weight: number): string | undefined {
  if (!levels) return undefined;
  const having = levels.flatMap((level) => {
    const left = weight - level.weight;
    const others = left > ROUNDING ? atLeast(rest, left) : '';
    return others === undefined ? [] : [others === '' ? `(${level.query})` : `(${level.query}) & (${others})`];
  });
  const alternatives = [...having, atLeast(rest, weight) ?? []].flat();
  return alternatives.length === 0 ? undefined : alternatives.join(' | ');
}

function anyOf(terms: SearchedWord['terms']): string {
  return terms.map(({ term }) => lexeme(term)).join(' | ');
}

function lexeme(term: string): string {
  return `'${term.replaceAll("'", '').replaceAll('\\', '')}'`;
}

/**
 * Changes whenever documents are added, deleted or changed. Cheaper than counting the passages.
 */
export async function readPassagesVersion(db: Database, datasetIds: readonly string[]): Promise<string> {
  const [row] = await db
    .select({ files: count(), passages: sum(datasetFiles.passages), last: max(datasetFiles.updatedAt) })
    .from(datasetFiles)
    .where(inArray(datasetFiles.datasetId, [...datasetIds]));
  return JSON.stringify(row);
}

/** How many passages these datasets have, and the place of the last one. */
export async function countPassages(
  db: Database,
  datasetIds: readonly string[],
): Promise<{ count: number; last: number }> {
  if (datasetIds.length === 0) return { count: 0, last: 0 };
  const [row] = await db
    .select({ count: count(), last: max(passages.sequence) })
    .from(passages)
    .where(inArray(passages.datasetId, [...datasetIds]));
  return { count: row?.count ?? 0, last: row?.last ?? 0 };
}

/** The terms of the passages after this one, in their order. */
export async function readTerms(
  db: Database,
  datasetIds: readonly string[],
  { after, take }: { after: number; take: number },
): Promise<{ sequence: number; terms: string }[]> {
  if (datasetIds.length === 0) return [];
  return db
    .select({ sequence: passages.sequence, terms: passages.terms })
    .from(passages)
    .where(and(inArray(passages.datasetId, [...datasetIds]), gt(passages.sequence, after)))
    .orderBy(asc(passages.sequence))
    .limit(take);
}

/** The texts of the passages after this one, of all datasets. */
export async function readTexts(
  db: Database,
  after: number,
  take: number,
): Promise<Pick<StoredPassage, 'sequence' | 'title' | 'text'>[]> {
  return db
    .select({ sequence: passages.sequence, title: passages.title, text: passages.text })
    .from(passages)
    .where(gt(passages.sequence, after))
    .orderBy(asc(passages.sequence))
    .limit(take);
}

/** Stores the terms of passages in the place of earlier ones. */
export async function saveTerms(
  db: Database,
  list: readonly { readonly sequence: number; readonly terms: string }[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { sequence, terms } of list)
      await tx.update(passages).set({ terms }).where(eq(passages.sequence, sequence));
  });
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

/** Stores the vector of a passage. */
export async function saveEmbedding(db: Database, sequence: number, model: string, embedding: number[]): Promise<void> {
  await db.update(passages).set({ embedding, embeddingModel: model }).where(eq(passages.sequence, sequence));
}

/** Passages by their places. */
export async function readPassages(db: Database, sequences: readonly number[]): Promise<FoundPassage[]> {
  if (sequences.length === 0) return [];
  return db
    .select(FOUND)
    .from(passages)
    .where(inArray(passages.sequence, [...sequences]));
}

/** The first passages of these datasets: the possible topics. */
export async function readFirstPassages(
  db: Database,
  datasetIds: readonly string[],
  take: number,
): Promise<FoundPassage[]> {
  if (datasetIds.length === 0) return [];
  return db
    .select(FOUND)
    .from(passages)
    .where(inArray(passages.datasetId, [...datasetIds]))
    .orderBy(asc(passages.sequence))
    .limit(take);
}
