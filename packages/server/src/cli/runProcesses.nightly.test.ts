import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { callConversation as call, listTexts, openSession } from '../testing/browserCalls';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../testing/processes/postgresTest';
import { openTestRedis, TEST_REDIS_URL, type TestRedis } from '../testing/processes/redisTest';
import { bundleProcess, startServerProcess, type ServerProcess } from '../testing/processes/startServerProcess';
import { HAS_SHARED_SERVICES } from '../testing/processes/sharedProcesses';
import { readAllSse, textOf } from '../testing/readStream';
import { clientId } from '../testing/startTestServer';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

/** The processes that a process has started and that have not ended. */
function childrenOf(pid: number | undefined): number[] {
  const id = String(pid);
  return readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

describe.skipIf(!HAS_SHARED_SERVICES)('SOTTO_PROCESSES: several processes of one machine on one port', () => {
  let bundle: string;
  let redis: TestRedis;
  let database: TestDatabase;
  const started: ServerProcess[] = [];

  beforeAll(async () => {
    bundle = await bundleProcess();
    redis = await openTestRedis(TEST_REDIS_URL ?? '');
    database = await openTestDatabase(TEST_DATABASE_URL ?? '');
  });
  afterEach(async () => {
    for (const { child, ended } of started.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
  });
  afterAll(async () => {
    await redis.close();
    await database.close();
  });

  function start(environment: Record<string, string> = {}): ServerProcess {
    const server = startServerProcess(bundle, {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      REDIS_PREFIX: redis.prefix,
      SOTTO_PROCESSES: '2',
      SOTTO_LAME_DUCK: '0',
      ...environment,
    });
    started.push(server);
    return server;
  }

  it('serve one conversation together, stop at SIGTERM with exit code 0, and say once that they are ready', async () => {
    const server = start();
    const url = await server.ready;
    const session = await openSession(url);
    const id = clientId();
    const reply = await call(url, session, 'complete', { id, text: 'hello' }, { 'Idempotency-Key': id });
    expect(textOf(await readAllSse(reply))).toBe('You said: hello');
    expect(await listTexts(url, session)).toEqual(['hello', 'You said: hello']);
    expect(server.output().match(/is ready/g)).toHaveLength(1);
    expect(server.output()).toContain('(2 processes)');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.output().match(/is stopping/g)).toHaveLength(1);
  });

  it('replace one that is killed, while the other answers', async () => {
    const server = start();
    const url = await server.ready;
    const [victim = 0] = childrenOf(server.child.pid);
    process.kill(victim, 'SIGKILL');
    await vi.waitFor(() => expect(server.output()).toContain('Another one starts'), { timeout: 20_000 });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await vi.waitFor(
      () => {
        const now = childrenOf(server.child.pid);
        expect(now).toHaveLength(2);
        expect(now).not.toContain(victim);
      },
      { timeout: 20_000 },
    );
  });

  it('end with the reason, once, when they cannot start', async () => {
    const server = start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    expect(await server.ended).toBe(1);
    expect(server.output()).not.toContain('is ready');
  });
});
