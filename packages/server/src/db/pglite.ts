import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PGlite, type PGliteOptions as StartOptions, type Transaction } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database, OpenDatabase } from './database';
import { noteNeeded, refuseForeignTables } from './journal';
import { lateIndexesOf } from './lateIndexes';
import { migrationsFolder, seedFile } from './packageFiles';
import { soleProcess } from './processes';
import * as schema from './schema';
import { createLane, createTimeLimit, type Lane } from './timeLimit';
import { createVectors, embeddedVectorType, isOfModel, planIndex, waitingForIndex, type IndexPlan } from './vectors';

/** What the embedded database has besides: a data folder that was used with it needs it from then on. */
const EXTENSIONS = { vector };
/**
 * Memory in which the database keeps pages of its files, in MiB: as much as it has data at the start, within these. All
 * of it is taken at once; a question about 260 MB of vectors takes twice as long with the smallest as with the largest.
 */
const BUFFERS_MIB = { min: 32, max: 128 };

/** How the embedded database is opened. */
export interface PgliteOptions {
  /** Folder of the server's data; absent: in memory, gone at the end. */
  dataDir?: string;
  /** A dump to begin with. @default the one prepared by the build */
  seed?: Blob;
  /** Folder of the migrations. @default those of this release */
  migrations?: string;
}

/**
 * Opens the embedded database, makes it when there is none, and brings its tables up to date.
 *
 * A fresh database is unpacked from a seed made at build time, because initdb in WebAssembly takes many seconds and
 * most of a gigabyte.
 * The file `db.ready` is written once that is complete: a folder without it was left by a start that was killed, holds
 * nothing yet, and is made again.
 * The caller holds the lock of the folder: PGlite takes none, and two writers lose data silently.
 *
 * @throws ConfigError when the tables are too old or too new
 */
export async function openPglite(options: PgliteOptions = {}): Promise<OpenDatabase> {
  return overPglite(await createPglite(options));
}

/** The same without what the server puts around it. */
export async function createPglite(options: PgliteOptions): Promise<PGlite> {
  const client =
    options.dataDir === undefined ? await create(undefined, options) : await openFolder(options.dataDir, options);
  try {
    await updateTables(client, options.migrations);
  } catch (error) {
    await client.close();
    throw error;
  }
  if (options.dataDir !== undefined) await writeFile(readyFile(options.dataDir), '');
  return client;
}

/** Brings the tables up to date. @throws ConfigError when they are older than the first migration */
export async function updateTables(client: PGlite, migrations = migrationsFolder()): Promise<void> {
  await refuseForeignTables(client, migrations);
  await migrate(drizzle(client, { schema }), { migrationsFolder: migrations });
  await noteNeeded(client, migrations);
  await addUnmigrated(client, migrations);
  // Words are put into an index in small portions: of the usual 4 MB, each would take this thread for a second.
  await client.exec("set gin_pending_list_limit = '64kB'");
  // Without a pending list: flushing it makes every few inserts of passages take 70 ms.
  await client.exec('alter index passages_search set (fastupdate = off)');
}

/** What no migration adds: PostgreSQL adds it in its own way. */
async function addUnmigrated(client: PGlite, migrations: string): Promise<void> {
  for (const index of lateIndexesOf(migrations)) await client.exec(index.create('if not exists'));
  await client.exec('create extension if not exists vector');
}

/**
 * Drizzle without the readers of dates that it gives each statement: for them PGlite copies all of its hundreds, which is
 * a third of the time of a small statement. No column here is a date.
 */
function drizzleOver(client: PGlite): Database {
  const leanQuery =
    (of: Pick<PGlite, 'query'>): PGlite['query'] =>
    (text, values, { rowMode } = {}) =>
      of.query(text, values, rowMode && { rowMode });
  const lean = {
    query: leanQuery(client),
    transaction: (work: Parameters<PGlite['transaction']>[0]) =>
      client.transaction((tx) => work({ query: leanQuery(tx) } as Transaction)),
  };
  return drizzle(lean as PGlite, { schema });
}

