import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../database';
import { passages } from '../../schema';
import { FOUND, type FoundPassage } from './passageQueries';
import { castVector, INDEXED_DIMENSIONS_MAX, isOfModel, type VectorType } from '../../vectors';

/**
 * Datasets with so many passages are searched from end to end, which is exact and faster than an index in which most
 * entries belong to others.
 */
export const EXACT_MAX = 1_000;
/** How many candidates the index keeps while it searches (`hnsw.ef_search`): more find better, and take longer. */
const CANDIDATES = 100;

/** What is looked for. */
export interface NearestQuery {
  readonly datasetIds: readonly string[];
  /** How many passages they have. */
  readonly size: number;
  readonly model: string;
  /** The vector of the question. */
  readonly embedding: readonly number[];
  /** `Vectors.typeOf` its length. */
  readonly type: VectorType;
  readonly take: number;
}

/** A passage, with the cosine of its vector and that of the question. */
export type NearPassage = FoundPassage & { readonly likeness: number };

/**
 * The passages whose vectors are most like this one, best first, compared by the database (`Vectors.isInDatabase`).
 */
export async function findNearest(
  db: Database,
  { datasetIds, size, model, embedding, type, take }: NearestQuery,
): Promise<NearPassage[]> {
  if (datasetIds.length === 0) return [];
  const isExact = embedding.length > INDEXED_DIMENSIONS_MAX || size <= EXACT_MAX;
  const cast = (value: string): SQL => sql.raw(castVector(value, embedding.length, type));
  const distance = sql`${cast('embedding')} <=> ${cast(`'[${embedding.map(Number).join(',')}]'`)}`;
  const isInDatasets = sql`in (${sql.join(
    datasetIds.map((id) => sql`${id}`),
    sql`, `,
  )})`;
  const isOurs = sql.raw(isOfModel(model, embedding.length));
  // Written so that neither the index of the datasets can be taken in place of that of the vectors, nor the reverse.
  const [where, order] = isExact
    ? [sql`dataset_id ${isInDatasets} and ${isOurs}`, sql`(${distance}) + 0`]
    : [sql`dataset_id || '' ${isInDatasets} and ${isOurs}`, distance];
  return db.transaction(async (tx) => {
    if (!isExact)
      await tx.execute(
        sql`select set_config('hnsw.ef_search', ${String(CANDIDATES)}, true),
          set_config('hnsw.iterative_scan', 'strict_order', true), set_config('enable_seqscan', 'off', true)`,
      );
    return tx
      .select({ ...FOUND, likeness: sql`1 - (${distance})`.mapWith(Number) })
      .from(passages)
      .where(where)
      .orderBy(order)
      .limit(take);
  });
}
