import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/machine/postgres.mjs';
import { chatOn } from '../chat';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useBrowser, useHost } from '../useStack';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Page loads, one after the other; every request of each goes to the next process in turn. */
const LOADS = 8;

const folder = mkdtempSync(join(tmpdir(), 'sotto-rolling-'));
const processes: ChildProcess[] = [];
let postgres: Awaited<ReturnType<typeof startPostgres>>;
const browser = await useBrowser();
const host = await useHost();
let proxy: Server | undefined;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  proxy?.closeAllConnections();
  proxy?.close();
  for (const child of processes) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The built loader and frame as another release would have them: every name that is made of content is another one. */
function copyRelease(version: string): { loader: string; frame: string } {
  const place = join(folder, version);
  const [loader, frame] = [join(place, 'loader', 'dist'), join(place, 'frame')];
  mkdirSync(place);
  cpSync(join(ROOT, 'packages/loader/dist'), loader, { recursive: true });
  cpSync(join(ROOT, 'packages/frame/dist'), frame, { recursive: true });
  writeFileSync(join(place, 'loader', 'package.json'), JSON.stringify({ version }));
  const script = readFileSync(join(loader, 'v2.js'), 'utf8');
  const [, hash = ''] = /v2\/([\w-]+)\/element\.mjs/.exec(script) ?? [];
  renameSync(join(loader, 'v2', hash), join(loader, 'v2', 'feedc0de'));
  writeFileSync(join(loader, 'v2.js'), script.replaceAll(hash, 'feedc0de'));

  const names = readdirSync(join(frame, 'assets')).filter((name) => /\.(?:js|css)$/.test(name));
  const texts = [
    ...names.map((name) => join(frame, 'assets', name)),
    join(frame, 'index.html'),
    join(frame, 'diagram.html'),
  ];
  for (const file of texts) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      names.reduce((result, name) => result.replaceAll(name, `next-${name}`), text),
    );
  }
  for (const name of names) renameSync(join(frame, 'assets', name), join(frame, 'assets', `next-${name}`));
  return { loader, frame };
}

/** A process of its own data folder, as a machine has it; the database alone is shared. */
async function startRelease(
  name: string,
  origin: string,
  databaseUrl: string,
  files?: { loader: string; frame: string },
): Promise<number> {
  const program =
    `import { runServer } from ${JSON.stringify(join(ROOT, 'packages/server/dist/index.js'))}; await ` +
    `runServer({ files: ${JSON.stringify(files ?? {})} });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      PUBLIC_URL: origin,
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      SOTTO_DATA_DIR: join(folder, `data-${name}`),
      SOTTO_SECRET: 'one secret that all processes share',
      SOTTO_LOG: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, port] = /Sotto is ready on .* on port (\d+)\n/.exec(output) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('exit', () => {
      reject(new Error(`The release ${name} did not start: ${output}`));
    });
  });
}

/** Sends every request to the next of these ports. */
async function startProxy(ports: readonly number[]): Promise<string> {
  let count = 0;
  proxy = createServer((incoming, outgoing) => {
    const port = ports[count++ % ports.length];
    const onward = request(
      { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
}

describe('FO-1 a rolling deploy', () => {
  it('every page load has a chat while two releases answer in turn', async () => {
    const ports: number[] = [];
    const origin = await startProxy(ports);
    const older = await startRelease('older', origin, postgres.url);
    const newer = await startRelease('newer', origin, postgres.url, copyRelease('99.8.7'));
    // Three to two, so that no file of a page always meets the same process.
    ports.push(older, newer, newer, older, newer);
    host.pages.set('/', { html: plainPage(scriptTag(origin)) });
    const refused: string[] = [];
    let opened = 0;
    for (let load = 0; load < LOADS; load += 1) {
      const page = await (await browser.newContext()).newPage();
      page.on('response', (response) => {
        if (response.status() === 404) refused.push(response.url());
      });
      await page.goto(`${host.origin}/`);
      await chatOn(page).open();
      opened += 1;
      await page.context().close();
    }
    expect([opened, refused]).toEqual([LOADS, []]);
    const pinned = await Promise.all(
      [older, newer].map(async (port) =>
        (await fetch(`http://127.0.0.1:${String(port)}/integrations/widget/v2.8.7.js`)).text(),
      ),
    );
    expect(pinned[0]).toContain('feedc0de');
    expect(pinned[0]).toBe(pinned[1]);
  });
});
