import { execFileSync } from 'node:child_process';
import { request, type ClientRequest } from 'node:http';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openSession } from '../testing/browserCalls';
import { bundleProcess, startServerProcess, type ServerProcess } from '../testing/processes/startServerProcess';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MIB = 1_048_576;
/** How much memory may be added by stalled bodies of 660 MiB together. */
const MOST_MIB = 100;

let bundle: string;
let server: ServerProcess;
let url: string;
let answered = 0;
beforeAll(async () => {
  bundle = await bundleProcess();
  server = startServerProcess(bundle, { LIMIT_CALLS: '1000' });
  url = await server.ready;
});
afterAll(async () => {
  server.child.kill();
  await server.ended;
  await rm(bundle);
});

const memoryMib = (): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.child.pid)], { encoding: 'utf8' })) / 1024;

/** Sends all of a body but its last byte. */
async function stall(path: string, bytes: number, headers: Record<string, string>): Promise<ClientRequest> {
  const sender = request(`${url}${path}`, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Length': String(bytes), ...headers },
  });
  sender.on('error', () => undefined).on('response', () => (answered += 1));
  for (let left = bytes - 1; left > 0; left -= MIB)
    if (!sender.write(Buffer.alloc(Math.min(MIB, left), 'x')))
      await new Promise((resolve) => sender.once('drain', resolve));
  return sender;
}

it('SV-3 60 stalled uploads of 10 MiB, and as many stalled messages of 1 MiB, add at most 100 MB of memory', async () => {
  const session = await openSession(url);
  const place = `/v1/conversation/${session.conversationId}`;
  const headers = { Authorization: `Bearer ${session.token}` };
  const file = { ...headers, 'Content-Type': 'text/plain', 'X-File-Name': 'a.txt' };
  const text = { ...headers, 'Content-Type': 'application/json' };
  const before = memoryMib();
  const stalled = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      Promise.all([
        stall(`${place}/attachment/upload`, 10 * MIB, { ...file, 'X-File-Name': `${String(index)}.txt` }),
        stall(`${place}/complete`, MIB, text),
      ]),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const added = memoryMib() - before;
  expect(answered).toBe(0);
  // Somebody else goes on.
  expect(await openSession(url)).toMatchObject({ conversationId: expect.any(String) as string });
  for (const sender of stalled.flat()) sender.destroy();
  expect(added).toBeLessThan(MOST_MIB);
});
