import { access, rm } from 'node:fs/promises';
import { systemClock } from '@sotto/widget-core/api';
import {
  BackupError,
  checkBackup,
  moveData,
  restoreBackup,
  writeBackup,
  type BackupCounts,
  type Kept,
} from '../backup/backup';
import { rotateKeys } from '../domain/accounts/rotateKeys';
import { readKeys } from '../config/keySettings';
import { openVault, SECRET_SETTING } from '../setup/openVault';
import { packageVersion } from '../db/packageFiles';
import { readUsage } from '../db/queries/accounts/usageQueries';
import { chooseFileStore, type FileStoreSettings } from '../setup/chooseFileStore';
import { deletePasskeys } from '../db/queries/accounts/passkeyQueries';
import { deleteSecondFactor, deleteSessions } from '../db/queries/accounts/secondFactorQueries';
import { readUserByEmail } from '../db/queries/accounts/userQueries';
import { createAudit, verifyAudit } from '../domain/accounts/audit';
import { openPglite } from '../db/pglite';
import { openDatabase } from '../setup/openDatabase';
import { readSnapshot } from '../setup/snapshotSocket';
import { readServerConfig, type ServerConfig } from '../config/serverConfig';

/** Variables that hold the settings. */
export type Environment = Readonly<Record<string, string | undefined>>;

const UNSEALED =
  'It is not sealed: anyone with the file can read every conversation, and sign in as any user unless SOTTO_SECRET is set. ' +
  'Set SOTTO_KEY to seal it.';

/** Prints a line for the user of the command line. */
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
  const config = readServerConfig(environment);
  const keys = await readKeys(config.keySource);
  const counts = await readingKept(config, (kept) =>
    writeBackup(kept, file, { version: packageVersion(), now: systemClock.now(), keys }),
  );
  // What cannot be restored is no backup, and must not take the place of an older one.
  await checkBackup(file, keys).catch(async (error: unknown) => {
    await rm(file, { force: true });
    throw error;
  });
  print(`Wrote ${describe(counts)} into ${file}`);
  print(keys.length > 0 ? 'It is sealed: only SOTTO_KEY opens it. Keep the key, and not beside the file.' : UNSEALED);
}

/** Fills the empty server that the environment names. */
export async function restore(environment: Environment, file: string, print: Print): Promise<void> {
  const config = readServerConfig(environment);
  const keys = await readKeys(config.keySource);
  const counts = await withKept(config, (kept) => restoreBackup(kept, file, keys));
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

/**
 * Seals with the first key of `SOTTO_KEY` what is in the database under another one, or under none.
 *
 * @throws BackupError when there is no key, or a value that none of the keys opens
 */
export async function rotate(environment: Environment, print: Print): Promise<void> {
  const config = readServerConfig(environment);
  const keys = await readKeys(config.keySource);
  if (keys.length === 0)
    throw new BackupError('SOTTO_KEY is missing: put the new key first, and those it takes the place of after it.');
  const { renewed, lost } = await withKept(config, async ({ db }) => {
    const { vault } = await openVault(db, systemClock, { secret: config.secret, keys });
    return rotateKeys(db, vault, { secretSetting: SECRET_SETTING, clock: systemClock });
  });
  print(`Sealed ${String(renewed)} values with the first key.`);
  if (lost.length > 0)
    throw new BackupError(
      [
        'No key opens these, and they stay as they are:',
        ...lost.map((each) => `  ${each}`),
        'Add the key they were sealed with, and run the command again.',
      ].join('\n'),
    );
  print('The other keys are needed for older backups only.');
}

/**
 * Turns an account's second factor off with its passkeys, records it, and signs its browsers out. One transaction: without the record
 * nothing happens.
 *
 * @throws BackupError when there is no such account, or it has no second factor
 */
export async function resetSecondFactor(environment: Environment, email: string, print: Print): Promise<void> {
  await withKept(readServerConfig(environment), ({ db }) =>
    db.transaction(async (tx) => {
      const user = await readUserByEmail(tx, email);
      if (!user?.hasSecondFactor) throw new BackupError(`No account of ${email} has a second factor.`);
      await createAudit({ db: tx, clock: systemClock, secret: undefined }).append({
        action: 'second-factor.reset',
        accountId: user.id,
        actor: 'server',
        target: { type: 'account', id: user.id },
      });
      await deleteSecondFactor(tx, user.id);
      await deletePasskeys(tx, user.id);
      await deleteSessions(tx, user.id);
    }),
  );
  print(`The second factor of ${email} is off, its passkeys are removed, and its browsers are signed out.`);
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
  const check = await readingKept(readServerConfig(environment), ({ db }) => verifyAudit(db, known));
  const { rows, head, cutThrough, fault } = check;
  if (known !== undefined && known.sequence < cutThrough)
    throw new AuditFault(
      `Row ${String(known.sequence)} was deleted with rows 1 to ${String(cutThrough)} and proves nothing now. Give a row that was noted later.`,
    );
  if (fault !== undefined) throw new AuditFault(`The audit log was tampered with. ${fault}.`);
  print(`${String(rows)} rows, none changed, none missing.`);
  if (cutThrough > 0)
    print(
      `Rows 1 to ${String(cutThrough)} were deleted when their time was over: a row of the log has the hash of the last.`,
    );
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
