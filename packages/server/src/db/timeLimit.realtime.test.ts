import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/apiError';
import { DATABASE_DEADLINES } from '../config/deadlines';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../testing/processes/postgresTest';
import { openTestPglite } from '../testing/testDatabase';
import type { Database, OpenDatabase } from './database';
import { openPostgres } from './postgres';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** Our own failure inside of what Drizzle made of it. */
async function failureOf(work: Promise<unknown>): Promise<string | undefined> {
  for (
    let error: unknown = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    error instanceof Error;
    error = error.cause
  )
    if (error instanceof ApiError) return error.code;
  return undefined;
}

/** Works for about a tenth of a second. */
const work = (db: Database): Promise<unknown> => db.execute(sql`select count(*) from generate_series(1, 200000)`);

describe.each(['PGlite', 'PostgreSQL'])('FS-4: a caller with a limit of time, on %s', (name) => {
  const isLeftOut = name === 'PostgreSQL' && TEST_DATABASE_URL === undefined;
  let test: TestDatabase | undefined;
  let database: OpenDatabase;
  beforeAll(async () => {
    if (isLeftOut) return;
    test = name === 'PostgreSQL' ? await openTestDatabase(TEST_DATABASE_URL ?? '') : undefined;
    database = test ? await openPostgres(test.url) : await openTestPglite();
  });
  afterAll(async () => {
    if (isLeftOut) return;
    await database.close();
    await test?.close();
  });

  it.skipIf(isLeftOut)('is answered like everybody else while there is time, also what is written', async () => {
    const db = database.within(60_000);
    const answers = await Promise.all([1, 2, 3].map((value) => db.execute(sql`select ${value}::int as value`)));
    expect(answers.map((answer) => (answer as { rows: unknown[] }).rows)).toEqual([
      [{ value: 1 }],
      [{ value: 2 }],
      [{ value: 3 }],
    ]);
    await db.execute(sql`create table kept (id int)`);
    await db.execute(sql`insert into kept values (1)`);
    expect(((await database.db.execute(sql`select id from kept`)) as { rows: unknown[] }).rows).toEqual([{ id: 1 }]);
    expect(await failureOf(db.execute(sql`select * from nowhere`))).toBeUndefined();
    expect(((await db.execute(sql`select id from kept`)) as { rows: unknown[] }).rows).toEqual([{ id: 1 }]);
    // With tables that have not changed another test can use the database.
    await db.execute(sql`drop table kept`);
  });

  it.skipIf(isLeftOut)('sends nothing more when its time is used up; others go on', async () => {
    const db = database.within(150);
    const codes = await Promise.all(Array.from({ length: 40 }, () => failureOf(work(db))));
    expect(codes[0]).toBeUndefined();
    expect(codes.at(-1)).toBe('TIMEOUT');
    await db.execute(sql`create table never (id int)`).catch(() => undefined);
    await expect(database.db.execute(sql`select * from never`)).rejects.toThrow();
    await expect(database.ping()).resolves.toBeUndefined();
    expect(await failureOf(work(database.within(60_000)))).toBeUndefined();
  });

  it.skipIf(isLeftOut)(
    'lets others in between its statements, and every caller with a limit has its turn',
    async () => {
      const finished: string[] = [];
      const callers = ['a', 'b', 'c', 'd'].map((caller) => ({ caller, db: database.within(60_000) }));
      const all = callers.flatMap(({ caller, db }) =>
        Array.from({ length: 3 }, () => work(db).then(() => finished.push(caller))),
      );
      const fairly = work(database.within(60_000)).then(() => finished.push('last to come'));
      const free = database.db.execute(sql`select 1`).then(() => finished.push('free'));
      // A turn of everything else in this process: connections, timers.
      let turns = 0;
      const counting = setInterval(() => (turns += 1), 1);
      await Promise.all([...all, fairly, free]);
      clearInterval(counting);
      expect(finished.indexOf('free')).toBeLessThanOrEqual(5);
      expect(finished.indexOf('last to come')).toBeLessThanOrEqual(8);
      expect(turns).toBeGreaterThan(10);
    },
  );

  // The embedded database answers one statement after the other, and has no limit of its own.
  if (name === 'PostgreSQL')
    it.skipIf(isLeftOut)(
      'ends the statement itself, and leaves the connection with the limit of every statement',
      async () => {
        expect(await failureOf(database.within(200).execute(sql`select pg_sleep(30)`))).toBe('TIMEOUT');
        for (let round = 0; round < 12; round += 1)
          expect(
            (
              (await database.db.execute(sql`select current_setting('statement_timeout') as value`)) as {
                rows: unknown[];
              }
            ).rows,
          ).toEqual([{ value: `${String(DATABASE_DEADLINES.statementMs / 1_000)}s` }]);
      },
    );
});
