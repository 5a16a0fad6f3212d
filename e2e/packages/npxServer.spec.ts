import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStranger, type Stranger } from './stranger';

let stranger: Stranger;
let child: ChildProcess;
let origin: string;

beforeAll(async () => {
  stranger = await createStranger(['@sotto/server']);
  ({ child, origin } = await start(stranger));
}, 300_000);
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  stranger.remove();
});

/** `npx @sotto/server`, in an environment with nothing but what it needs. */
async function start({ folder }: Stranger): Promise<{ child: ChildProcess; origin: string }> {
  const bin = join(folder, 'node_modules', '.bin', 'sotto-server');
  const started = spawn(process.execPath, [bin], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, url] = /Sotto is ready on (\S+)/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    };
    started.stdout.on('data', hear);
    started.stderr.on('data', hear);
    started.once('exit', () => {
      reject(new Error(output));
    });
  });
  return { child: started, origin: address };
}

/** What a page asks its own server for: scripts, styles, pictures, and the tags' own addresses. */
function assetsOf(html: string, page: string): string[] {
  const addresses = [...html.matchAll(/<(?:script|link|img|source)\b[^>]*?\b(?:src|href)="([^"]+)"/g)].map(
    ([, address = '']) => new URL(address.replaceAll('&amp;', '&'), page),
  );
  return [...new Set(addresses.filter((url) => url.origin === origin).map((url) => url.href))];
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
    const response = await fetch(origin + path);
    const text = await response.text();
    expect([path, response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([path, 200, type]);
    expect(text).toContain(words);
    if (type !== 'text/html') return;
    const assets = assetsOf(text, origin + path);
    const answers = await Promise.all(assets.map(async (address) => [address, (await fetch(address)).status] as const));
    expect(assets.length).toBeGreaterThan(0);
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  });

  it('leads who opens the overview to the sign-in page', async () => {
    const response = await fetch(`${origin}/overview`, { redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toContain('/signin');
  });

  it('draws share cards, and shows the pictures of the documentation', async () => {
    const { items } = (await (await fetch(`${origin}/v1/hub/skillset/list`)).json()) as { items: { id: string }[] };
    for (const path of [`/hub/skillsets/${items[0]?.id ?? ''}/card`, '/docs/images/performance-host.svg']) {
      const response = await fetch(origin + path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toMatch(/^image\//);
    }
  });

  it('says what is wrong with a setting of the site, in one sentence', async () => {
    const bin = join(stranger.folder, 'node_modules', '.bin', 'sotto-server');
    const wrong = spawn(process.execPath, [bin], {
      cwd: stranger.folder,
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
