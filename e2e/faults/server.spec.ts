import { afterAll, describe, expect, it } from 'vitest';
import { readdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { startPostgres } from '../../scripts/machine/postgres.mjs';
import { startRedis } from '../../scripts/machine/redis.mjs';
import { startStack, type Stack } from '../startStack';
import { startFaultProxy } from './faultProxy';
import { createLedger, type Ledger } from './ledger';
import { between, createRandom } from './random';
import { rounds, useFaults } from './useFaults';
import { createVisitor, until, type Visitor, type VisitorTab } from './visitor';

const PIECES = Array.from({ length: 40 }, (_, index) => `${String(index)} `);
const ANSWER = PIECES.join('');
const SLOWLY = PIECES.flatMap((piece) => [piece, { wait: 15 }]);

/** A reply that was interrupted offers another try, which a visitor takes. */
async function takeTheWayOn(page: VisitorTab): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    await page.settled();
    const { failure, deliveries } = page.widget.conversation.getState();
    if (!failure && Object.keys(deliveries).length === 0) return;
    await page.widget.conversation.retry().catch(() => undefined);
  }
}

/** Lets visitors talk while something goes wrong, and counts what is left of it. */
async function under(
  ledger: Ledger,
  people: readonly { visitor: Visitor; page: VisitorTab }[],
  stack: Stack,
  fault: () => Promise<void>,
): Promise<void> {
  stack.model.script = SLOWLY;
  const sends = people.map(({ page }) => page.widget.conversation.send({ message: 'During.' }).catch(() => undefined));
  await fault();
  const healedAt = Date.now();
  await Promise.all(sends);
  await Promise.all(people.map(({ page }) => takeTheWayOn(page)));
  ledger.recoveries.push(Date.now() - healedAt);
  for (const { visitor, page } of people) {
    ledger.compare(['user: During.', `bot: ${ANSWER}`], page.texts(), await visitor.stored());
    // A page that is loaded afresh has only what the server keeps.
    await page.reload();
    ledger.compare(['user: During.', `bot: ${ANSWER}`], page.texts(), await visitor.stored());
    page.close();
  }
}

const crowd = (arrive: () => Promise<{ visitor: Visitor; page: VisitorTab }>, size: number) =>
  Promise.all(Array.from({ length: size }, arrive));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('F106 F501 F504 a server that ends in mid-reply', () => {
  const faults = useFaults();

  it('killed, and told to stop, at random moments; started again: nothing lost, nothing doubled', async () => {
    const ledger = createLedger('F106 F501 F504', 'server killed (or told to stop) in mid-reply and started again');
    const random = createRandom(106);
    for (let round = 0; round < rounds(20, 4); round += 1) {
      await under(ledger, await crowd(() => faults.arrive(), 4), faults.stack, async () => {
        await pause(between(random, 20, 500));
        await faults.stack.stop(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
        await faults.stack.start();
      });
    }
    ledger.close();
  });

  it('F104 gone for so long that the events of the reply are no longer kept: the text comes from the message list', async () => {
    const ledger = createLedger('F104', 'events no longer kept when the connection is back');
    const { visitor, page } = await faults.arrive();
    faults.stack.model.script = [...PIECES.slice(0, 5), 'hold', ...PIECES.slice(5)];
    const sent = page.widget.conversation.send({ message: 'During.' }).catch(() => undefined);
    await until(() => page.widget.conversation.getState().reply?.text === PIECES.slice(0, 5).join(''));
    visitor.line.setDown(true);
    faults.stack.model.release();
    await until(async () => (await visitor.stored()).length === 2);
    await faults.stack.stop('SIGTERM');
    await faults.stack.start();
    visitor.line.setDown(false);
    await sent;
    await page.settled();
    ledger.compare(['user: During.', `bot: ${ANSWER}`], page.texts(), await visitor.stored());
    ledger.close();
  });
});

describe('F506 F507 readers that are slow, many, or gone at once', () => {
  const faults = useFaults();

  it('F506 many streams at once, half of them read slowly, each read a second time: no token is missing', async () => {
    const ledger = createLedger('F506', 'streams side by side, slow readers, each told again');
    faults.stack.model.script = SLOWLY;
    const url = faults.stack.origin;
    await faults.times(
      rounds(500, 120),
      async (index) => {
        const session = await openSession(url);
        const id = `m-${randomBytes(10).toString('hex')}`;
        const headers = { 'Idempotency-Key': id };
        const body = { id, text: 'Stream.' };
        const live = await complete(url, session, body, headers);
        const read = async (response: Response, waitMs: number): Promise<string> => {
          const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
          let text = '';
          for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
            text += next.value;
            if (waitMs > 0) await pause(waitMs);
          }
          return [...text.matchAll(/"token":"([^"]*)"/g)].map(([, token]) => token).join('');
        };
        const text = await read(live, index % 2 === 0 ? 60 : 0);
        const again = await read(await complete(url, session, body, headers), 0);
        ledger.compare([`bot: ${ANSWER}`], [`bot: ${text}`], [`bot: ${again}`]);
      },
      rounds(500, 120),
    );
    ledger.close();
  });

  it('F507 streams opened and left: nothing stays open at the server', async () => {
    const ledger = createLedger('F507', 'streams opened and left at once');
    faults.stack.model.script = PIECES;
    const url = faults.stack.origin;
    const leave = async (): Promise<void> => {
      const session = await openSession(url);
      const abort = new AbortController();
      const response = await fetch(`${url}/v1/conversation/${session.conversationId}/complete`, {
        method: 'POST',
        body: '{"text":"Stream."}',
        signal: abort.signal,
        headers: {
          Authorization: `Bearer ${session.token}`,
          Accept: 'text/event-stream',
          'Content-Type': 'application/json',
        },
      });
      await response.body?.getReader().read();
      abort.abort();
      ledger.tried += 1;
    };
    await faults.times(50, leave);
    const before = openFiles(faults.stack.pid);
    await faults.times(rounds(2_000, 300), leave);
    // Kept connections of the readers come and go; what leaks grows with the number of streams.
    await until(() => openFiles(faults.stack.pid) < before + 40, 20_000);
    ledger.close();
  });
});

