import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn, expectShown } from '../chat';
import { launchChromium } from '../engines/chromium';
import { isEverything } from '../everything';
import { freePort } from '../startStack';
import { execute, packPackages, useTarballs, type Stranger } from './stranger';

/** npm looks up and unpacks hundreds of packages, which takes long on a busy machine. */
const LIMIT_MS = 420_000;
const INSTALL = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
const VITE = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));

let base: string;
let tarballs: Stranger['tarballs'];
let browser: Browser;
let server: { folder: string; origin: string; seconds: number };
const running: ChildProcess[] = [];

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'sotto-create-'));
  [{ tarballs }, browser] = await Promise.all([packPackages(), launchChromium()]);
  const startedAt = Date.now();
  const port = await freePort();
  const folder = await create('my-server', 'server');
  // `npm start` is a script of npm's own: a signal to it alone would leave the server behind.
  await start(folder, 'npm', ['start'], { PORT: String(port), HOST: '127.0.0.1' }, /Sotto is ready on/);
  server = { folder, origin: `http://localhost:${String(port)}`, seconds: secondsSince(startedAt) };
}, LIMIT_MS);

afterAll(async () => {
  await Promise.all(running.map(end));
  await browser.close();
  rmSync(base, { recursive: true, force: true });
});

const secondsSince = (time: number): number => Math.round((Date.now() - time) / 100) / 10;

/** Makes an app by the packed command, as `npm create sotto` does, and installs what it asks for. @returns its folder */
async function create(name: string, template: string, ...options: string[]): Promise<string> {
  const command = ['exec', '--yes', `--package=${tarballs['create-sotto'] ?? ''}`, '--', 'create-sotto'];
  const made = await execute(base, 'npm', [...command, name, '--template', template, ...options]);
  expect(made).toEqual({ code: 0, output: expect.stringContaining(`Made from the template ${template}.`) as string });
  const folder = join(base, name);
  if (template !== 'page') {
    expect(useTarballs(folder, tarballs).length).toBeGreaterThan(0);
    expect(await execute(folder, 'npm', INSTALL)).toMatchObject({ code: 0 });
  }
  return folder;
}

/** Starts a program that goes on, and waits until it prints that it is ready. */
async function start(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<void> {
  // A group of its own, so that it ends together with what it has started.
  const child = spawn(command, args, {
    cwd,
    detached: true,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  await new Promise<void>((resolve, reject) => {
    let output = '';
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      if (ready.test(output)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => {
      reject(new Error(output));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  process.kill(-child.pid, 'SIGKILL');
  await once(child, 'exit');
}

async function seesFirstReply(page: Page): Promise<void> {
  const chat = chatOn(page);
  await chat.open();
  await chat.ask('How do I put a chat on a page?');
  await expectShown(
    chat.messages
      .nth(1)
      .getByText(/script/)
      .first(),
    { timeout: 60_000 },
  );
  await chat.answered();
}

describe('from an empty folder to the first reply', () => {
  const apps = isEverything ? ['page', 'react', 'next', 'vue', 'svelte', 'angular'] : ['page', 'react'];

  it.each(apps)(
    '%s: npm create sotto, install, start, ask',
    async (template) => {
      const startedAt = Date.now();
      const port = String(await freePort());
      const folder = await create(`my-${template}`, template, '--server', server.origin);
      if (template === 'page') await start(folder, process.execPath, [VITE, '--port', port], {}, /ready in/i);
      else await start(folder, 'npm', ['run', 'dev', '--', '--port', port], {}, /ready in/i);
      const page = await browser.newPage();
      await page.goto(`http://localhost:${port}`);
      await seesFirstReply(page);
      await page.close();
      console.log(
        `${template}: first reply after ${String(secondsSince(startedAt))} s, and ${String(server.seconds)} s before that for the server`,
      );
    },
    LIMIT_MS,
  );
});

/** What a page asks its own server for: scripts, styles, pictures, and the tags' own addresses. */
function assetsOf(html: string, page: string): string[] {
  const addresses = [...html.matchAll(/<(?:script|link|img|source)\b[^>]*?\b(?:src|href)="([^"]+)"/g)].map(
    ([, address = '']) => new URL(address.replaceAll('&amp;', '&'), page),
  );
  return [...new Set(addresses.filter((url) => url.origin === server.origin).map((url) => url.href))];
}

describe('FI-4 npx @sotto/server from its package', () => {
  it.each([
    ['/', 'text/html', 'npx @sotto/server'],
    ['/demo', 'text/html', 'data-widget="demo"'],
    ['/hub', 'text/html', '/hub/skillsets'],
    ['/hub/skillsets', 'text/html', '/hub/skillsets/'],
    ['/docs', 'text/html', 'href="/docs/guides/operator"'],
    ['/docs/guides/operator', 'text/html', 'SOTTO_DATA_DIR'],
    ['/signin', 'text/html', 'name="email"'],
    ['/playground', 'text/html', '<form'],
    ['/llms.txt', 'text/plain', '/docs'],
  ])('answers %s, and every file that the page asks for', async (path, type, words) => {
    const response = await fetch(server.origin + path);
    const text = await response.text();
    expect([path, response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([path, 200, type]);
    expect(text).toContain(words);
    if (type !== 'text/html') return;
    const assets = assetsOf(text, server.origin + path);
    const answers = await Promise.all(assets.map(async (address) => [address, (await fetch(address)).status] as const));
    expect(assets.length).toBeGreaterThan(0);
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  });

  it('leads who opens the overview to the sign-in page', async () => {
    const response = await fetch(`${server.origin}/overview`, { redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toContain('/signin');
  });

  it('draws share cards, and shows the pictures of the documentation', async () => {
    const { items } = (await (await fetch(`${server.origin}/v1/hub/skillset/list`)).json()) as {
      items: { id: string }[];
    };
    for (const path of [`/hub/skillsets/${items[0]?.id ?? ''}/card`, '/docs/images/performance-host.svg']) {
      const response = await fetch(server.origin + path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toMatch(/^image\//);
    }
  });

  it('serves the documentation over MCP on standard input and output, and ends with its input', async () => {
    const bin = join(server.folder, 'node_modules', '.bin', 'sotto-server');
    const mcp = spawn(process.execPath, [bin, 'docs-mcp'], {
      cwd: server.folder,
      env: { PATH: process.env['PATH'] },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const about = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const messages = [
      { id: 1, method: 'initialize', params: about },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'search_docs', arguments: { query: 'useComposer' } } },
    ];
    for (const message of messages) mcp.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    let output = '';
    for await (const chunk of mcp.stdout) {
      output += String(chunk);
      if (output.trimEnd().split('\n').length === 2) mcp.stdin.end();
    }
    const [first, second] = output.trimEnd().split('\n');
    expect(first).toContain('"name":"sotto-docs"');
    expect(second).toContain('/docs/reference/widget-react#usecomposer');
  });

  it('says what is wrong with a setting of the site, in one sentence', async () => {
    const bin = join(server.folder, 'node_modules', '.bin', 'sotto-server');
    const wrong = spawn(process.execPath, [bin], {
      cwd: server.folder,
      env: { PATH: process.env['PATH'], PORT: '0', SOTTO_DATA_DIR: 'other', SITE_LINKS: 'code' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    wrong.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    wrong.stdout.once('data', () => wrong.kill('SIGKILL'));
    const [code] = (await once(wrong, 'close')) as [number | null];
    expect(output).toBe('SITE_LINKS: expected JSON such as {"code":"https://example.com/sotto"}\n');
    expect(code).toBe(1);
  });
});
