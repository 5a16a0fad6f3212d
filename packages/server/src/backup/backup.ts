import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { parseJson } from '@sotto/widget-core/api';
import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import type { FileStore } from '../uploads/fileStore';
import type { Database } from '../db/database';
import { conversations, datasetFiles, files, users } from '../db/schema';
import { isSealedFile, openBytes, sealBytes, SealedFileError, type Bytes } from './sealedFile';
import { advanceCounters, emptyTables, orderedTables, readRows, writeRows, type Row } from './tables';

/** An unusable backup, or a target that must not be overwritten. The message states what to do. */
export class BackupError extends Error {}

/** How much was copied. */
export interface BackupCounts {
  readonly rows: number;
  readonly files: number;
}

/** The data of a server: its database and its files. */
export interface Kept {
  readonly db: Database;
  readonly store: FileStore;
}

const FORMAT = 1;
const BATCH = 500;
/** First bytes of every gzip file. */
const GZIP = Buffer.from([0x1f, 0x8b]);
/** All reads see one snapshot, regardless of concurrent writes. */
const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/**
 * A backup is one gzip file of JSON lines: a header, one line per row, one line per file, and a footer with the
 * counts, without which it is incomplete. It contains no database format, so it can be restored into the embedded
 * database and into PostgreSQL.
 */
const lineSchema = v.variant('kind', [
  v.object({ kind: v.literal('head'), format: v.literal(FORMAT), version: v.string(), createdAt: v.number() }),
  v.object({ kind: v.literal('row'), table: v.string(), row: v.record(v.string(), v.unknown()) }),
  v.object({ kind: v.literal('file'), id: v.string(), bytes: v.pipe(v.string(), v.base64()) }),
  v.object({ kind: v.literal('end'), rows: v.number(), files: v.number() }),
]);
type Line = v.InferOutput<typeof lineSchema>;

/** Path of a backup while it is being written. */
export function draftPath(path: string): string {
  return `${path}.part`;
}

/**
 * Writes a backup. The file gets its name when it is complete. All rows are from one snapshot.
 *
 * @param options - `keys`: those of `SOTTO_KEY`; the first one seals the file. Without one, anyone with the file can
 *   read it
 */
