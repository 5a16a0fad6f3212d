import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database, OpenDatabase } from './database';
import { migrationsFolder } from './packageFiles';
import { holdLifeLock } from './postgresProcesses';
import * as schema from './schema';
import { createTimeLimit, outOfTime } from './timeLimit';

/** Any number that only we use: it names the lock under which one process at a time migrates. */
const MIGRATION_LOCK = 7_304_017;
const CONNECTIONS = 10;
/** How long a query waits for a connection before it fails, in milliseconds. */
const CONNECT_WITHIN_MS = 30_000;
/** How long the end waits for queries that still run, in milliseconds. */
const END_WITHIN_MS = 3000;

/**
 * Connects to PostgreSQL (15 or newer) and brings its tables up to date, one process at a time.
 *
 * A connection may be lost at any moment: what runs on it fails, a transaction as a whole, and the next query is given another one.
 *
 * @param url - `postgres://user:password@host:port/database`
 */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  await migrateLocked(url);
  const life = await holdLifeLock(() => connect(url));
  const pool = createPool(url);
  return {
    db: drizzle(pool, { schema }),
    isEmbedded: false,
    within: (limitMs) => openWithin(pool, limitMs),
    processes: life,
    async ping() {
      await pool.query('select 1');
    },
    async close() {
      // What still runs is this process's until it has ended.
      await Promise.race([pool.end().then(() => life.close()), wait(END_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** What PostgreSQL says of a statement that it ended, here for its `statement_timeout`. */
const QUERY_CANCELED = '57014';

/** Statements with a limit of time, each in a transaction with its own `statement_timeout`, which so also holds behind a proxy that shares connections. */
function openWithin(pool: pg.Pool, limitMs: number): Database {
  const limit = createTimeLimit(limitMs);
  const query = (config: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> =>
    limit(async ({ leftMs, measure }) => {
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        await client.query(`begin; set local statement_timeout = ${String(leftMs)}`);
        const result = await measure(() => client.query(config, values));
        await client.query('commit');
        return result;
      } catch (error) {
        failure = await client.query('rollback').then(() => undefined, toError);
        throw error instanceof Error && 'code' in error && error.code === QUERY_CANCELED ? outOfTime(limitMs) : error;
      } finally {
        client.release(failure);
      }
    });
  return drizzle({ query } as unknown as pg.PoolClient, { schema });
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** On one connection, because an advisory lock belongs to the connection that took it. */
async function migrateLocked(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client, { schema }), { migrationsFolder: migrationsFolder() });
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  hearLoss(client);
  await client.connect();
  return client;
}

function createPool(url: string): pg.Pool {
  const pool = new ReturningPool({ connectionString: url, max: CONNECTIONS, keepAlive: true, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  hearLoss(pool);
  pool.on('connect', hearLoss);
  return pool;
}

/** A loss that nobody hears ends the process. The queries concerned hear of it by themselves. */
function hearLoss(source: { on(event: 'error', listener: () => void): unknown }): void {
  source.on('error', () => undefined);
}

/**
 * Takes a lent connection back as soon as it is lost. Drizzle never returns one that is lost before the first statement of a
 * transaction is answered, so each such loss would leave the pool one connection smaller.
 */
class ReturningPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    return callback ? super.connect(callback) : super.connect().then(returnWhenLost);
  }
}

function returnWhenLost(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client);
  let isLent = true;
  const giveBack = (error?: Error | boolean): void => {
    client.off('end', lost);
    if (isLent) release(error);
    isLent = false;
  };
  const lost = (): void => { giveBack(true); };
  client.on('end', lost);
  client.release = giveBack;
  return client;
}
