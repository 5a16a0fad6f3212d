import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restore } from '../cli/dataCommands';
import { callConversation, listTexts, openSession } from '../testing/browserCalls';
import { bundleProcess, startServerProcess, type ServerProcess } from '../testing/processes/startServerProcess';
import { clientId } from '../testing/startTestServer';
import { backUpInProcess } from './backupProcess';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const KEY = 'q'.repeat(43) + '=';

let root: string;
let bundle: string;
let program: string;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sotto-backups-'));
  [bundle, program] = [await bundleProcess(), await bundleProcess('cli')];
});
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGKILL');
    await ended;
  }
  await Promise.all([root, bundle, program].map((path) => rm(path, { recursive: true, force: true })));
});

const SECRET = 'a secret that outlives every restore.';

describe('SV-34 a backup by a process beside the running server', () => {
  it('SV-34 keeps the server answering, is sealed, and restores every acknowledged message', async () => {
    const folder = (name: string): string => join(root, name);
    const start = (name: string): ServerProcess => {
      const server = startServerProcess(bundle, {
        SOTTO_DATA_DIR: folder(name),
        SOTTO_SECRET: SECRET,
        SOTTO_KEY: KEY,
      });
      servers.push(server);
      return server;
    };
    const url = await start('data').ready;
    const session = await openSession(url);
    const texts: string[] = [];
    const write = async (text: string): Promise<void> => {
      const response = await callConversation(url, session, 'message/create', { id: clientId(), type: 'user', text });
      expect(response.status).toBe(200);
      texts.push(text);
    };
    await write('before');
    const path = folder('whole.sotto.gz');
    let isOver = false;
    const backup = backUpInProcess(
      { dataDir: folder('data'), objectStore: undefined },
      [KEY],
      path,
      new AbortController().signal,
      program,
    ).finally(() => (isOver = true));
    for (let count = 0; !isOver; count += 1) await write(`meanwhile ${String(count)}`);
    await backup;
    expect(texts.length).toBeGreaterThan(3);

    await restore({ SOTTO_DATA_DIR: folder('restored'), SOTTO_KEY: KEY }, path, () => undefined);
    const restored = await listTexts(await start('restored').ready, session);
    expect(restored[0]).toBe('before');
    expect(texts.slice(0, restored.length)).toEqual(restored);
  });

  it('SV-34 says why it failed, and leaves nothing', async () => {
    const run = (folder: string, path: string, signal = new AbortController().signal): Promise<unknown> =>
      backUpInProcess({ dataDir: folder, objectStore: undefined }, [], path, signal, program);
    await expect(run(join(root, 'data'), join(root, 'none', 'a.sotto.gz'))).rejects.toThrow(/ENOENT/);
    await mkdir(join(root, 'more'));
    await writeFile(join(root, 'more', 'there'), '');
    await expect(run(join(root, 'data'), join(root, 'more', 'there'))).rejects.toThrow('is there already');
    const cut = AbortSignal.timeout(300);
    await expect(run(join(root, 'data'), join(root, 'more', 'cut'), cut)).rejects.toThrow();
    expect(await readdir(join(root, 'more'))).toEqual(['there']);
  });
});
