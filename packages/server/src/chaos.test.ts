import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from '@sotto/widget-core/api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callConversation as call, openSession } from './testing/browserCalls';
import { openCuttableLine, type CuttableLine } from './testing/processes/cuttableLine';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from './testing/processes/postgresTest';
import { readSse } from './testing/readStream';
import { openTestRedis, TEST_REDIS_URL, type TestRedis } from './testing/processes/redisTest';
import { bundleProcess, startServerProcess, type ServerProcess } from './testing/processes/startServerProcess';
import { clientId, type TestSession } from './testing/startTestServer';
import { steadyText } from './testing/steadyText';

/** `SOTTO_CHAOS_SEED=7 SOTTO_CHAOS_SECONDS=300` plays the same faults in the same order, for longer. */
const SECONDS = Number(process.env['SOTTO_CHAOS_SECONDS'] ?? 60);
const SEED = Number(process.env['SOTTO_CHAOS_SEED'] ?? 24);
const VISITORS = Number(process.env['SOTTO_CHAOS_VISITORS'] ?? 12);
const PROCESSES = 3;
/** A visitor who hears nothing for this long, in milliseconds, turns to another process, as a widget does. */
const PATIENCE_MS = 5_000;
/** How long after the last fault everything must be said, in milliseconds. */
const HEALED_MS = 60_000;

vi.setConfig({ testTimeout: SECONDS * 1000 + 240_000, hookTimeout: 120_000 });

/** Random numbers from 0 to 1, the same ones for the same seed. */
function createRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** A place where a process runs, with lines of its own to PostgreSQL and Redis. */
interface Seat {
  readonly database: CuttableLine;
  readonly redis: CuttableLine;
  process: ServerProcess;
  url: string | undefined;
}

/**
 * What a visitor is shown of a conversation: a reply that broke off is an earlier version of the one that took its
 * place.
 */
async function listShown(url: string, session: TestSession): Promise<string[]> {
  const texts: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const response = await call(
      url,
      session,
      `message/list?take=100${cursor === undefined ? '' : `&cursor=${cursor}`}`,
    );
    const page = (await response.json()) as { items: Message[]; cursor: string | null };
    texts.push(...page.items.filter(({ extra }) => extra?.visible !== false).map(({ text }) => text));
    ({ cursor } = page);
  }
  return texts;
}

