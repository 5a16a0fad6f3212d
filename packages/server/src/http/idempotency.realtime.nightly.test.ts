import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPglite } from '../db/pglite';
import { idempotencyKeys } from '../db/schema';
import { callConversation as call, listTexts, openSession } from '../testing/browserCalls';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../testing/processes/postgresTest';
import { readAllSse, readSse, textOf } from '../testing/readStream';
import { bundleProcess, startServerProcess, type ServerProcess } from '../testing/processes/startServerProcess';
import { clientId, type TestSession } from '../testing/startTestServer';

/** Starting processes takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let bundle: string;
const processes: ServerProcess[] = [];
beforeAll(async () => {
  bundle = await bundleProcess();
});
afterEach(async () => {
  for (const { child, ended } of processes.splice(0)) {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await ended;
  }
});
afterAll(() => rm(bundle));

async function start(environment: Record<string, string>): Promise<{ url: string; process: ServerProcess }> {
  const process = startServerProcess(bundle, environment);
  processes.push(process);
  return { url: await process.ready, process };
}

async function kill({ process }: { process: ServerProcess }): Promise<void> {
  process.child.kill('SIGKILL');
  expect(await process.ended).toBe('SIGKILL');
}

interface Sent {
  readonly id: string;
  readonly text: string;
}
const store = (url: string, session: TestSession, { id, text }: Sent) =>
  call(url, session, 'message/create', { id, type: 'user', text }, { 'Idempotency-Key': id });

/**
 * Repeats a call as a client does: again after each 409. @returns the first other answer, and after how many
 * milliseconds it came
 */
async function repeat(send: () => Promise<Response>): Promise<{ response: Response; ms: number; refusals: number }> {
  const startedAt = performance.now();
  for (let refusals = 0; ; refusals += 1) {
    const response = await send();
    const ms = performance.now() - startedAt;
    if (response.status !== 409 || ms > 20_000) return { response, ms, refusals };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('FO-4 a repeated call after kill -9, with the embedded database', () => {
  it('is answered at once, also where the process died before it could keep the answer, and is done once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sotto-repeat-'));
    const first = await start({ SOTTO_DATA_DIR: folder });
    const session = await openSession(first.url);
    const sent = Array.from({ length: 20 }, (_, index): Sent => ({ id: clientId(), text: `Message ${String(index)}` }));
    const ids = await Promise.all(
      sent.map(async (message) => ((await (await store(first.url, session, message)).json()) as { id: string }).id),
    );
    await kill(first);
    // A kill meets the moment between two statements too rarely for a test: what it leaves there is put back.
    const { db, close } = await openPglite({ dataDir: folder });
    const rows = await db
      .select({ key: idempotencyKeys.key })
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.conversationId, session.conversationId));
    const begun = rows.slice(10).map(({ key }) => key);
    expect(
      await db.update(idempotencyKeys).set({ answer: null }).where(inArray(idempotencyKeys.key, begun)).returning(),
    ).toHaveLength(10);
    await close();

    const second = await start({ SOTTO_DATA_DIR: folder });
    const answers = await Promise.all(sent.map((message) => store(second.url, session, message)));
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id))).toEqual(ids);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(10);
    expect((await listTexts(second.url, session)).sort()).toEqual(sent.map(({ text }) => text).sort());
    await kill(second);
    await rm(folder, { recursive: true, force: true });
  });
});

