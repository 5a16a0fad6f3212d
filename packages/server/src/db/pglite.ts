import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database, OpenDatabase } from './database';
import { migrationsFolder, seedFile } from './packageFiles';
import { soleProcess } from './processes';
import * as schema from './schema';
import { createLane, createTimeLimit, type Lane } from './timeLimit';

/** How the embedded database is opened. */
export interface PgliteOptions {
  /** Folder of the server's data; absent: in memory, gone at the end. */
  dataDir?: string;
  /** A dump to begin with. @default the one prepared by the build */
  seed?: Blob;
}

/**
 * Opens the embedded database, makes it when there is none, and brings its tables up to date.
 *
 * A fresh database is unpacked from a seed made at build time, because initdb in WebAssembly takes many seconds and
 * most of a gigabyte.
 * The file `db.ready` is written once that is complete: a folder without it was left by a start that was killed, holds
 * nothing yet, and is made again.
 * The caller holds the lock of the folder: PGlite takes none, and two writers lose data silently.
 */
export async function openPglite(options: PgliteOptions = {}): Promise<OpenDatabase> {
  const client =
    options.dataDir === undefined ? await create(undefined, options) : await openFolder(options.dataDir, options);
  const db = drizzle(client, { schema });
  await migrate(db, { migrationsFolder: migrationsFolder() });
  if (options.dataDir !== undefined) await writeFile(readyFile(options.dataDir), '');
  const limitedLane = createLane();
  return {
    db,
    owners: db,
    isEmbedded: true,
    within: (limitMs) => openWithin(client, limitMs, limitedLane),
    processes: soleProcess(),
    waiting: () => 0,
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
 * as it took none follows: the database works in this thread, where statements in a row would leave no moment for
 * anybody else.
 */
function openWithin(client: PGlite, limitMs: number, lane: Lane): Database {
  const limit = createTimeLimit(limitMs);
  const query = (...statement: Parameters<PGlite['query']>): Promise<unknown> =>
    limit(({ measure }) =>
      lane(async () => {
        const startedAt = performance.now();
        try {
          // A transaction of its own tells when the statement's turn has come: what it waited for others is not its
          // time.
          return await client.transaction((tx) => measure(() => tx.query(...statement)));
        } finally {
          await wait(performance.now() - startedAt);
        }
      }),
    );
  return drizzle({ query: query as PGlite['query'] } as PGlite, { schema });
}

/** A dump of an empty database with all its tables, for `openPglite({ seed })`. Made by the build and by tests. */
export async function createSeed(): Promise<Blob> {
  const client = await PGlite.create();
  await migrate(drizzle(client, { schema }), { migrationsFolder: migrationsFolder() });
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  return dump;
}

async function openFolder(dataDir: string, options: PgliteOptions): Promise<PGlite> {
  const folder = join(dataDir, 'db');
  const isReady = existsSync(readyFile(dataDir)) && existsSync(folder);
  if (isReady) return PGlite.create({ dataDir: folder });
  await rm(folder, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  return create(folder, options);
}

async function create(dataDir: string | undefined, options: PgliteOptions): Promise<PGlite> {
  const seed = options.seed ?? (await readSeed());
  return PGlite.create({ ...(dataDir !== undefined && { dataDir }), ...(seed && { loadDataDir: seed }) });
}

async function readSeed(): Promise<Blob | undefined> {
  const path = seedFile();
  return path === undefined ? undefined : new Blob([await readFile(path)]);
}

function readyFile(dataDir: string): string {
  return join(dataDir, 'db.ready');
}
