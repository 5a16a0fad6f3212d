import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError } from '../config/configError';
import type { ServerConfig } from '../config/serverConfig';
import { FolderInUseError } from '../db/directoryLock';
import { outageOf } from '../db/outage';
import { plainReason } from '../lib/plainReason';

/** What a check writes, in bytes: a block of most file systems. */
const PROBE_BYTES = 4_096;

/** Whether there is space for what the server has to store: on the disk of its data folder, and in its database. */
export interface DiskSpace {
  /** Takes notice of a failure, which may be that no space is left. */
  note(thrown: unknown): void;
  isFull(): Promise<boolean>;
}

/** What is checked. */
export interface DiskSpaceOptions {
  /** Folder in which the server keeps something; undefined: there is none. */
  readonly folder: string | undefined;
  /** Writes a row to the database. It is called only after a write has failed for lack of space, until it succeeds. */
  readonly writeRow: () => Promise<void>;
}

/** Checks by writing, because quotas, inodes and reserved blocks are in no figure of free bytes. */
export function createDiskSpace({ folder, writeRow }: DiskSpaceOptions): DiskSpace {
  let isNoted = false;
  let checking: Promise<boolean> | undefined;

  async function check(): Promise<boolean> {
    try {
      if (folder !== undefined) await writeProbe(folder);
      if (isNoted) await writeRow();
      isNoted = false;
    } catch (error) {
      // Any other error is not about disk space.
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

/** Whether the data folder is where the database or files are. */
export function keepsInFolder({
  databaseUrl,
  objectStore,
}: Pick<ServerConfig, 'databaseUrl' | 'objectStore'>): boolean {
  return databaseUrl === undefined || objectStore === undefined;
}

/**
 * A failed start as a sentence for the operator, where the reason is the disk or its folder; others as they are. The
 * embedded database does not name the reason when it finds no space, so the folder is written to once more.
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
