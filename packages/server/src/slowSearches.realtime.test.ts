import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from './testing/builder';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from './testing/processes/postgresTest';
import type { TestSession } from './testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** The longest that others may wait, in milliseconds. */
const LONGEST_MS = 1_000;

describe.skipIf(TEST_DATABASE_URL === undefined)('searches that take as long as they may', () => {
  let database: TestDatabase;
  let test: BuilderTest;
  let ana: Person;
  let session: TestSession;
  let holder: pg.Client;
  beforeAll(async () => {
    database = await openTestDatabase(TEST_DATABASE_URL ?? '');
    test = await startBuilderTest({ config: { databaseUrl: database.url } });
    ana = await test.person('ana');
    session = await test.openSession();
    holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await test.server.close(0);
    await database.close();
  });

  /** Does something while nobody can read the words of messages: every search takes its whole time. */
  async function whileWordsAreHeld<Result>(work: () => Promise<Result>): Promise<Result> {
    await holder.query('begin; lock table message_words in access exclusive mode');
    try {
      return await work();
    } finally {
      await holder.query('rollback');
    }
  }
  const timed = async <Result>(work: Promise<Result>): Promise<{ ms: number; result: Result }> => {
    const startedAt = performance.now();
    const result = await work;
    return { ms: performance.now() - startedAt, result };
  };

  it.each([6, 60])(
    '%i at once: others sign in, read and build as ever, and each search ends with a reason',
    async (many) => {
      const { others, searches } = await whileWordsAreHeld(async () => {
        const searching = Array.from({ length: many }, () => timed(ana.ask('/v1/inbox/list?search=kettle')));
        await wait(300);
        const email = `ben${String(many)}@example.com`;
        const signIn =
          (step: string, more: () => object = () => ({})) =>
          async () =>
            (
              await test.call(`/v1/auth/signin/${step}`, {
                body: { email, ...more() },
                headers: { Origin: 'http://localhost:3000' },
              })
            ).status;
        const acts: [name: string, act: () => Promise<number>][] = [
          ['signin/email', signIn('email')],
          ['signin/verify', signIn('verify', () => ({ code: test.mailer.codeFor(email), name: 'Ben' }))],
          [
            'message/list',
            async () =>
              (await test.call(`/v1/conversation/${session.conversationId}/message/list`, { token: session.token }))
                .status,
          ],
          ['secret/create', async () => (await ana.ask('/v1/secret/create', { name: 'ci' })).status],
          ['inbox/list', async () => (await ana.ask('/v1/inbox/list')).status],
        ];
        const done = [];
        for (const [name, act] of acts) {
          const { ms, result } = await timed(act());
          done.push({ name, result, isQuick: ms < LONGEST_MS });
        }
        return { others: done, searches: await Promise.all(searching) };
      });
      expect(others).toEqual(
        ['signin/email', 'signin/verify', 'message/list', 'secret/create', 'inbox/list'].map((name) => ({
          name,
          result: 200,
          isQuick: true,
        })),
      );
      for (const { ms, result } of searches) {
        expect([result.status, result.body['message']]).toEqual([503, 'The database is busy with something else']);
        expect(ms).toBeLessThan(5_000);
      }
      expect((await ana.ask('/v1/inbox/list?search=kettle')).status).toBe(200);
    },
  );
});
