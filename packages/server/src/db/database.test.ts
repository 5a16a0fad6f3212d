import { describe } from 'vitest';
import { databaseContract } from '../testing/databaseContract';
import { readTestSeed } from '../testing/testSeed';
import { openPglite } from './pglite';
import { openPostgres } from './postgres';

databaseContract('PGlite', async () => openPglite({ seed: await readTestSeed() }));

const url = process.env['SOTTO_TEST_DATABASE_URL'];
describe.skipIf(url === undefined)('with SOTTO_TEST_DATABASE_URL', () => {
  databaseContract('PostgreSQL', () => openPostgres(url ?? ''));
});
