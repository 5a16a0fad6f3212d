import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import {
  AUDIT_CONNECTIONS,
  DATABASE_DEADLINES,
  DEFAULT_CONNECTIONS,
  DEFAULT_OWNER_CONNECTIONS,
  REPORT_CONNECTIONS,
} from '../config/deadlines';
import type { Database, OpenDatabase } from './database';
import { noteNeeded, refuseForeignTables } from './journal';
import { lateIndexesOf, type LateIndex } from './lateIndexes';
import { migrationsFolder } from './packageFiles';
import { createClient, createLine, createPool, createProbe } from './postgresPool';
import { holdLifeLock } from './postgresProcesses';
import { addPgvector, makeIndexConcurrently } from './postgresVectors';
import * as schema from './schema';
import { createTimeLimit, outOfTime } from './timeLimit';
import { createVectors, type IndexPlan } from './vectors';

/** Any number that only we use: it names the lock under which one process at a time migrates. */
const MIGRATION_LOCK = 7_304_017;
/** How long the end waits for queries that still run, in milliseconds. */
const END_WITHIN_MS = 3000;

/** How PostgreSQL is used. */
export interface PostgresOptions {
  /** Maximum connections for visitors' requests. @default 10 */
  readonly connections?: number | undefined;
  /** Maximum connections for owners' requests. @default 4 */
  readonly ownerConnections?: number | undefined;
  /** Whether statements may take as long as they need: for commands. @default false */
  readonly isPatient?: boolean | undefined;
  /** Folder of the migrations. @default those of this release */
  readonly migrations?: string | undefined;
}

/**
 * Connects to PostgreSQL (15 or newer) and brings its tables up to date, one process at a time.
 *
 * A connection may be lost at any moment: what runs on it fails, a transaction as a whole, and the next query is given
 * another one. No statement is waited for longer than the deadlines say; once one has not been answered, nothing more
 * is sent until the database answers again.
 *
 * @param url - `postgres://user:password@host:port/database`
 * @throws ConfigError when the tables are too old or too new
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<OpenDatabase> {
  const {
    connections = DEFAULT_CONNECTIONS,
    ownerConnections = DEFAULT_OWNER_CONNECTIONS,
    isPatient = false,
    migrations = migrationsFolder(),
  } = options;
  const indexes = lateIndexesOf(migrations);
  const hasPgvector = await migrateLocked(url, migrations, indexes);
  const life = await holdLifeLock(() => connect(url, DATABASE_DEADLINES.answerMs));
  const line = createLine(() => createProbe(url));
  const poolOf = (most: number): pg.Pool => createPool({ url, connections: most, isPatient, line });
  // Apart, so that nobody waits for a connection that others hold for longer than they would themselves.
  const visitors = poolOf(connections);
  const owners = poolOf(ownerConnections);
  const reports = poolOf(REPORT_CONNECTIONS);
  const audit = poolOf(AUDIT_CONNECTIONS);
  const pools = [visitors, owners, reports, audit];
  const db = drizzle(visitors, { schema });
  const indexing = new Set<pg.Client>();
  let isClosing = false;
  async function makeIndex(plan: IndexPlan): Promise<void> {
    const client = await connect(url);
    indexing.add(client);
    try {
      await makeIndexConcurrently(client, plan);
    } finally {
      indexing.delete(client);
      await client.end();
    }
  }
  /** One after the other: one connection at a time gets the lock, and an index without it is left to the next start. */
  async function makeLateIndexes(): Promise<void> {
    // The next start retries what fails here; until then, the queries that use the index are slower.
    for (const index of indexes) if (!isClosing) await makeIndex(index).catch(() => undefined);
  }
  void makeLateIndexes();
  return {
    db,
    owners: drizzle(owners, { schema }),
    audit: drizzle(audit, { schema }),
    isEmbedded: false,
    within: (limitMs) => openWithin(reports, limitMs),
    processes: life,
    vectors: createVectors({ db, isInDatabase: hasPgvector, typeOf: () => 'halfvec', makeIndex }),
    waiting: () => ({
      visitors: visitors.waitingCount,
      owners: owners.waitingCount,
      reports: reports.waitingCount,
      audit: audit.waitingCount,
    }),
    async ping() {
      if (!line.isOpen) throw new Error('The database does not answer');
      await life.ping();
    },
    async close() {
      isClosing = true;
      line.close();
      // What still runs is this process's until it has ended.
      await Promise.race([
        Promise.all([...pools, ...indexing].map((each) => each.end())).then(() => life.close()),
        wait(END_WITHIN_MS, undefined, { ref: false }),
      ]);
    },
  };
}

/** The code of a statement that PostgreSQL cancelled, here for its `statement_timeout`. */
const QUERY_CANCELED = '57014';

/**
 * How long after the end of its time a statement is waited for, in milliseconds: until then PostgreSQL has ended it.
 */
const ANSWER_AFTER_MS = 500;

/**
 * Statements with a limit of time, each in a transaction with its own `statement_timeout`, which so also holds behind a
 * proxy that shares connections.
 */
function openWithin(pool: pg.Pool, limitMs: number): Database {
  const limit = createTimeLimit(limitMs);
  const query = (config: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> =>
    limit(async ({ leftMs, measure }) => {
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        await client.query(`begin; set local statement_timeout = ${String(leftMs)}`);
        const result = await measure(() =>
          client.query({ ...config, query_timeout: leftMs + ANSWER_AFTER_MS } as pg.QueryConfig, values),
        );
        await client.query('commit');
        return result;
      } catch (error) {
        failure = await client.query('rollback').then(() => undefined, toError);
        throw error instanceof Error && 'code' in error && error.code === QUERY_CANCELED ? outOfTime(limitMs) : error;
      } finally {
        client.release(failure);
      }
    });
  return drizzle({ query: query as pg.PoolClient['query'] } as pg.PoolClient, { schema });
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/**
 * On one connection, because an advisory lock belongs to the connection that took it.
 *
 * @returns whether the database has pgvector
 */
async function migrateLocked(url: string, folder: string, indexes: readonly LateIndex[]): Promise<boolean> {
  const client = await connect(url);
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseForeignTables(client, folder);
    await migrate(drizzle(client, { schema }), { migrationsFolder: folder });
    await noteNeeded(client, folder);
    for (const index of indexes)
      if ((await client.query(`select from ${index.table} limit 1`)).rows.length === 0)
        await client.query(index.create('if not exists'));
    return await addPgvector(client);
  } finally {
    await client.end();
  }
}

async function connect(url: string, answerMs?: number): Promise<pg.Client> {
  const client = createClient(url, answerMs);
  await client.connect();
  return client;
}
