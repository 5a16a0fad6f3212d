import { describe } from 'vitest';
import { databaseContract } from '../testing/databaseContract';
import { openTestDatabase, TEST_DATABASE_URL } from '../testing/postgresTest';
import { readTestSeed } from '../testing/testSeed';
import { openPglite } from './pglite';
import { openPostgres } from './postgres';

databaseContract('PGlite', async () => openPglite({ seed: await readTestSeed() }));

describe.skipIf(TEST_DATABASE_URL === undefined)('with SOTTO_TEST_DATABASE_URL', () => {
  databaseContract('PostgreSQL', async () => {
    const test = await openTestDatabase(TEST_DATABASE_URL ?? '');
    const database = await openPostgres(test.url);
    return {
      ...database,
      async close() {
        await database.close();
        await test.close();
      },
    };
  });
});
