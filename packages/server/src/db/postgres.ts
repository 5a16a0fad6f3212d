import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import type { OpenDatabase } from './database';
import { migrationsFolder } from './packageFiles';
import * as schema from './schema';

/** Any number that only we use: it names the lock under which one process at a time migrates. */
const MIGRATION_LOCK = 7_304_017;

/**
 * Connects to PostgreSQL (15 or newer) and brings its tables up to date, one process at a time.
 *
 * @param url - `postgres://user:password@host:port/database`
 */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  await migrateLocked(url);
  const client = postgres(url, { max: 10, onnotice: () => undefined });
  return {
    db: drizzle(client, { schema }),
    isEmbedded: false,
    async ping() {
      await client`select 1`;
    },
    close: () => client.end({ timeout: 3 }),
  };
}

/** One connection of its own, because an advisory lock belongs to the connection that took it. */
async function migrateLocked(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(client, { schema }), { migrationsFolder: migrationsFolder() });
  } finally {
    await client.end({ timeout: 3 });
  }
}
