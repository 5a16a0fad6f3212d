import { afterAll, afterEach, beforeAll } from 'vitest';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from './postgresTest';
import { openTestRedis, TEST_REDIS_URL, type TestRedis } from './redisTest';
import { bundleProcess, startServerProcess, type ServerProcess } from './startServerProcess';

/** Whether the tests have a PostgreSQL and a Redis; without both, tests of several processes are left out. */
export const HAS_SHARED_SERVICES = TEST_DATABASE_URL !== undefined && TEST_REDIS_URL !== undefined;

/** Two servers of one installation. */
export interface ProcessPair {
  readonly one: ServerProcess;
  readonly two: ServerProcess;
  /** Where they are reached, the first one's address first. */
  readonly urls: readonly [string, string];
}

/**
 * Opens a database and a part of Redis for the suite that calls it, and ends the suite's processes after each test.
 *
 * @returns starts two processes on both, with more variables in their environment
 */
export function useSharedProcesses(): (environment?: Record<string, string>) => Promise<ProcessPair> {
  let bundle: string;
  let redis: TestRedis;
  let database: TestDatabase;
  const processes: ServerProcess[] = [];

  beforeAll(async () => {
    bundle = await bundleProcess();
    redis = await openTestRedis(TEST_REDIS_URL ?? '');
    database = await openTestDatabase(TEST_DATABASE_URL ?? '');
  });
  afterEach(async () => {
    for (const { child, ended } of processes.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
  });
  afterAll(async () => {
    await redis.close();
    await database.close();
  });

  return async (environment = {}) => {
    const settings = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      REDIS_PREFIX: redis.prefix,
      SOTTO_SECRET: 'a secret that both of them know..',
      ...environment,
    };
    const [one, two] = [startServerProcess(bundle, settings), startServerProcess(bundle, settings)];
    processes.push(one, two);
    return { one, two, urls: [await one.ready, await two.ready] };
  };
}