describe.skipIf(TEST_DATABASE_URL === undefined)('FO-4 a repeated call with PostgreSQL', () => {
  let database: TestDatabase;
  /** Holds a conversation. */
  let holder: pg.Client;
  /** Looks on, outside the holder's transaction: within one, what others do is read once. */
  let looker: pg.Client;
  beforeAll(async () => {
    database = await openTestDatabase(TEST_DATABASE_URL ?? '');
    [holder, looker] = [
      new pg.Client({ connectionString: database.url }),
      new pg.Client({ connectionString: database.url, application_name: 'looker' }),
    ];
    await Promise.all([holder.connect(), looker.connect()]);
  });
  afterAll(async () => {
    await Promise.all([holder.end(), looker.end()]);
    await database.close();
  });

  /** Calls that are held here are held longer than the deadlines allow. */
  const patient = (): string =>
    `${database.url}?options=${encodeURIComponent(['statement', 'lock', 'idle_in_transaction_session'].map((name) => `-c ${name}_timeout=60000`).join(' '))}`;
  const environment = () => ({
    DATABASE_URL: patient(),
    REQUEST_MS: '60000',
    SOTTO_SECRET: 'a secret that both of them know..',
  });
  /**
   * Begins a call that cannot end: another one holds its conversation, as calls do (`holdConversation`). A deletion holds
   * it for update, and every call waits for that. @returns what lets it go on
   */
  async function beginHeld(
    url: string,
    session: TestSession,
    message: Sent,
  ): Promise<{ letGo: () => Promise<unknown>; answer: Promise<Response | undefined> }> {
    await holder.query('begin');
    await holder.query('select 1 from conversations where id = $1 for no key update', [session.conversationId]);
    const answer = store(url, session, message).catch(() => undefined);
    await vi.waitFor(
      async () =>
        expect(
          (
            await looker.query(
              "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            )
          ).rowCount,
        ).toBe(1),
      20_000,
    );
    return { letGo: () => holder.query('commit'), answer };
  }

  it('is done within three seconds of the kill -9 of its process, once', async () => {
    const first = await start(environment());
    const session = await openSession(first.url);
    const second = await start(environment());
    const message = { id: clientId(), text: 'Only once' };
    const { letGo, answer } = await beginHeld(first.url, session, message);
    expect((await store(second.url, session, message)).status).toBe(409);
    await kill(first);
    await letGo();
    await answer;
    const { response, ms } = await repeat(() => store(second.url, session, message));
    expect([response.status, ms < 3_000]).toEqual([200, true]);
    const { id } = (await response.json()) as { id: string };
    expect(await (await store(second.url, session, message)).json()).toEqual({ id });
    expect(await listTexts(second.url, session)).toEqual(['Only once']);
  });

  it('does not overtake a process that is slow or stands still, and then answers as the first did', async () => {
    const first = await start(environment());
    const session = await openSession(first.url);
    const second = await start(environment());
    const message = { id: clientId(), text: 'Slowly' };
    const { letGo, answer } = await beginHeld(first.url, session, message);
    first.process.child.kill('SIGSTOP');
    const until = performance.now() + 6_000;
    while (performance.now() < until) {
      expect((await store(second.url, session, message)).status).toBe(409);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    first.process.child.kill('SIGCONT');
    await letGo();
    const body: unknown = await (await answer)?.json();
    const again = await store(second.url, session, message);
    expect([await again.json(), again.headers.get('idempotent-replayed')]).toEqual([body, 'true']);
    expect(await listTexts(second.url, session)).toEqual(['Slowly']);
  });

  it('does not overtake a process whose connections to the database were cut', async () => {
    const first = await start({ ...environment(), DATABASE_URL: `${patient()}&application_name=first` });
    const session = await openSession(first.url);
    const second = await start(environment());
    const message = { id: clientId(), text: 'Cut' };
    const { letGo, answer } = await beginHeld(first.url, session, message);
    for (let count = 0; count < 4; count += 1) {
      // Idle connections alone: the call itself goes on.
      const { rowCount } = await looker.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'first' and state = 'idle'",
      );
      expect(rowCount).toBeGreaterThan(0);
      const hangs = new Promise((resolve) => setTimeout(resolve, 15_000, 'waits for the held conversation'));
      expect(await Promise.race([store(second.url, session, message).then(({ status }) => status), hangs])).toBe(409);
    }
    await letGo();
    expect((await answer)?.status).toBe(200);
    expect(await listTexts(second.url, session)).toEqual(['Cut']);
  });

  it('F106 a send is answered anew within three seconds of the kill -9 of its process', async () => {
    const first = await start(environment());
    const session = await openSession(first.url);
    const id = clientId();
    const body = { id, text: 'please hang' };
    const send = (url: string) => call(url, session, 'complete', body, { 'Idempotency-Key': id });
    for await (const event of readSse(await send(first.url))) if (event.type === 'token') break;
    await kill(first);
    const second = await start(environment());
    const { response, ms } = await repeat(() => send(second.url));
    expect([response.status, ms < 3_000]).toEqual([200, true]);
    for await (const event of readSse(response)) if (event.type === 'token') break;
    await call(second.url, session, 'abort', {});
    expect(await listTexts(second.url, session)).toEqual(['please hang', 'The beginning ']);
  });

  it('F106 another message is answered within three seconds, too', async () => {
    const first = await start(environment());
    const session = await openSession(first.url);
    for await (const event of readSse(
      await call(first.url, session, 'complete', { id: clientId(), text: 'please hang' }),
    ))
      if (event.type === 'token') break;
    await kill(first);
    const second = await start(environment());
    const { response, ms } = await repeat(() =>
      call(second.url, session, 'complete', { id: clientId(), text: 'and now?' }),
    );
    expect([response.status, ms < 3_000]).toEqual([200, true]);
    expect(textOf(await readAllSse(response))).toBe('You said: and now?');
  });
});
