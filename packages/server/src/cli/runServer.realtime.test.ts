import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { callConversation as call, openSession } from '../testing/browserCalls';
import { readAllSse } from '../testing/readStream';
import { useServerProcesses } from '../testing/processes/serverProcesses';

/** Opening a database takes seconds on a busy machine, and one test opens it twice. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const { newFolder, start } = useServerProcesses();

describe('F504 a server that is told to stop', () => {
  it('ends open streams and exits with 0 at SIGTERM and SIGINT, so that the next start has the folder', async () => {
    const folder = await newFolder();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const server = start(folder, { DRAIN_SECONDS: '1' });
      const url = await server.ready;
      const session = await openSession(url);
      const stream = readAllSse(await call(url, session, 'complete', { text: 'hang' }));
      server.child.kill(signal);
      expect([signal, await server.ended]).toEqual([signal, 0]);
      expect((await stream).at(-1)?.type).toBe('token');
      await expect(access(join(folder, 'sotto.lock'))).rejects.toThrow('ENOENT');
    }
  });
});

describe('a server that cannot start', () => {
  it('says which variable is wrong', async () => {
    const server = start(await newFolder(), { PORT: 'http' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('PORT: expected a number');
  });
});
