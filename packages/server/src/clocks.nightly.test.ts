import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { callConversation as call, listTexts, openSession } from './testing/browserCalls';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from './testing/processes/postgresTest';
import { readAllSse, readSse } from './testing/readStream';
import { bundleProcess, startServerProcess, type ServerProcess } from './testing/processes/startServerProcess';
import { clientId } from './testing/startTestServer';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

/**
 * How far the clock of the other process is ahead, in milliseconds: more than the silence after which a writer counts
 * as dead.
 */
const AHEAD_MS = 15_000;

describe.skipIf(TEST_DATABASE_URL === undefined)('FO-9 processes whose clocks differ', () => {
  let bundle: string;
  let database: TestDatabase;
  const processes: ServerProcess[] = [];
  beforeAll(async () => {
    bundle = await bundleProcess();
    database = await openTestDatabase(TEST_DATABASE_URL ?? '');
  });
  afterEach(async () => {
    for (const { child, ended } of processes.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
  });
  afterAll(() => database.close());

  it('FO-9 a process whose clock is 15 s ahead cuts no reply of another, and a retry is the newest run wherever it is made', async () => {
    const settings = { DATABASE_URL: database.url, SOTTO_SECRET: 'a secret that both of them know..' };
    const [one, ahead] = [
      startServerProcess(bundle, settings),
      startServerProcess(bundle, { ...settings, CLOCK_AHEAD_MS: String(AHEAD_MS) }),
    ];
    processes.push(one, ahead);
    const urls = [await one.ready, await ahead.ready] as const;
    const sessions = await Promise.all(Array.from({ length: 4 }, () => openSession(urls[0])));
    const replies = sessions.map((session) =>
      call(urls[0], session, 'complete', { id: clientId(), text: 'patiently' }).then(readAllSse),
    );
    // The other one looks every three seconds, once it has heard the database for twelve.
    for (const events of await Promise.all(replies))
      expect(events.slice(-2).map(({ type }) => type)).toEqual(['result', 'completeEnd']);

    // A send that fails at the one ahead, and is made again at the other.
    const session = await openSession(urls[1]);
    const id = clientId();
    const send = (url: string) =>
      call(url, session, 'complete', { id, text: 'please hang' }, { 'Idempotency-Key': id });
    for await (const event of readSse(await send(urls[1]))) if (event.type === 'token') break;
    ahead.child.kill('SIGKILL');
    await ahead.ended;
    const runs: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      for await (const event of readSse(await send(urls[0]))) {
        if (event.type === 'completeBegin') runs.push(event.data.id);
        if (event.type === 'token') break;
      }
    }
    // The second one joins the first: it does not see an older failure and begin again.
    expect(new Set(runs).size).toBe(1);
    await call(urls[0], session, 'abort', {});
    expect((await listTexts(urls[0], session)).filter((text) => text === 'please hang')).toHaveLength(1);
  });
});
