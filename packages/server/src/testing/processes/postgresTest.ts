import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Where the tests find PostgreSQL; undefined: they are left out. */
export const TEST_DATABASE_URL = process.env['SOTTO_TEST_DATABASE_URL'];

/** An empty database in the PostgreSQL of the tests. */
export interface TestDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/** Makes a database that nobody else uses; it is gone at its close. */
export async function openTestDatabase(server: string): Promise<TestDatabase> {
  const name = `sotto_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async close() {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
