import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memory, root } from '../machine/workspace.mjs';
import { addressOf, startVite } from './vite.mjs';

let get: (path: string, headers?: Record<string, string>) => Promise<Response>;
let privateFolder: string;
let close: () => Promise<void>;

beforeAll(async () => {
  mkdirSync(memory, { recursive: true });
  privateFolder = mkdtempSync(path.join(memory, 'private-'));
  writeFileSync(path.join(privateFolder, 'token.json'), '"secret"');
  const listener = createServer((incoming, outgoing) => {
    vite.middlewares(incoming, outgoing);
  });
  const vite = await startVite(listener, { privateFolder, ownerOf: () => undefined });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  const { port } = listener.address() as AddressInfo;
  get = (address, headers = {}) => fetch(`http://127.0.0.1:${String(port)}${address}`, { headers });
  close = async () => {
    listener.close();
    listener.closeAllConnections();
    await vite.close();
    rmSync(privateFolder, { recursive: true, force: true });
  };
});
afterAll(() => close());

describe('FC-2 what the Vite server of development gives', () => {
  it('sources of the packages', async () => {
    const answer = await get(addressOf('loader/src/launcherStyles.ts'));
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('LAUNCHER_STYLES')]);
  });

  it('nothing of the data of the server, in no form, and nothing outside the repository', async () => {
    for (const query of ['', '?raw', '?import&raw', '?url', '?import&url&inline']) {
      const answer = await get(`/@fs${privateFolder}/token.json${query}`);
      expect([query, answer.status, (await answer.text()).includes('secret')]).toEqual([query, 403, false]);
    }
    expect((await get(`/@fs${path.dirname(root)}/other.json`)).status).not.toBe(200);
    expect((await get(`/@fs${root}/.git`)).status).toBe(403);
  });

  it('scripts to the page of diagrams, which has no origin, and not to pages of others', async () => {
    const script = addressOf('frame/src/diagram/diagramPage.ts');
    expect((await get(script, { Origin: 'null' })).headers.get('access-control-allow-origin')).toBe('null');
    expect(
      (await get(script, { Origin: 'https://other.example' })).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });
});
