import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Only files with these names are counted and removed; the second pattern matches files that are being written. */
const NAME = /^sotto-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.sotto\.gz$/;
const HALF_WRITTEN = /^sotto-\d{4}-\d\d-\d\dT\d{6}Z\.sotto\.gz\.part$/;

/** Path of a backup that is started at a time. */
export function backupPath(folder: string, now: number): string {
  const moment = new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '');
  return join(folder, `sotto-${moment}.sotto.gz`);
}

/** Start times of the backups in a folder, newest first, in milliseconds since the epoch. */
export async function readBackupTimes(folder: string): Promise<number[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const times = (await readdir(folder)).flatMap((name) => {
    const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
    const time = Date.parse(`${day ?? ''}T${hours ?? ''}:${minutes ?? ''}:${seconds ?? ''}Z`);
    return Number.isNaN(time) ? [] : [time];
  });
  return times.sort((first, second) => second - first);
}

/** Removes all but the newest backups, and the remains of aborted ones. */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const old = (await readBackupTimes(folder)).slice(keep).map((time) => backupPath(folder, time));
  const cut = (await readdir(folder)).filter((name) => HALF_WRITTEN.test(name)).map((name) => join(folder, name));
  for (const path of [...old, ...cut]) await rm(path, { force: true });
}
