import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Processes } from './processes';
import type * as schema from './schema';

/** The database as queries see it: PGlite, PostgreSQL, or a transaction of either. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/**
 * What vectors are compared as: numbers of single precision, or of half, which need half the memory. Processors know
 * both, but WebAssembly only the first: there half precision takes five times as long.
 */
export type VectorType = 'vector' | 'halfvec';

/**
 * How vectors of passages are compared: by the database, through an index of its extension `vector` (pgvector), or,
 * where the database does not have it, in this process.
 */
export interface Vectors {
  /** Whether the database compares them. */
  readonly isInDatabase: boolean;
  /** What it compares vectors of this length as. */
  readonly typeOf: (dimensions: number) => VectorType;
  /**
   * Makes the index for vectors of this model, once. It resolves when the index is there, which takes minutes where
   * there are many vectors; searches work meanwhile.
   */
  prepare(model: string, dimensions: number): Promise<void>;
}

/** How many queries wait for a connection, by pool. */
export type WaitingQueries = Readonly<Record<'visitors' | 'owners' | 'reports' | 'audit', number>>;

/** An open database. */
export interface OpenDatabase {
  readonly db: Database;
  /**
   * The same tables for owners' requests, on connections of their own: a report takes none that a visitor
   * waits for. The embedded database has only one.
   */
  readonly owners: Database;
  /** The same tables for the audit log, on a connection of its own: no report and no visitor keeps it waiting. */
  readonly audit: Database;
  /** Whether this process is the only one that can use it: true for the embedded one. */
  readonly isEmbedded: boolean;
  /**
   * The same database for one caller, whose statements may take so long together, in milliseconds; a statement beyond
   * it is refused with TIMEOUT. All such callers share connections that nobody else waits for.
   * PostgreSQL ends one that runs over the limit; the embedded database cannot, so there it is the last one. It takes
   * no transactions.
   */
  within(limitMs: number): Database;
  /** This process among those that use the database. */
  readonly processes: Processes;
  /** How it compares vectors. */
  readonly vectors: Vectors;
  /** How many queries wait for a connection of each pool. */
  waiting(): WaitingQueries;
  /**
   * The files of the embedded database as of one moment, as a tar archive for `openPglite({ seed })`. Queries wait
   * meanwhile. PostgreSQL has tools of its own for this.
   */
  snapshot?(): Promise<Blob>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
