import { randomBytes } from 'node:crypto';
import { readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { BackupError, checkBackup, isBackupFile } from '../../backup/backup';
import type { ServerConfig } from '../../config/serverConfig';
import { chooseFileStore } from '../../setup/chooseFileStore';
import { keepsInFolder } from '../../setup/diskSpace';
import { reasonOf } from '../../lib/plainReason';
import { failed, ok, warning, type Finding } from './finding';

const ANSWER_MS = 10_000;
const MIB = 1_048_576;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Free bytes of the disk with the data folder. */
const ROOM_WARN = 2_048 * MIB;
const ROOM_FAIL = 256 * MIB;
/** How late a backup may be without a warning, in milliseconds (2 hours), and how many may be missing without a failure. */
const BACKUP_LATE_MS = 7_200_000;
const BACKUPS_MISSING_MAX = 8;
/** A certificate is renewed about a month before its end: one that has less than this left was not. */
const CERTIFICATE_WARN_DAYS = 14;

/** Asks the public address for its health, as a visitor's browser reaches it, and looks at the certificate. */
export async function checkAddress({ publicUrl }: ServerConfig): Promise<Finding> {
  if (publicUrl === undefined)
    return warning(
      'address',
      'No public address is set: mails carry codes without links',
      'Set PUBLIC_URL to the address that visitors use',
    );
  const url = new URL(publicUrl);
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(`${publicUrl}/healthz`, { redirect: 'manual', signal });
    const text = await response.text();
    if (response.status !== 200 || !/^\{\s*"status":\s*"ok"\s*\}\s*$/.test(text))
      return failed(
        'address',
        `${publicUrl} does not lead to this server: /healthz answers with ${String(response.status)}`,
        'Start the server, and let the proxy pass requests through unchanged',
      );
    if (url.protocol !== 'https:')
      return warning('address', `${publicUrl} is not encrypted`, 'Serve it over https and change PUBLIC_URL');
    const days = await certificateDays(url);
    return days < CERTIFICATE_WARN_DAYS
      ? warning('address', `The certificate of ${url.host} ends in ${String(days)} days`, 'Renew it')
      : ok('address', `${publicUrl} answers; its certificate is valid for ${String(days)} days`);
  } catch (error) {
    return failed(
      'address',
      `${publicUrl} does not answer: ${reasonOf(error)}`,
      'Start the server; check PUBLIC_URL, the certificate and the proxy',
    );
  }
}

/** Days until the certificate ends. */
function certificateDays({ hostname, port }: URL): Promise<number> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((settle, reject) => {
    const socket = connect({ host, port: Number(port || 443), servername: host, timeout: ANSWER_MS }, () => {
      const end = Date.parse(socket.getPeerCertificate().valid_to);
      socket.destroy();
      settle(Math.floor((end - Date.now()) / DAY_MS));
    });
    socket.on('error', reject);
    socket.on('timeout', () => {
      socket.destroy();
      reject(new Error('The TLS handshake was not answered'));
    });
  });
}

/** Writes a file where files are kept, reads it and deletes it. */
export async function checkStorage(config: ServerConfig): Promise<Finding> {
  const where = config.objectStore === undefined ? 'the data folder' : `bucket ${config.objectStore.bucket}`;
  const id = `doctor_${randomBytes(8).toString('hex')}`;
  const bytes = randomBytes(32);
  try {
    const store = await chooseFileStore(config);
    await store.write(id, bytes);
    const read = await store.read(id);
    await store.delete(id);
    if (read !== undefined && bytes.equals(read)) return ok('storage', `Files are written to ${where} and read`);
    return failed('storage', `What was written to ${where} was not read again`, 'Look at the storage service');
  } catch (error) {
    const names = config.objectStore === undefined ? 'SOTTO_DATA_DIR' : 'S3_ENDPOINT, S3_BUCKET and both keys';
    return failed('storage', `${where} cannot be used: ${reasonOf(error)}`, `Check ${names}`);
  }
}

/** How much room the disk of the data folder has. @returns undefined when nothing is kept there */
export async function checkDisk(config: ServerConfig): Promise<Finding | undefined> {
  const { dataDir } = config;
  if (dataDir === undefined || !keepsInFolder(config)) return undefined;
  const folder = resolve(dataDir);
  const found = (await statfs(folder).catch(() => undefined)) ?? (await statfs(dirname(folder)).catch(() => undefined));
  if (found === undefined)
    return failed('disk', `${folder} cannot be looked at`, 'Make the folder above it, or change SOTTO_DATA_DIR');
  const room = found.bavail * found.bsize;
  const message = `${String(Math.floor(room / MIB))} MiB are free for ${folder}`;
  const fix = 'Make room, or move the data to a larger disk';
  if (room < ROOM_FAIL) return failed('disk', message, fix);
  return room < ROOM_WARN ? warning('disk', message, fix) : ok('disk', message);
}

/** What backups are judged by. */
interface BackupCheck {
  /** Those of `SOTTO_KEY`. */
  readonly keys: readonly string[];
  readonly now: number;
  readonly isPostgres: boolean;
  /** How often this server writes one, in milliseconds; undefined: it does not, and somebody else does every day. */
  readonly everyMs: number | undefined;
}

/** Reads the newest backup of a folder to its end. */
export async function checkBackups(
  folder: string | undefined,
  { keys, now, isPostgres, everyMs = DAY_MS }: BackupCheck,
): Promise<Finding> {
  if (folder === undefined)
    return isPostgres
      ? warning(
          'backups',
          'PostgreSQL is backed up by whoever operates it, not by this server',
          'See docs/guides/operator.md#backups-of-postgresql; name a folder of `sotto-server backup` with --backups',
        )
      : warning('backups', 'No folder with backups was named', 'Set SOTTO_BACKUP_DIR, or name it with --backups');
  const fix = `Run sotto-server backup into ${folder} every ${String(everyMs / HOUR_MS)} hours`;
  try {
    const newest = await newestBackup(folder);
    if (newest === undefined) return failed('backups', `There is no backup in ${folder}`, fix);
    const { createdAt, rows, files } = await checkBackup(newest, keys);
    const age = now - createdAt;
    const message = `The newest, ${newest}, is ${describeAge(age)} old and whole: ${String(rows)} rows, ${String(files)} files`;
    if (age > BACKUPS_MISSING_MAX * everyMs) return failed('backups', message, fix);
    return age > everyMs + BACKUP_LATE_MS ? warning('backups', message, fix) : ok('backups', message);
  } catch (error) {
    const reason = error instanceof BackupError ? error.message : `${folder} cannot be read: ${reasonOf(error)}`;
    return failed('backups', reason, 'Make another backup, and find out what has become of this one');
  }
}

async function newestBackup(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  const dated = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
  // One that is being written has another name until it is whole.
  for (const { path } of dated.sort((one, other) => other.at - one.at))
    if (!path.endsWith('.part') && (await isBackupFile(path))) return path;
  return undefined;
}

function describeAge(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / 3_600_000));
  return hours < 48 ? `${String(hours)} hours` : `${String(Math.floor(hours / 24))} days`;
}
