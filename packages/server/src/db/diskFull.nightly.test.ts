import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callConversation as call, listTexts, openSession } from '../testing/browserCalls';
import { bundleProcess, startServerProcess, type ServerProcess } from '../testing/processes/startServerProcess';
import { clientId } from '../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let bundle: string;
let folder: string;
let isMounted = false;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-disk-'));
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder]).status === 0;
  bundle = await bundleProcess();
});
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGKILL');
    await ended;
  }
  if (isMounted) spawnSync('umount', [folder]);
  await Promise.all([rm(folder, { recursive: true, force: true }), rm(bundle, { force: true })]);
});

function start(): ServerProcess {
  const server = startServerProcess(bundle, { SOTTO_DATA_DIR: folder });
  servers.push(server);
  return server;
}

const filler = (): string => join(folder, 'filler');

/** Takes every block that is free. */
async function fill(): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  await writeFile(filler(), Buffer.alloc(bavail * bsize));
}

describe('F509 a disk that is full', () => {
  it('answers 503 to what needs room, keeps every acknowledged message, and goes on when there is room again', async (context) => {
    if (!isMounted) return context.skip('needs the right to mount a small disk');
    const server = start();
    const url = await server.ready;
    const session = await openSession(url);
    const acknowledged: string[] = [];
    const write = async (text: string): Promise<Response> => {
      const response = await call(url, session, 'message/create', { id: clientId(), type: 'user', text });
      if (response.ok) acknowledged.push(text);
      return response;
    };
    const upload = (): Promise<Response> =>
      fetch(`${url}/v1/conversation/${session.conversationId}/attachment/upload`, {
        method: 'POST',
        body: 'a;b\n'.repeat(100_000),
        headers: {
          Authorization: `Bearer ${session.token}`,
          'Content-Type': 'application/octet-stream',
          'X-File-Name': 'a.csv',
        },
      });
    expect((await write('before')).status).toBe(200);
    await fill();

    const refusals = [await upload()];
    for (let count = 0; count < 40; count += 1) {
      const response = await write(`${String(count)} ${'x'.repeat(30_000)}`);
      if (!response.ok) refusals.push(response);
    }
    expect(refusals.length).toBeGreaterThan(5);
    for (const refused of refusals) {
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '30']);
      expect(await refused.json()).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: 'The server has no room to keep this',
      });
    }
    // Reading goes on, and the lock of the folder outlives its heartbeat, which needs no room.
    expect(await listTexts(url, session)).toEqual(acknowledged);
    await vi.waitFor(
      async () => {
        const { startedAt, heartbeatAt } = JSON.parse(await readFile(join(folder, 'sotto.lock'), 'utf8')) as {
          startedAt: number;
          heartbeatAt: number;
        };
        expect(heartbeatAt - startedAt).toBeGreaterThan(5_000);
      },
      { timeout: 60_000 },
    );

    await rm(filler());
    expect((await write('after')).status).toBe(200);
    expect((await upload()).status).toBe(200);
    expect(await listTexts(url, session)).toEqual(acknowledged);
    server.child.kill('SIGKILL');
    await server.ended;
    expect(await listTexts(await start().ready, session)).toEqual(acknowledged);
  });
});
