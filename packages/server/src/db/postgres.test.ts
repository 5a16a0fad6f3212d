import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toShownError } from '../app/errorResponse';
import { openCuttableLine, type CuttableLine } from '../testing/processes/cuttableLine';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../testing/processes/postgresTest';
import { clientOf } from '../testing/queryPlans';
import type { Database, OpenDatabase } from './database';
import { lateIndexesOf } from './lateIndexes';
import { migrationsFolder } from './packageFiles';
import { openPostgres } from './postgres';
import { insertConversation } from './queries/conversations/conversationQueries';
import { insertBot } from './queries/hub/widgetQueries';
import { bots } from './schema';
import { seedDatabase } from './seedDatabase';

/** More than there are connections: one that never came back would be missed. */
const ROUNDS = 12;

/** Whether the caller is told that another try may help. */
const isOutage = (thrown: unknown): boolean => toShownError(thrown).code === 'SERVICE_UNAVAILABLE';

describe.skipIf(TEST_DATABASE_URL === undefined)('F508 a connection to PostgreSQL that is lost', () => {
  let test: TestDatabase;
  let line: CuttableLine;
  let database: OpenDatabase;
  beforeAll(async () => {
    test = await openTestDatabase(TEST_DATABASE_URL ?? '');
    line = await openCuttableLine(test.url);
    database = await openPostgres(line.url);
  });
  afterAll(async () => {
    await database.close();
    await line.close();
    await test.close();
  });

  const insert = (db: Database, id: string): Promise<unknown> =>
    insertBot(db, { id, name: id, createdAt: 0, updatedAt: 0 });
  /**
   * Asks until it is answered: each of the other connections that were cut may fail one query before its loss is
   * noticed.
   */
  const answered = <T>(query: () => Promise<T>): Promise<T> => vi.waitFor(query, { timeout: 4000, interval: 10 });
  const reached = (): Promise<unknown> => answered(() => database.db.execute(sql`select 1`));
  /** Those of the bots that are there. */
  const present = async (...ids: string[]): Promise<string[]> =>
    (await answered(() => database.db.select({ id: bots.id }).from(bots).where(inArray(bots.id, ids)))).map(
      ({ id }) => id,
    );

  describe.each(['closed', 'reset'] as const)('%s', (how) => {
    it('under a query outside of transactions: the caller is told that another try may help', async () => {
      await reached();
      const work = expect(database.db.execute(sql`select pg_sleep(5)`)).rejects.toSatisfy(isOutage);
      await wait(100);
      line.cut(how);
      await work;
      await reached();
    });

    it('before the first statement of a transaction is answered: the next ones find a connection', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await reached();
        const work = expect(database.db.transaction((tx) => insert(tx, `${how}-begin`))).rejects.toSatisfy(isOutage);
        await nextTurn();
        line.cut(how);
        await work;
      }
      expect(await present(`${how}-begin`)).toEqual([]);
    });

    it('while a statement of a transaction runs: nothing of it is kept', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await reached();
        await expect(
          database.db.transaction(async (tx) => {
            await insert(tx, `${how}-first`);
            const second = insert(tx, `${how}-second`);
            line.cut(how);
            await second;
          }),
        ).rejects.toSatisfy(isOutage);
      }
      expect(await present(`${how}-first`, `${how}-second`)).toEqual([]);
    });

    it('between two statements of a transaction: the second is not carried out on another connection', async () => {
      await reached();
      await expect(
        database.db.transaction(async (tx) => {
          await insert(tx, `${how}-before`);
          line.cut(how);
          await wait(50);
          // Other people's queries, for which the lost connection is replaced.
          await Promise.all(Array.from({ length: ROUNDS }, reached));
          await insert(tx, `${how}-after`);
        }),
      ).rejects.toSatisfy(isOutage);
      await wait(50);
      expect(await present(`${how}-before`, `${how}-after`)).toEqual([]);
    });
  });
});

describe.skipIf(TEST_DATABASE_URL === undefined)('SV-36 an index of a table that has rows already', () => {
  it('is made after the start, while others write, and several of them one after the other', async () => {
    const test = await openTestDatabase(TEST_DATABASE_URL ?? '');
    const first = await openPostgres(test.url);
    await seedDatabase(first.db, 1);
    await insertConversation(first.db, { id: 'c1', widgetId: 'demo', createdAt: 1, lastActivityAt: 1 });
    const names = lateIndexesOf(migrationsFolder()).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) await first.db.execute(sql.raw(`drop index ${name}`));
    const second = await openPostgres(test.url);
    await vi.waitFor(
      async () => {
        const { rows } = await clientOf(first).query(
          'select relname from pg_index join pg_class on oid = indexrelid where indisvalid and relname = any($1)',
          [names],
        );
        expect(rows).toHaveLength(names.length);
      },
      { timeout: 20_000 },
    );
    for (const each of [first, second]) await each.close();
    await test.close();
  });
});
