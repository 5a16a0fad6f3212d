import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '@sotto/widget-core/api';
import { conversations } from './db/schema';
import { openCuttableLine } from './testing/processes/cuttableLine';
import { openTestDatabase, TEST_DATABASE_URL } from './testing/processes/postgresTest';
import { readAllSse, textOf } from './testing/readStream';
import { clientId, startTestServer, type TestServer, type TestSession } from './testing/startTestServer';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** How long the database stands still, in milliseconds. */
const STILL_MS = 12_000;
/** Longest answer to a call meanwhile, in milliseconds. */
const LONGEST_CALL_MS = 5_000;
/** Until `/readyz` has told, in milliseconds. */
const READY_MS = 5_000;

describe.skipIf(TEST_DATABASE_URL === undefined)('FO-3 PostgreSQL under a server', () => {
  const closes: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closes.splice(0).reverse()) await close();
  });

  async function start(connections = 10) {
    const database = await openTestDatabase(TEST_DATABASE_URL ?? '');
    const line = await openCuttableLine(database.url);
    const test = await startTestServer({ config: { databaseUrl: line.url, connections } });
    closes.push(
      () => database.close(),
      () => line.close(),
      () => test.server.close(0),
    );
    return { test, line };
  }
  async function listed(test: TestServer, { conversationId, token }: TestSession): Promise<Message[]> {
    const response = await test.call(`/v1/conversation/${conversationId}/message/list?take=100`, { token });
    return ((await response.json()) as { items: Message[] }).items;
  }
  async function timed(work: Promise<Response>): Promise<{ status: number; ms: number }> {
    const startedAt = performance.now();
    const { status } = await work;
    return { status, ms: performance.now() - startedAt };
  }

  it('FO-3 stands still for twelve seconds: ten replies of ten come whole and are kept, calls are answered in time, /readyz tells', async () => {
    const { test, line } = await start();
    // Some end while the database stands still, some after.
    const texts = Array.from(
      { length: 10 },
      (_, index) => `Reply ${String(index)}: ${'word '.repeat(20 + index * 20)}`,
    );
    const sessions = await Promise.all(texts.map(() => test.openSession()));
    const replies = sessions.map(async (session, index) => {
      test.model.next({ text: texts[index] ?? '', pieceLength: 5, delayMs: 80 });
      return readAllSse(await test.send(session, { id: clientId(), text: 'go' }));
    });
    await vi.waitFor(
      () => {
        expect(test.model.openCalls).toBe(10);
      },
      { timeout: 10_000 },
    );
    await wait(500);
    line.standStill();
    const stillAt = performance.now();
    const [one] = sessions;
    const calls = Array.from({ length: 5 }, () =>
      timed(test.call(`/v1/conversation/${one?.conversationId ?? ''}/message/list`, { token: one?.token })),
    );
    const ready = await timed(test.call('/readyz'));
    expect([ready.status, ready.ms < READY_MS]).toEqual([503, true]);
    for (const { status, ms } of await Promise.all(calls)) expect([status, ms < LONGEST_CALL_MS]).toEqual([503, true]);
    await wait(STILL_MS - (performance.now() - stillAt));
    line.goOn();
    const outcomes = await Promise.all(replies);
    // Several sends began at once, and each took the next script: what counts is that each has a whole one.
    const whole = outcomes.map((events) => ({ text: textOf(events), end: events.slice(-2).map(({ type }) => type) }));
    expect(whole.map(({ text }) => text).sort()).toEqual([...texts].sort());
    for (const { end } of whole) expect(end).toEqual(['result', 'completeEnd']);
    for (const [index, session] of sessions.entries())
      expect((await listed(test, session)).map(({ text, failure }) => [text, failure])).toEqual([
        ['go', undefined],
        [whole[index]?.text, undefined],
      ]);
    await vi.waitFor(
      async () => {
        expect((await test.call('/readyz')).status).toBe(200);
      },
      { timeout: 5_000 },
    );
  });

  it('FO-3 somebody holds a conversation and twelve messages wait for it: no other visitor waits', async () => {
    const { test } = await start(4);
    const [held, other] = [await test.openSession(), await test.openSession()];
    let isHeld = true;
    const holding = test.database.transaction(async (tx) => {
      await tx.select().from(conversations).where(eq(conversations.id, held.conversationId)).for('update');
      while (isHeld) {
        await tx.execute(sql`select 1`);
        await wait(100);
      }
    });
    await wait(200);
    const sends = Array.from({ length: 12 }, () => timed(test.send(held, { id: clientId(), text: 'hi' })));
    await wait(300);
    const waits: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const startedAt = performance.now();
      expect(
        textOf(await readAllSse(await test.send(other, { id: clientId(), text: `question ${String(round)}` }))),
      ).toBe(`You said: question ${String(round)}`);
      waits.push(performance.now() - startedAt);
    }
    expect(Math.max(...waits)).toBeLessThan(1_000);
    for (const { status, ms } of await Promise.all(sends)) expect([status, ms < LONGEST_CALL_MS]).toEqual([503, true]);
    isHeld = false;
    await holding;
    expect(textOf(await readAllSse(await test.send(held, { id: clientId(), text: 'at last' })))).toBe(
      'You said: at last',
    );
  });
});
