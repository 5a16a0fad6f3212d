import { afterEach, describe, expect, it, vi } from 'vitest';
import { openCuttableLine } from './testing/processes/cuttableLine';
import { openTestDatabase, TEST_DATABASE_URL } from './testing/processes/postgresTest';
import { clientId, startTestServer, type TestServer, type TestSession } from './testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Longest answer to a visitor's call, in milliseconds. */
const LONGEST_CALL_MS = 5_000;

/** Calls of a visitor that need the database. */
function visitorCalls(test: TestServer, session: TestSession): Record<string, () => Promise<Response>> {
  const { conversationId, token } = session;
  const path = `/v1/conversation/${conversationId}`;
  const message = () => ({ id: clientId(), type: 'user', text: 'hello' });
  return {
    list: () => test.call(`${path}/message/list`, { token }),
    create: () => test.call(`${path}/message/create`, { token, body: message() }),
    repeatable: () =>
      test.call(`${path}/message/create`, { token, body: message(), headers: { 'Idempotency-Key': clientId() } }),
    stream: () => test.send(session, { id: clientId(), text: 'hello' }),
    whole: () => test.call(`${path}/complete`, { token, body: { id: clientId(), text: 'hello' } }),
    abort: () => test.call(`${path}/abort`, { token, body: {} }),
    contact: () => test.call(`${path}/contact/upsert`, { token, body: { email: 'ana@example.com' } }),
    threads: () => test.call(`${path}/thread/list`, { token }),
    live: () => test.call(`${path}/live`, { token }),
    session: () => test.call('/v1/integration/widget/demo/session/create', { body: {} }),
    again: () => test.call(`${path}/session/create`, { token, body: {} }),
    files: () => test.call(`${path}/attachment/list`, { token }),
    upload: () =>
      test.call(`${path}/attachment/upload`, {
        token,
        body: new TextEncoder().encode('hello'),
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream', 'X-File-Name': 'a.txt' },
      }),
    config: () => test.call('/v1/integration/widget/demo/config'),
    hub: () => test.call('/v1/hub/collection/list'),
  };
}

describe.skipIf(TEST_DATABASE_URL === undefined)('SV-35 PostgreSQL does not answer, or late', () => {
  const closes: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closes.splice(0).reverse()) await close();
  });

  async function start() {
    const database = await openTestDatabase(TEST_DATABASE_URL ?? '');
    closes.push(() => database.close());
    const line = await openCuttableLine(database.url);
    closes.push(() => line.close());
    const test = await startTestServer({ config: { databaseUrl: line.url, connections: 10 } });
    closes.push(() => test.server.close(0));
    const session = await test.openSession();
    return { test, line, calls: visitorCalls(test, session), session };
  }

  /** Calls everything at once. @returns each call with its status, and its time if that is too long */
  async function callAll(calls: Record<string, () => Promise<Response>>) {
    return Promise.all(
      Object.entries(calls).map(async ([name, call]) => {
        const startedAt = performance.now();
        const { status } = await call();
        const ms = performance.now() - startedAt;
        return [name, status, ms < LONGEST_CALL_MS ? 'in time' : Math.round(ms)] as const;
      }),
    );
  }

  it('SV-35 every call of a visitor is answered within five seconds while it does not answer, with free connections and without', async () => {
    const { test, line, calls, session } = await start();
    expect((await callAll(calls)).filter(([, status]) => status >= 500)).toEqual([]);
    line.standStill();
    const twice = { ...calls, ...Object.fromEntries(Object.entries(calls).map(([name, call]) => [`${name} 2`, call])) };
    expect((await callAll(twice)).filter(([, , time]) => time !== 'in time')).toEqual([]);
    line.goOn();
    await vi.waitFor(
      async () => {
        expect((await visitorCalls(test, session)['list']?.())?.status).toBe(200);
      },
      { timeout: 5_000 },
    );
  });

  it('SV-35 a call of many statements, each answered just within its own limit, is answered within five seconds, and nobody else is refused', async () => {
    const { line, calls } = await start();
    await callAll(calls);
    line.slowDown(800);
    const answers = await callAll(calls);
    expect(answers.filter(([, , time]) => time !== 'in time')).toEqual([]);
    // Some need few statements, and are answered; the others are ended without one being taken for an outage.
    expect(answers.filter(([, status]) => status === 200).map(([name]) => name)).toContain('list');
    expect(answers.filter(([, status]) => status === 503).map(([name]) => name)).toContain('create');
  });
});
