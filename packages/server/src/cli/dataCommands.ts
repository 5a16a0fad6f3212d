import { access } from 'node:fs/promises';
import { systemClock } from '@sotto/widget-core/api';
import { BackupError, moveData, restoreBackup, writeBackup, type BackupCounts, type Kept } from '../backup/backup';
import { packageVersion } from '../db/packageFiles';
import { readUsage } from '../db/queries/accounts/usageQueries';
import { chooseFileStore, type FileStoreSettings } from '../setup/chooseFileStore';
import { verifyAudit } from '../domain/accounts/audit';
import { openPglite } from '../db/pglite';
import { openDatabase } from '../setup/openDatabase';
import { readSnapshot } from '../setup/snapshotSocket';
import { readServerConfig, type ServerConfig } from '../config/serverConfig';

/** Variables that hold the settings. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Takes a line for whoever sits before the command line. */
export type Print = (line: string) => void;

/**
 * Writes a backup of the server that the environment names, which may run meanwhile.
 */
export async function backUp(environment: Environment, file: string, print: Print): Promise<void> {
  if (
    await access(file).then(
      () => true,
      () => false,
    )
  )
    throw new BackupError(`${file} is there already. Choose another name.`);
  const counts = await readingKept(readServerConfig(environment), (kept) =>
    writeBackup(kept, file, { version: packageVersion(), now: systemClock.now() }),
  );
  print(`Wrote ${describe(counts)} into ${file}`);
}

/** Fills the empty server that the environment names. */
export async function restore(environment: Environment, file: string, print: Print): Promise<void> {
  const counts = await withKept(readServerConfig(environment), (kept) => restoreBackup(kept, file));
  print(`Restored ${describe(counts)}`);
}

/**
 * Copies the embedded database into an empty PostgreSQL database. Files stay where they are, unless the settings name a
 * bucket.
 */
export async function move(environment: Environment, url: string, print: Print): Promise<void> {
  const target = readServerConfig({ ...environment, DATABASE_URL: url });
  const source = { databaseUrl: undefined, dataDir: target.dataDir, objectStore: undefined };
  const counts = await withKept(source, (from) => withKept(target, (to) => moveData(from, to)));
  print(
    `Moved ${describe(counts)}. Start the server with DATABASE_URL from now on; the folder ${target.dataDir ?? ''} still holds the old database.`,
  );
}

/** Shows what each widget has used. */
export async function showUsage(environment: Environment, print: Print): Promise<void> {
  const rows = await readingKept(readServerConfig(environment), ({ db }) => readUsage(db));
  print('day\twidget\treplies\tfailed\ttokens');
  for (const { day, widgetId, replies, failed, tokens } of rows)
    print([day, widgetId, replies, failed, tokens].join('\t'));
}

/** The audit log is not as it was written. */
export class AuditFault extends Error {}

/**
 * Reads the whole audit log and computes every hash again.
 *
 * @param noted - what an earlier check printed, `row:hash` @throws AuditFault for the first row that is changed or missing
 */
export async function checkAudit(environment: Environment, noted: string | undefined, print: Print): Promise<void> {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(noted ?? '') ?? [];
  if (noted !== undefined && hash === undefined)
    throw new AuditFault('Give a row as an earlier check printed it: its number, a colon and its hash.');
  const known = hash === undefined ? undefined : { sequence: Number(sequence), hash };
  const { rows, head, fault } = await readingKept(readServerConfig(environment), ({ db }) => verifyAudit(db, known));
  if (fault !== undefined) throw new AuditFault(`The audit log was tampered with. ${fault}.`);
  print(`${String(rows)} rows, none changed, none missing.`);
  if (rows > 0)
    print(`Note this outside the database, and give it to the next check: ${String(head.sequence)}:${head.hash}`);
}

type Where = Pick<ServerConfig, 'databaseUrl'> & FileStoreSettings;

async function withKept<Result>(config: Where, work: (kept: Kept) => Promise<Result>): Promise<Result> {
  const databaseHandle = await openDatabase({ ...config, isPatient: true }, systemClock, undefined, () =>
    process.exit(1),
  );
  try {
    return await work({ db: databaseHandle.database.db, store: await chooseFileStore(config) });
  } finally {
    await databaseHandle.close();
  }
}

/**
 * Like `withKept`, for work that only reads: while a server runs on the embedded database, the work reads a copy of it
 * as of this moment.
 */
async function readingKept<Result>(config: Where, work: (kept: Kept) => Promise<Result>): Promise<Result> {
  const { databaseUrl, dataDir } = config;
  const snapshot = databaseUrl === undefined && dataDir !== undefined ? await readSnapshot(dataDir) : undefined;
  if (snapshot === undefined) return withKept(config, work);
  const database = await openPglite({ seed: snapshot });
  try {
    return await work({ db: database.db, store: await chooseFileStore(config) });
  } finally {
    await database.close();
  }
}

function describe({ rows, files }: BackupCounts): string {
  return `${String(rows)} rows and ${String(files)} files`;
}
