import { describe } from 'vitest';
import { builderContract } from '../testing/contracts/builderContract';
import { databaseContract } from '../testing/contracts/databaseContract';
import { hubContract } from '../testing/contracts/hubContract';
import { storageContract } from '../testing/contracts/storageContract';
import { openTestDatabase, TEST_DATABASE_URL } from '../testing/processes/postgresTest';
import { openTestPglite } from '../testing/testDatabase';
import type { OpenDatabase } from './database';
import { openPostgres } from './postgres';

databaseContract('PGlite', openTestPglite);
builderContract('PGlite', openTestPglite);
hubContract('PGlite', openTestPglite);
storageContract('PGlite', openTestPglite);

/** A database of its own on the PostgreSQL of the tests, gone afterwards. */
async function openOnPostgres(): Promise<OpenDatabase> {
  const test = await openTestDatabase(TEST_DATABASE_URL ?? '');
  const database = await openPostgres(test.url);
  return {
    ...database,
    async close() {
      await database.close();
      await test.close();
    },
  };
}

describe.skipIf(TEST_DATABASE_URL === undefined)('with SOTTO_TEST_DATABASE_URL', () => {
  databaseContract('PostgreSQL', openOnPostgres);
  builderContract('PostgreSQL', openOnPostgres);
  hubContract('PostgreSQL', openOnPostgres);
  storageContract('PostgreSQL', openOnPostgres);
});
