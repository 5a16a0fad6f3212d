import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import type { ServerConfig } from '../config/serverConfig';
import { commandProgram } from '../db/packageFiles';
import { BackupError, draftPath } from './backup';

/**
 * Writes a backup of the running server with the command `backup`, in a low-priority process: it opens a copy of the
 * database, which would block every call here.
 *
 * @param keys - those of `SOTTO_KEY`
 * @param program - path of the command-line program
 * @throws BackupError with the output of the command
 */
export async function backUpInProcess(
  { dataDir, objectStore }: Pick<ServerConfig, 'dataDir' | 'objectStore'>,
  keys: readonly string[],
  path: string,
  signal: AbortSignal,
  program = commandProgram(),
): Promise<void> {
  const child = spawn(process.execPath, [program, 'backup', path], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    env: {
      // Windows cannot start a process without it.
      SystemRoot: process.env['SystemRoot'],
      SOTTO_DATA_DIR: dataDir,
      ...(keys.length > 0 && { SOTTO_KEY: keys.join(',') }),
      ...(objectStore && {
        S3_ENDPOINT: objectStore.endpoint,
        S3_BUCKET: objectStore.bucket,
        S3_REGION: objectStore.region,
        S3_ACCESS_KEY_ID: objectStore.accessKeyId,
        S3_SECRET_ACCESS_KEY: objectStore.secretAccessKey,
        S3_PREFIX: objectStore.prefix,
      }),
    },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve).on('error', (error) => {
      // An aborted process emits `close` as well; one that could not be started does not.
      if (child.pid === undefined) reject(error);
    });
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [code, complaint] = await Promise.all([ended, text(child.stderr)]);
  if (code === 0) return;
  await rm(draftPath(path), { force: true });
  throw new BackupError(complaint.trim() || `The process that writes it ended with ${String(code)}`);
}