interface Session {
  readonly conversationId: string;
  readonly token: string;
}

async function openSession(url: string): Promise<Session> {
  const response = await fetch(`${url}/v1/integration/widget/demo/session/create`, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  });
  return (await response.json()) as Session;
}

function complete(
  url: string,
  { conversationId, token }: Session,
  body: object,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(`${url}/v1/conversation/${conversationId}/complete`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'text/event-stream',
      'Content-Type': 'application/json',
      ...headers,
    },
  });
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${String(pid)}/fd`).length;
}

describe('F508 F510 what a server keeps its things in goes away', () => {
  const open: (() => Promise<void> | void)[] = [];
  afterAll(async () => {
    for (const close of open.reverse()) await close();
  });

  it('PostgreSQL stopped and started in mid-reply, and Redis: nothing lost, nothing doubled', async () => {
    const postgres = await startPostgres();
    const redis = await startRedis();
    open.push(() => {
      postgres.stop();
      redis.stop();
    });
    const stack = await startStack({ env: { DATABASE_URL: postgres.url, REDIS_URL: redis.url } });
    const proxy = await startFaultProxy(stack.origin);
    open.push(
      () => stack.close(),
      () => proxy.close(),
    );
    const random = createRandom(508);
    const arrive = async () => {
      const visitor = createVisitor(proxy, stack.origin, `db-${String(random())}`);
      return { visitor, page: await visitor.openTab() };
    };
    const database = createLedger('F508', 'PostgreSQL stopped and started in mid-reply');
    for (let round = 0; round < rounds(20, 4); round += 1) {
      await under(database, await crowd(arrive, 4), stack, async () => {
        await pause(between(random, 0, 400));
        postgres.pause();
        const during = await fetch(`${stack.origin}/readyz`).catch((error: unknown) => {
          throw new Error(stack.output().slice(-3_000), { cause: error });
        });
        expect(during.status).toBe(503);
        // Every other time the replies come to their end while it is away.
        if (round % 2 === 1) await pause(1_500);
        postgres.resume();
        await until(async () => (await fetch(`${stack.origin}/readyz`)).ok, 20_000);
      });
    }
    const shared = createLedger('F510', 'Redis killed, with everything in it, and started in mid-reply');
    for (let round = 0; round < rounds(20, 4); round += 1) {
      await under(shared, await crowd(arrive, 4), stack, async () => {
        await pause(between(random, 0, 400));
        redis.pause();
        await pause(300);
        expect((await fetch(`${stack.origin}/readyz`)).status).toBe(200);
        await redis.resume();
      });
    }
    database.close();
    shared.close();
  });
});

describe('F111 a model that hangs or breaks', () => {
  const faults = useFaults();

  it('is told to the visitor, and the same message is answered at the next try', async () => {
    const ledger = createLedger('F111', 'model cut in mid-reply, refused, gone; then another try');
    const { stack } = faults;
    for (const trouble of ['cut', 'error', 'status', 'early cut'] as const) {
      const { visitor, page } = await faults.arrive();
      stack.model.script =
        trouble === 'cut'
          ? [...PIECES.slice(0, 5), 'cut']
          : trouble === 'early cut'
            ? ['cut']
            : trouble === 'error'
              ? [...PIECES.slice(0, 5), { error: 'scripted' }]
              : PIECES;
      stack.model.status = trouble === 'status' ? 503 : undefined;
      await expect(page.widget.conversation.send({ message: 'During.' })).rejects.toThrow();
      stack.model.status = undefined;
      stack.model.script = PIECES;
      await takeTheWayOn(page);
      ledger.compare(['user: During.', `bot: ${ANSWER}`], page.texts(), await visitor.stored());
    }
    ledger.close();
  });

  it('one that hangs is given up by a stop, and the next message is answered', async () => {
    const ledger = createLedger('F111 F107', 'model hangs before the first word, stopped');
    const { visitor, page } = await faults.arrive();
    faults.stack.model.script = ['hold'];
    const sent = page.widget.conversation.send({ message: 'Hang.' }).catch(() => undefined);
    await until(() => faults.stack.model.questions.at(-1) === 'Hang.');
    await page.widget.conversation.stop();
    await sent;
    faults.stack.model.script = PIECES;
    await page.widget.conversation.send({ message: 'During.' });
    await page.settled();
    ledger.compare(['user: Hang.', 'user: During.', `bot: ${ANSWER}`], page.texts(), await visitor.stored());
    ledger.close();
  });
});