export async function writeBackup(
  { db, store }: Kept,
  path: string,
  { version, now, keys = [] }: { version: string; now: number; keys?: readonly string[] },
): Promise<BackupCounts> {
  const counts = { rows: 0, files: 0 };
  async function* lines(tx: Database): AsyncGenerator<string> {
    yield write({ kind: 'head', format: FORMAT, version, createdAt: now });
    for await (const line of readKept({ db: tx, store }, counts)) yield write(line);
    yield write({ kind: 'end', ...counts });
  }
  const [key] = keys;
  const draft = draftPath(path);
  try {
    await db.transaction(
      (tx) =>
        pipeline(
          Readable.from(lines(tx)),
          createGzip(),
          (zipped: Bytes) => (key === undefined ? zipped : sealBytes(zipped, key)),
          // Flushed to disk before it gets its name.
          createWriteStream(draft, { mode: 0o600, flush: true }),
        ),
      SNAPSHOT,
    );
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return counts;
}

/**
 * Fills an empty server from a backup: all of it, or nothing.
 * @throws BackupError if the file is incomplete or the server has conversations
 */
export async function restoreBackup(kept: Kept, path: string, keys: readonly string[] = []): Promise<BackupCounts> {
  // The file is read twice: an incomplete one must not be started.
  const promised = await checkBackup(path, keys);
  await fill(kept, readLines(path, keys));
  return promised;
}

/** Copies everything from one server into another, empty one. */
export async function moveData(from: Kept, to: Kept): Promise<BackupCounts> {
  const counts = { rows: 0, files: 0 };
  await from.db.transaction((tx) => fill(to, readKept({ db: tx, store: from.store }, counts)), SNAPSHOT);
  return counts;
}

/** Rows and files of a server. */
async function* readKept({ db, store }: Kept, counts: { rows: number; files: number }): AsyncGenerator<Line> {
  for (const table of orderedTables()) {
    for await (const rows of readRows(db, table)) {
      for (const row of rows) yield { kind: 'row', table: getTableName(table), row };
      counts.rows += rows.length;
    }
  }
  for (const table of [files, datasetFiles]) {
    for await (const rows of readRows(db, table)) {
      for (const { id } of rows) {
        const bytes = typeof id === 'string' ? await store.read(id) : undefined;
        if (typeof id !== 'string' || !bytes) continue;
        counts.files += 1;
        yield { kind: 'file', id, bytes: Buffer.from(bytes).toString('base64') };
      }
    }
  }
}

/** Tables of earlier versions whose rows are no longer used. */
const RETIRED: ReadonlySet<string> = new Set(['billing_events']);

async function fill({ db, store }: Kept, lines: AsyncIterable<Line>): Promise<void> {
  const tables = new Map(orderedTables().map((table) => [getTableName(table), table]));
  await db.transaction(async (tx) => {
    const [conversation] = await tx.select({ id: conversations.id }).from(conversations).limit(1);
    const [user] = await tx.select({ id: users.id }).from(users).limit(1);
    if (conversation ?? user) {
      throw new BackupError(
        'There are conversations or accounts already: only an empty server can be filled. Choose another data folder or database.',
      );
    }
    await emptyTables(tx);
    let waiting: { table: PgTable; rows: Row[] } | undefined;
    const flush = async (): Promise<void> => {
      if (waiting) await writeRows(tx, waiting.table, waiting.rows);
      waiting = undefined;
    };
    for await (const line of lines) {
      if (line.kind === 'file') await store.write(line.id, Buffer.from(line.bytes, 'base64'));
      if (line.kind !== 'row') continue;
      if (RETIRED.has(line.table)) continue;
      const table = tables.get(line.table);
      if (!table)
        throw new BackupError(
          `The backup has a table ${line.table} that this version does not know: it was made by a newer one.`,
        );
      if (waiting?.table !== table || waiting.rows.length >= BATCH) await flush();
      waiting ??= { table, rows: [] };
      waiting.rows.push(line.row);
    }
    await flush();
    await advanceCounters(tx);
  });
}

/** Counts and time of a backup. */
export interface BackupSummary extends BackupCounts {
  readonly createdAt: number;
}

/** Reads a backup to its end. @throws BackupError if it is incomplete */
export async function checkBackup(path: string, keys: readonly string[]): Promise<BackupSummary> {
  const counts = { rows: 0, files: 0 };
  let createdAt = 0;
  let last: Line | undefined;
  for await (const line of readLines(path, keys)) {
    if (line.kind === 'head') createdAt = line.createdAt;
    if (line.kind === 'row') counts.rows += 1;
    if (line.kind === 'file') counts.files += 1;
    last = line;
  }
  if (last?.kind !== 'end' || last.rows !== counts.rows || last.files !== counts.files)
    throw new BackupError(`${path} is not whole: its end is missing. Use another backup.`);
  return { ...counts, createdAt };
}

async function* readLines(path: string, keys: readonly string[]): AsyncGenerator<Line> {
  let isFirst = true;
  try {
    for await (const text of splitLines(path, keys)) {
      const line = v.safeParse(lineSchema, parseJson(text));
      if (!line.success || (isFirst && line.output.kind !== 'head'))
        throw new BackupError(`${path} is not a backup of this server.`);
      isFirst = false;
      yield line.output;
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (error instanceof SealedFileError)
      throw new BackupError(`${path} cannot be opened: ${error.message}.`, { cause: error });
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BackupError(`There is no file ${path}.`, { cause: error });
    throw new BackupError(`${path} cannot be read: it is damaged, or not a backup of this server.`, { cause: error });
  }
}

async function* splitLines(path: string, keys: readonly string[]): AsyncGenerator<string> {
  const isSealed = isSealedFile(await readBeginning(path));
  const unzipped = createGunzip();
  // The reader gets the error of any stage.
  pipeline(createReadStream(path), (bytes: Bytes) => (isSealed ? openBytes(bytes, keys) : bytes), unzipped).catch(
    (error: unknown) => unzipped.destroy(error instanceof Error ? error : undefined),
  );
  unzipped.setEncoding('utf8');
  let rest = '';
  for await (const chunk of unzipped as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function write(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/** Whether a file begins like a backup, sealed or not. */
export async function isBackupFile(path: string): Promise<boolean> {
  const beginning = await readBeginning(path);
  return isSealedFile(beginning) || beginning.subarray(0, GZIP.length).equals(GZIP);
}

/** Enough of a file to detect its format. */
async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
