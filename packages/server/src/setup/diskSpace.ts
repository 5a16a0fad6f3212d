import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError } from '../config/configError';
import type { ServerConfig } from '../config/serverConfig';
import { FolderInUseError } from '../db/directoryLock';
import { outageOf } from '../db/outage';
import { plainReason } from '../lib/plainReason';

/** How much a check writes, in bytes: a block of most file systems. */
const PROBE_BYTES = 4_096;

/** Whether there is space left on the disk of the data folder and in the database. */
export interface DiskSpace {
  /** Checks whether a failure was caused by lack of space. */
  note(thrown: unknown): void;
  isFull(): Promise<boolean>;
}

/** What to check. */
export interface DiskSpaceOptions {
  /** Folder in which the server stores files; undefined if there is none. */
  readonly folder: string | undefined;
  /** Writes a row to the database. Called only after a write has failed for lack of space, until it succeeds. */
  readonly writeRow: () => Promise<void>;
}

/** Checks by writing, because free bytes do not reflect quotas, inodes and reserved blocks. */
export function createDiskSpace({ folder, writeRow }: DiskSpaceOptions): DiskSpace {
  let isNoted = false;
  let checking: Promise<boolean> | undefined;

  async function check(): Promise<boolean> {
    try {
      if (folder !== undefined) await writeProbe(folder);
      if (isNoted) await writeRow();
      isNoted = false;
    } catch (error) {
      // Other errors are not about disk space.
      isNoted ||= outageOf(error) === 'full';
    }
    return isNoted;
  }

  return {
    note(thrown) {
      isNoted ||= outageOf(thrown) === 'full';
    },
    isFull() {
      checking ??= check().finally(() => (checking = undefined));
      return checking;
    },
  };
}

async function writeProbe(folder: string): Promise<void> {
  const path = join(folder, `space.${String(process.pid)}.tmp`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, Buffer.alloc(PROBE_BYTES));
  } finally {
    await rm(path, { force: true });
  }
}

/** Whether the data folder contains the database or files. */
export function keepsInFolder({
  databaseUrl,
  objectStore,
}: Pick<ServerConfig, 'databaseUrl' | 'objectStore'>): boolean {
  return databaseUrl === undefined || objectStore === undefined;
}

/**
 * The error of a failed start: a message for the operator if the disk or its folder is the cause, otherwise
 * unchanged. The embedded database does not report lack of space, so the folder is tested by another write.
 */
export async function explainStart(
  thrown: unknown,
  config: Pick<ServerConfig, 'dataDir' | 'databaseUrl' | 'objectStore'>,
): Promise<unknown> {
  if (thrown instanceof ConfigError || thrown instanceof FolderInUseError) return thrown;
  const folder = config.dataDir === undefined || !keepsInFolder(config) ? undefined : resolve(config.dataDir);
  const space = createDiskSpace({ folder, writeRow: async () => undefined });
  if (outageOf(thrown) === 'full' || (await space.isFull())) {
    const where = folder === undefined ? 'The database has' : `The data folder ${folder}, or the database, has`;
    return new ConfigError(`${where} no space left: ${plainReason(thrown)}. Free some space and start again.`, {
      cause: thrown,
    });
  }
  const isOfFolder =
    folder !== undefined && thrown instanceof Error && 'path' in thrown && String(thrown.path).startsWith(folder);
  return isOfFolder
    ? new ConfigError(`The data folder ${folder} cannot be used: ${plainReason(thrown)}. Check SOTTO_DATA_DIR.`, {
        cause: thrown,
      })
    : thrown;
}
