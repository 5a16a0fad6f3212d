import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database, Vectors, VectorType } from './database';
import { passages } from './schema';

export type { Vectors, VectorType } from './database';

/** The oldest pgvector that continues a search when the filter has left too few rows (`hnsw.iterative_scan`). */
export const OLDEST_PGVECTOR = '0.8.0';
/** The index takes vectors up to this length, of half precision; longer ones are compared without it. */
export const INDEXED_DIMENSIONS_MAX = 4_000;
/** The same for single precision. */
const SINGLE_DIMENSIONS_MAX = 2_000;
/** Rows given to the index of the embedded database at once: at most 50 ms, in which it answers nobody. */
const SLICE = 24;

/** The type of the embedded database, whose pgvector is compiled to WebAssembly. */
export const embeddedVectorType = (dimensions: number): VectorType =>
  dimensions > SINGLE_DIMENSIONS_MAX ? 'halfvec' : 'vector';

/** Whether this version of pgvector is new enough. */
export function isPgvectorUsable(version: string): boolean {
  return version.localeCompare(OLDEST_PGVECTOR, 'en', { numeric: true }) >= 0;
}

/** The index of one model: its name, and the statement that makes it. */
export interface IndexPlan {
  readonly name: string;
  /** @param how - `concurrently`: without keeping writers out, and outside of a transaction */
  create(how: '' | 'concurrently' | 'if not exists'): string;
}

/** The index for vectors of this model; undefined when they are too long for one. */
export function planIndex(model: string, dimensions: number, type: VectorType): IndexPlan | undefined {
  if (dimensions > INDEXED_DIMENSIONS_MAX) return undefined;
  const digest = createHash('sha256').update(model).digest('hex').slice(0, 16);
  const name = `passages_meaning_${digest}_${String(dimensions)}${type === 'vector' ? '_single' : ''}`;
  return {
    name,
    create: (how) =>
      `create index ${how} ${name} on passages using hnsw ((${castVector('embedding', dimensions, type)}) ${type}_cosine_ops) ` +
      `where ${isOfModel(model, dimensions)}`,
  };
}

/** The expression that the index holds. A query is only answered by the index when it has the very same one. */
export function castVector(value: string, dimensions: number, type: VectorType): string {
  return `${value}::${type}(${String(dimensions)})`;
}

/** The rows that the index holds, in the same words for the index and its queries. */
export function isOfModel(model: string, dimensions: number): string {
  return `embedding_model = '${model.replaceAll("'", "''")}' and cardinality(embedding) = ${String(dimensions)}`;
}

/**
 * What stands in `embedding_model` of a row that has its vector but waits for the index. The embedded database works in
 * this thread, so an index over many rows is begun empty and given its rows in slices.
 */
export function waitingForIndex(model: string): string {
  return `indexing:${model}`;
}

/** Vectors whose index `makeIndex` makes. It is called once at a time for each model and length. */
export function createVectors(options: {
  readonly db: Database;
  readonly isInDatabase: boolean;
  readonly typeOf: (dimensions: number) => VectorType;
  readonly makeIndex: (plan: IndexPlan, model: string, dimensions: number) => Promise<void>;
}): Vectors {
  const { db, isInDatabase, typeOf, makeIndex } = options;
  const prepared = new Map<string, Promise<void>>();

  async function prepare(model: string, dimensions: number): Promise<void> {
    const plan = isInDatabase ? planIndex(model, dimensions, typeOf(dimensions)) : undefined;
    if (plan) await makeIndex(plan, model, dimensions);
    await releaseWaiting(db, model);
  }
  return {
    isInDatabase,
    typeOf,
    prepare(model, dimensions) {
      const key = `${model} ${String(dimensions)}`;
      const known = prepared.get(key);
      if (known) return known;
      const work = prepare(model, dimensions).catch((error: unknown) => {
        prepared.delete(key);
        throw error;
      });
      prepared.set(key, work);
      return work;
    },
  };
}

/** Gives the rows that wait to the index, a few at a time; also those of a backup that was made meanwhile. */
async function releaseWaiting(db: Database, model: string): Promise<void> {
  const waiting = waitingForIndex(model);
  let last = 0;
  for (;;) {
    const startedAt = performance.now();
    const rows = await db
      .select({ sequence: passages.sequence })
      .from(passages)
      .where(and(eq(passages.embeddingModel, waiting), gt(passages.sequence, last)))
      .orderBy(asc(passages.sequence))
      .limit(SLICE);
    if (rows.length === 0) return;
    last = rows.at(-1)?.sequence ?? last;
    await db
      .update(passages)
      .set({ embeddingModel: model })
      .where(
        and(
          eq(passages.embeddingModel, waiting),
          sql`${passages.sequence} between ${rows[0]?.sequence ?? 0} and ${last}`,
        ),
      );
    // For as long again others are answered.
    await wait(performance.now() - startedAt, undefined, { ref: false });
  }
}
