import type { Clock } from '@sotto/widget-core/api';
import type { OpenDatabase } from '../db/database';
import { lockDirectory } from '../db/directoryLock';
import { openPglite } from '../db/pglite';
import { openPostgres, type PostgresOptions } from '../db/postgres';
import { serveSnapshots } from './snapshotSocket';
import { ConfigError, type ServerConfig } from '../config/serverConfig';

/** An open database and its lock. */
export interface DatabaseHandle {
  readonly database: OpenDatabase;
  close(): Promise<void>;
}

/** Opens the database, for the embedded one with the lock of its folder: taken first, released last. */
export async function openDatabase(
  config: Pick<ServerConfig, 'databaseUrl' | 'dataDir'> & PostgresOptions,
  clock: Clock,
  seed: Blob | undefined,
  onFatal: (error: Error) => void,
): Promise<DatabaseHandle> {
  if (config.databaseUrl !== undefined) {
    const database = await openPostgres(config.databaseUrl, config).catch((cause: unknown) => {
      throw new ConfigError(
        `The database of DATABASE_URL cannot be opened: ${cause instanceof Error ? cause.message : 'unknown reason'}`,
        { cause },
      );
    });
    return { database, close: () => database.close() };
  }
  const { dataDir } = config;
  const withSeed = seed === undefined ? {} : { seed };
  if (dataDir === undefined) {
    const database = await openPglite(withSeed);
    return { database, close: () => database.close() };
  }
  const lock = await lockDirectory(dataDir, clock, () => {
    onFatal(new Error(`The data folder ${dataDir} was taken over by another process`));
  });
  try {
    const database = await openPglite({ dataDir, ...withSeed });
    const stopServing = await serveSnapshots(dataDir, async () => (await database.snapshot?.()) ?? new Blob());
    return {
      database,
      async close() {
        await stopServing();
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