describe.skipIf(TEST_DATABASE_URL === undefined || TEST_REDIS_URL === undefined)('chaos', () => {
  let bundle: string;
  let redis: TestRedis;
  let database: TestDatabase;
  let holder: pg.Client;
  const seats: Seat[] = [];

  beforeAll(async () => {
    bundle = await bundleProcess();
    redis = await openTestRedis(TEST_REDIS_URL ?? '');
    database = await openTestDatabase(TEST_DATABASE_URL ?? '');
    holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    for (let index = 0; index < PROCESSES; index += 1) {
      const lines = { database: await openCuttableLine(database.url), redis: await openCuttableLine(redis.url) };
      const seat: Seat = { ...lines, process: begin(lines, index), url: undefined };
      seats.push(seat);
      seat.url = await seat.process.ready;
    }
  });
  afterAll(async () => {
    for (const { process: server, ...lines } of seats) {
      server.child.kill('SIGKILL');
      await server.ended;
      await Promise.all([lines.database.close(), lines.redis.close()]);
    }
    await holder.end();
    await redis.close();
    await database.close();
  });

  /** The clock of one of them is 15 s ahead. */
  function begin(lines: Pick<Seat, 'database' | 'redis'>, index: number): ServerProcess {
    const settings = {
      DATABASE_URL: lines.database.url,
      REDIS_URL: lines.redis.url,
      REDIS_PREFIX: redis.prefix,
      SOTTO_SECRET: 'a secret that all of them know...',
      SOTTO_LAME_DUCK: '1',
      DRAIN_SECONDS: '1',
    };
    return startServerProcess(bundle, { ...settings, ...(index === 0 && { CLOCK_AHEAD_MS: '15000' }) });
  }
  /** Another process takes the seat of one that ends. */
  async function replace(seat: Seat, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    seat.url = undefined;
    seat.process.child.kill(signal);
    await seat.process.ended;
    seat.process = begin(seat, seats.indexOf(seat));
    seat.url = await seat.process.ready.catch(() => undefined);
  }

  /** What goes wrong, each for a while. */
  const faults: Record<string, (seat: Seat, ms: number, session: TestSession) => Promise<void>> = {
    'kill -9': (seat) => replace(seat, 'SIGKILL'),
    SIGTERM: (seat) => replace(seat, 'SIGTERM'),
    async SIGSTOP({ process: server }, ms) {
      server.child.kill('SIGSTOP');
      await wait(ms);
      server.child.kill('SIGCONT');
    },
    async 'PostgreSQL stands still'(_seat, ms) {
      for (const seat of seats) seat.database.standStill();
      await wait(ms);
      for (const seat of seats) seat.database.goOn();
    },
    async 'Redis stands still'(_seat, ms) {
      for (const seat of seats) seat.redis.standStill();
      await wait(ms);
      for (const seat of seats) seat.redis.goOn();
    },
    async 'one process loses both'(seat, ms) {
      for (const line of [seat.database, seat.redis]) {
        line.standStill();
        line.cut('reset');
      }
      await wait(ms);
      for (const line of [seat.database, seat.redis]) line.goOn();
    },
    async 'a conversation is held'(_seat, ms, { conversationId }) {
      await holder.query('begin');
      await holder.query('select 1 from conversations where id = $1 for update', [conversationId]);
      await wait(ms);
      await holder.query('commit');
    },
  };

  /**
   * One try of a send: reads until the reply is there. @returns its text, or where the stream was cut; undefined:
   * nothing is known
   */
  async function attempt(
    session: TestSession,
    message: { id: string; text: string },
    position: string | undefined,
    url: string,
  ): Promise<{ text?: string; position?: string | undefined }> {
    const silence = new AbortController();
    let timer = setTimeout(() => {
      silence.abort();
    }, PATIENCE_MS);
    let last = position;
    try {
      const response = await fetch(`${url}/v1/conversation/${session.conversationId}/complete`, {
        method: 'POST',
        body: JSON.stringify(message),
        headers: {
          Authorization: `Bearer ${session.token}`,
          Accept: 'text/event-stream',
          'Content-Type': 'application/json',
          'Idempotency-Key': message.id,
          ...(position !== undefined && { 'Last-Event-ID': position }),
        },
        signal: silence.signal,
      });
      if (response.status !== 200) return {};
      for await (const event of readSse(response)) {
        clearTimeout(timer);
        timer = setTimeout(() => {
          silence.abort();
        }, PATIENCE_MS);
        last = event.id ?? last;
        if (event.type === 'result') return { text: event.data.text };
        if (event.type === 'error') return {};
      }
      return { position: last };
    } catch {
      return { position: last };
    } finally {
      clearTimeout(timer);
    }
  }

  /** A visitor who asks one question after the other, and asks again until there is an answer. */
  async function visit(session: TestSession, random: () => number, isOver: () => boolean): Promise<string[]> {
    const received: string[] = [];
    for (let count = 0; !isOver(); count += 1) {
      const message = { id: clientId(), text: `steadily ${String(count)}` };
      let position: string | undefined;
      for (;;) {
        const { url } = seats[Math.floor(random() * seats.length)] ?? {};
        const result = url === undefined ? { position } : await attempt(session, message, position, url);
        if (result.text !== undefined) {
          received.push(message.text, result.text);
          break;
        }
        // A stream that was not there to be resumed is asked for anew.
        position = result.position === position ? undefined : result.position;
        await wait(200 + random() * 300);
      }
      await wait(random() * 500);
    }
    return received;
  }

  it('FO-2, FO-3, FO-8, FO-9, FO-10: nothing acknowledged is lost, nothing is doubled, and every question gets its whole answer', async () => {
    const random = createRandom(SEED);
    const sessions = await Promise.all(
      Array.from({ length: VISITORS }, (_, index) => openSession(seats[index % seats.length]?.url ?? '')),
    );
    let isOver = false;
    const visits = sessions.map((session, index) => visit(session, createRandom(SEED * 100 + index), () => isOver));
    const played: string[] = [];
    for (const until = performance.now() + SECONDS * 1000; performance.now() < until;) {
      const [name, play] = Object.entries(faults)[Math.floor(random() * Object.keys(faults).length)] ?? [];
      const [seat, session] = [
        seats[Math.floor(random() * seats.length)],
        sessions[Math.floor(random() * sessions.length)],
      ];
      if (!name || !play || !seat || !session) break;
      played.push(name);
      await play(seat, 1_500 + random() * 5_000, session);
      await wait(random() * 2_000);
    }
    isOver = true;
    const endedAt = performance.now();
    const late = wait(HEALED_MS, undefined, { ref: false }).then(async () => {
      const { rows } = await holder.query(
        "select id, owner, status, now(), to_timestamp(heartbeat_at / 1000.0) as heard from runs where status = 'running'",
      );
      throw new Error(
        `Some wait for ever after ${played.join(', ')}; ` +
          `${JSON.stringify(seats.map(({ url, process: server }) => [url, server.output().slice(-500)]))}; ` +
          `running: ${JSON.stringify(rows)}`,
      );
    });
    const received = await Promise.race([Promise.all(visits), late]);
    const replies = received.reduce((sum, texts) => sum + texts.length / 2, 0);
    console.info(
      `Chaos, seed ${String(SEED)}: ${String(replies)} replies to ${String(VISITORS)} visitors through ` +
        `${played.join(', ')}; all said ${((performance.now() - endedAt) / 1000).toFixed(1)} s after the last`,
    );
    for (const [index, session] of sessions.entries()) {
      const texts = received[index] ?? [];
      expect(texts.filter((_, place) => place % 2 === 1)).toEqual(
        texts.filter((_, place) => place % 2 === 0).map(steadyText),
      );
      const url = seats.find((seat) => seat.url !== undefined)?.url ?? '';
      expect(await listShown(url, session)).toEqual(texts);
      expect((await call(url, session, 'complete')).status).toBe(204);
    }
    expect(replies).toBeGreaterThan(VISITORS);
  });
});
