import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { delay, parseJson, type Clock } from '@sotto/widget-core/api';
import * as v from 'valibot';

/** Heartbeat interval, in milliseconds. */
const HEARTBEAT_MS = 5_000;
/** A lock of another machine without a heartbeat for this long, in milliseconds, is abandoned. */
const STALE_AFTER_MS = 20_000;
/** How long to wait at the start for the lock of another machine to become abandoned, in milliseconds. */
const PATIENCE_MS = 25_000;

const lockSchema = v.object({
  /** Identifies one acquisition of the lock. */
  token: v.string(),
  pid: v.number(),
  /** Start time of the process, from the kernel, to detect a reused process id. Null if unknown. */
  processStart: v.nullable(v.string()),
  host: v.string(),
  /** Milliseconds since the epoch. */
  startedAt: v.number(),
  heartbeatAt: v.number(),
});
type Lock = v.InferOutput<typeof lockSchema>;

/** The folder is used by another process. The message names it and states what to do. */
export class FolderInUseError extends Error {}

/** A held lock. */
export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Locks a data folder for this process.
 *
 * The embedded database has no lock of its own, and two processes on one folder lose data without an error. The lock
 * is a file created with O_EXCL. An owner that has ended (killed, crashed, machine restarted) is detected by its
 * process id and start time, or on another machine or in another container by a missing heartbeat.
 *
 * @param onLost - called if the lock file belongs to another process, for example after this machine slept: stop
 *   writing
 * @throws FolderInUseError if its owner is running
 */
export async function lockDirectory(folder: string, clock: Clock, onLost: () => void): Promise<DirectoryLock> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'sotto.lock');
  const token = randomUUID();
  const startedAt = clock.now();
  const self = (): Lock => ({
    token,
    pid: process.pid,
    processStart: processStart(process.pid),
    host: hostname(),
    startedAt,
    heartbeatAt: clock.now(),
  });

  const giveUpAt = clock.now() + PATIENCE_MS;
  for (;;) {
    // Measured before the attempt, which may take long on a slow folder, so that the last attempt always finds an
    // abandoned lock old enough.
    const isLast = clock.now() >= giveUpAt;
    if (await tryToTake(path, self(), clock)) break;
    const owner = await readLock(path);
    if (owner && (isSameMachine(owner) || isLast)) throw new FolderInUseError(explain(folder, owner));
    await delay(clock, 500);
  }

  let cancel = clock.setTimer(beat, HEARTBEAT_MS);
  let isHeld = true;
  let beating: Promise<void> = Promise.resolve();
  function beat(): void {
    beating = refresh();
  }
  async function refresh(): Promise<void> {
    const owner = await readLock(path);
    if (!isHeld) return;
    if (owner?.token !== token) {
      isHeld = false;
      onLost();
      return;
    }
    await replaceFile(path, `${path}.${token}`, JSON.stringify(self())).catch(() => undefined);
    cancel = clock.setTimer(beat, HEARTBEAT_MS);
  }

  return {
    async release() {
      cancel();
      await beating.catch(() => undefined);
      cancel();
      const wasHeld = isHeld;
      isHeld = false;
      if (wasHeld && (await readLock(path))?.token === token) await unlink(path);
    },
  };
}

/**
 * Whether the lock was acquired. Only one process at a time may judge and remove an abandoned lock, protected by a
 * second, short-lived file.
 */
async function tryToTake(path: string, self: Lock, clock: Clock): Promise<boolean> {
  if (await createFile(path, JSON.stringify(self))) return true;
  const referee = `${path}.takeover`;
  if (!(await createFile(referee, ''))) {
    const age = await stat(referee).then(
      (found) => clock.now() - found.mtimeMs,
      () => 0,
    );
    if (age > STALE_AFTER_MS) await unlink(referee).catch(() => undefined);
    return false;
  }
  try {
    const owner = await readLock(path);
    if (owner && isAlive(owner, clock.now())) return false;
    // An unreadable lock is being written, or was cut off by a crash: its age decides.
    if (
      !owner &&
      (await stat(path).then(
        (found) => clock.now() - found.mtimeMs < 2_000,
        () => false,
      ))
    )
      return false;
    await unlink(path).catch(() => undefined);
    return await createFile(path, JSON.stringify(self));
  } finally {
    await unlink(referee).catch(() => undefined);
  }
}

function isAlive(owner: Lock, now: number): boolean {
  if (!isSameMachine(owner)) return now - owner.heartbeatAt < STALE_AFTER_MS;
  const start = processStart(owner.pid);
  if (owner.processStart !== null && start !== null) return start === owner.processStart;
  // Without the kernel's data the process id may have been reused, so the heartbeat is checked too.
  return processExists(owner.pid) && owner.pid !== process.pid && now - owner.heartbeatAt < 60_000;
}

function isSameMachine(owner: Lock): boolean {
  return owner.host === hostname();
}

/**
 * Start time of a process since boot, with the boot id; '' if it has ended or is a zombie; null if the kernel does
 * not provide it.
 */
function processStart(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    try {
      const line = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
      const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? '' : `${boot} ${fields[19] ?? ''}`;
    } catch {
      return '';
    }
  } catch {
    return null;
  }
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function createFile(path: string, content: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(content);
    } catch (error) {
      await unlink(path).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Replaces the file by renaming, so that readers never see half of it. On a full disk it is overwritten in place,
 * which needs no space.
 */
async function replaceFile(path: string, draft: string, content: string): Promise<void> {
  try {
    await writeFile(draft, content);
    await rename(draft, path);
  } catch {
    await unlink(draft).catch(() => undefined);
    const file = await open(path, 'r+');
    try {
      await file.write(content, 0);
    } finally {
      await file.close();
    }
  }
}

async function readLock(path: string): Promise<Lock | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lock = v.safeParse(lockSchema, parseJson(text));
  return lock.success ? lock.output : undefined;
}

function explain(folder: string, owner: Lock): string {
  const where = isSameMachine(owner) ? `process ${String(owner.pid)}` : `process ${String(owner.pid)} on ${owner.host}`;
  return [
    `The data folder ${resolve(folder)} is in use by ${where}, started ${new Date(owner.startedAt).toISOString()}.`,
    'Two servers on one folder would lose data. Stop the other one, choose another folder with SOTTO_DATA_DIR,',
    'or set DATABASE_URL to a PostgreSQL database, which several servers can share.',
  ].join('\n');
}