/** What the server uses of an embedded database that is up to date. */
export function overPglite(client: PGlite): OpenDatabase {
  const db = drizzleOver(client);
  const limitedLane = createLane();
  return {
    db,
    owners: db,
    audit: db,
    isEmbedded: true,
    within: (limitMs) => openWithin(client, limitMs, limitedLane),
    processes: soleProcess(),
    vectors: createVectors({
      db,
      isInDatabase: true,
      typeOf: embeddedVectorType,
      makeIndex: (...of) => makeIndex(client, ...of),
    }),
    waiting: () => ({ visitors: 0, owners: 0, reports: 0, audit: 0 }),
    async snapshot() {
      await client.exec('checkpoint');
      return client.dumpDataDir('none');
    },
    async ping() {
      await client.query('select 1');
    },
    close: () => client.close(),
  };
}

/**
 * Statements with a limit of time. Of all callers with a limit one statement is carried out at a time, and for as long
 * as it took none follows: the database works in this thread, where consecutive statements would block the event loop.
 */
function openWithin(client: PGlite, limitMs: number, lane: Lane): Database {
  const limit = createTimeLimit(limitMs);
  const query = (...statement: Parameters<PGlite['query']>): Promise<unknown> =>
    limit(({ measure }) =>
      lane(async () => {
        const startedAt = performance.now();
        try {
          // A transaction of its own marks when the statement starts: the time it waited for others is not its
          // own.
          return await client.transaction((tx) => measure(() => tx.query(...statement)));
        } finally {
          await wait(performance.now() - startedAt);
        }
      }),
    );
  return drizzle({ query: query as PGlite['query'] } as PGlite, { schema });
}

/**
 * Makes an index that is empty at first, because one over thousands of rows would take this thread for minutes: the rows
 * that should be in it wait, and are given to it in slices.
 */
async function makeIndex(client: PGlite, plan: IndexPlan, model: string, dimensions: number): Promise<void> {
  const { rows } = await client.query('select from pg_class where relname = $1', [plan.name]);
  if (rows.length > 0) return;
  await client.transaction(async (tx) => {
    await tx.query(`update passages set embedding_model = $1 where ${isOfModel(model, dimensions)}`, [
      waitingForIndex(model),
    ]);
    // The index of earlier releases.
    const former = planIndex(model, dimensions, 'halfvec');
    if (former && former.name !== plan.name) await tx.exec(`drop index if exists ${former.name}`);
    await tx.exec(plan.create(''));
  });
}

/** A dump of an empty database with all its tables, for `openPglite({ seed })`. Made by the build and by tests. */
export async function createSeed(): Promise<Blob> {
  const client = await start();
  const migrations = migrationsFolder();
  await migrate(drizzle(client, { schema }), { migrationsFolder: migrations });
  await addUnmigrated(client, migrations);
  // Otherwise each start replays the migrations from the write-ahead log.
  await client.exec('checkpoint');
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  return dump;
}

async function openFolder(dataDir: string, options: PgliteOptions): Promise<PGlite> {
  const folder = join(dataDir, 'db');
  const isReady = existsSync(readyFile(dataDir)) && existsSync(folder);
  if (isReady) return start({ dataDir: folder }, await dataBytes(folder));
  await rm(folder, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  return create(folder, options);
}

async function create(dataDir: string | undefined, options: PgliteOptions): Promise<PGlite> {
  const seed = options.seed ?? (await readSeed());
  return start({
    ...(dataDir !== undefined && { dataDir }),
    ...(seed && { loadDataDir: seed }),
  });
}

/** @param bytes - how much data there is already */
async function start(options: StartOptions = {}, bytes = 0): Promise<PGlite> {
  const { min, max } = BUFFERS_MIB;
  const mib = Math.min(max, Math.max(min, Math.ceil(bytes / 1024 ** 2)));
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${String(mib)}MB`];
  return PGlite.create({ ...options, extensions: EXTENSIONS, startParams });
}

/** Bytes of all tables and indexes in the folder of a database. */
async function dataBytes(folder: string): Promise<number> {
  const files = await readdir(join(folder, 'base'), { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, 'base', file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function readSeed(): Promise<Blob | undefined> {
  const path = seedFile();
  return path === undefined ? undefined : new Blob([await readFile(path)]);
}

function readyFile(dataDir: string): string {
  return join(dataDir, 'db.ready');
}
