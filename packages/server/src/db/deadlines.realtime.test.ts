import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toShownError } from '../app/errorResponse';
import { openCuttableLine, type CuttableLine } from '../testing/processes/cuttableLine';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../testing/processes/postgresTest';
import type { OpenDatabase } from './database';
import { outsideRequest, withDatabaseTime } from './databaseTime';
import { openPostgres } from './postgres';
import { insertBot } from './queries/hub/widgetQueries';
import { bots } from './schema';
import { PLAYS_ALL } from '../testing/playsAll';

vi.setConfig({ testTimeout: 60_000 });

/** Longest wait for a connection and an answer together, in milliseconds, with room for a busy machine. */
const LONGEST_MS = 9_000;

/** How long something takes, in milliseconds, and what it came to. */
async function timed(work: Promise<unknown>): Promise<{ ms: number; code: string }> {
  const startedAt = performance.now();
  const code = await work.then(
    () => 'ok',
    (error: unknown) => toShownError(error).code,
  );
  return { ms: performance.now() - startedAt, code };
}

describe.skipIf(TEST_DATABASE_URL === undefined)('FO-3 deadlines of PostgreSQL', () => {
  let test: TestDatabase;
  let line: CuttableLine;
  let database: OpenDatabase;
  beforeAll(async () => {
    test = await openTestDatabase(TEST_DATABASE_URL ?? '');
    line = await openCuttableLine(test.url);
    database = await openPostgres(line.url, { connections: 4, ownerConnections: 2 });
    await insertBot(database.db, { id: 'held', name: 'held', createdAt: 0, updatedAt: 0 });
  });
  afterAll(async () => {
    await database.close();
    await line.close();
    await test.close();
  });

  it('FO-3 a database that stands still: no query waits longer than its deadline, later ones fail at once, and all is well when it goes on', async () => {
    const ask = (): Promise<unknown> => database.db.select({ id: bots.id }).from(bots);
    const write = (id: string): Promise<unknown> =>
      database.db.transaction(async (tx) => {
        await insertBot(tx, { id, name: id, createdAt: 0, updatedAt: 0 });
      });
    await Promise.all([ask(), ask(), ask()]);
    line.standStill();
    const first = await Promise.all([
      ...Array.from({ length: 8 }, () => timed(ask())),
      timed(write('never')),
      timed(database.ping()),
    ]);
    for (const { ms, code } of first) expect([code, ms < LONGEST_MS]).toEqual(['SERVICE_UNAVAILABLE', true]);
    // Who asks now is not sent to wait for the same silence.
    const later = await Promise.all([timed(ask()), timed(write('neither')), timed(database.ping())]);
    for (const { ms } of later) expect(ms).toBeLessThan(100);
    line.goOn();
    const wentOnAt = performance.now();
    await vi.waitFor(ask, { timeout: 5_000, interval: 20 });
    expect(performance.now() - wentOnAt).toBeLessThan(2_500);
    // No connection has been lost to the pool.
    await Promise.all(Array.from({ length: 12 }, ask));
    expect(await database.db.select({ id: bots.id }).from(bots).where(eq(bots.id, 'neither'))).toEqual([]);
  });

  it('FO-3 a row that somebody holds: who wants it is told within the deadline for locks', async () => {
    const holding = new AbortController();
    const held = database.db.transaction(async (tx) => {
      await tx.select().from(bots).where(eq(bots.id, 'held')).for('update');
      // PostgreSQL would end an idle transaction.
      while (!holding.signal.aborted) {
        await tx.execute(sql`select 1`);
        await wait(100);
      }
    });
    await wait(200);
    const { ms, code } = await timed(database.db.update(bots).set({ name: 'other' }).where(eq(bots.id, 'held')));
    holding.abort();
    await held;
    expect([code, ms > 1_500, ms < 4_000]).toEqual(['SERVICE_UNAVAILABLE', true, true]);
  });

  describe('SV-35 a request has one time for all its waits', () => {
    const LIMIT_MS = 1_500;
    const sleep = (seconds: number): Promise<unknown> => database.db.execute(sql`select pg_sleep(${seconds})`);
    const ask = async (): Promise<unknown> => await database.db.select({ id: bots.id }).from(bots);
    /** A failure is within the limit, with room for a busy machine, and one that the visitor can repeat. */
    const isCut = ({ ms, code }: { ms: number; code: string }): unknown => [code, ms > LIMIT_MS - 100, ms < 2_300];
    const CUT = ['SERVICE_UNAVAILABLE', true, true];

    it('SV-35 statements one after the other, each within its own limit, end with the time, and others are still answered', async () => {
      let count = 0;
      const slow = timed(
        withDatabaseTime(LIMIT_MS, async () => {
          for (; count < 9; count += 1) await sleep(0.4);
        }),
      );
      const outcome = await slow;
      expect([isCut(outcome), count]).toEqual([CUT, 3]);
      expect((await Promise.all([timed(ask()), timed(ask())])).map(({ code }) => code)).toEqual(['ok', 'ok']);
    });

    it('SV-35 a transaction ends with the time, nothing of it is kept, and its connection is not lent again', async () => {
      const outcome = await timed(
        withDatabaseTime(LIMIT_MS, () =>
          database.db.transaction(async (tx) => {
            await insertBot(tx, { id: 'cut', name: 'cut', createdAt: 0, updatedAt: 0 });
            for (let count = 0; count < 9; count += 1) await tx.execute(sql`select pg_sleep(0.4)`);
          }),
        ),
      );
      expect(isCut(outcome)).toEqual(CUT);
      const states = await Promise.all(
        Array.from({ length: 8 }, () =>
          database.db.execute(sql`select now() = statement_timestamp() as is_fresh, pg_sleep(0.05)`),
        ),
      );
      expect(states.map((each) => (each as { rows: { is_fresh: boolean }[] }).rows[0]?.is_fresh)).not.toContain(false);
      expect(await database.db.select().from(bots).where(eq(bots.id, 'cut'))).toEqual([]);
    });

    it('SV-35 repeated tries, waits for a connection and calls within the call take of the same time; waits at once count once', async () => {
      const holders = Array.from({ length: 4 }, () => sleep(0.7));
      const outcome = await timed(
        withDatabaseTime(LIMIT_MS, async () => {
          for (;;) {
            await ask();
            await withDatabaseTime(60_000, () => sleep(0.3).catch(() => sleep(0.3)));
          }
        }),
      );
      await Promise.all(holders);
      expect(isCut(outcome)).toEqual(CUT);
      expect((await timed(withDatabaseTime(LIMIT_MS, () => Promise.all([sleep(1), sleep(1)])))).code).toBe('ok');
    });

    it('SV-35 work outside of the request, and what goes on after its answer, have time of their own', async () => {
      let goOn = (): void => undefined;
      const later = new Promise<void>((resolve) => (goOn = resolve));
      let after: Promise<unknown> = Promise.resolve();
      await withDatabaseTime(200, async () => {
        expect((await timed(outsideRequest(() => sleep(0.4)))).code).toBe('ok');
        expect((await timed(sleep(0.4))).code).toBe('SERVICE_UNAVAILABLE');
        after = later.then(() => sleep(0.4));
      });
      goOn();
      expect((await timed(after)).code).toBe('ok');
    });
  });

  if (PLAYS_ALL)
    it('FO-3 a statement that runs too long, and a transaction whose owner has stopped, are ended by PostgreSQL', async () => {
      const long = await timed(database.db.execute(sql`select pg_sleep(30)`));
      expect([long.code, long.ms < 7_000]).toEqual(['SERVICE_UNAVAILABLE', true]);
      const idle = await timed(
        database.db.transaction(async (tx) => {
          await tx.select().from(bots).where(eq(bots.id, 'held')).for('update');
          await wait(6_500);
          await tx.execute(sql`select 1`);
        }),
      );
      expect(idle.code).toBe('SERVICE_UNAVAILABLE');
    });

  if (PLAYS_ALL)
    it('FO-3 reports of people who build take no connection that a visitor waits for', async () => {
      const reports = Array.from({ length: 10 }, () =>
        database.owners.execute(sql`select pg_sleep(1)`).catch(() => undefined),
      );
      await wait(100);
      const { ms, code } = await timed(database.db.select({ id: bots.id }).from(bots));
      expect([code, ms < 500]).toEqual(['ok', true]);
      await Promise.all(reports);
    });

  if (PLAYS_ALL)
    it('a command may take as long as it needs', async () => {
      const patient = await openPostgres(test.url, { isPatient: true });
      expect((await timed(patient.db.execute(sql`select pg_sleep(6)`))).code).toBe('ok');
      await patient.close();
    });
});
