import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHash } from 'node:crypto';
import type { LoaderConfig } from '../../domain/integration';
import { renderLoaderModule } from '../../http/files/loaderModule';
import { startTestServer, type TestServer } from '../../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const LOADER = `import(base+"v2/h4sh/element.mjs");console.log("loader ${'x'.repeat(600)}");`;
const PANEL = `export const panel = "${'y'.repeat(600)}";`;
const PAGE = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
  '<script type="module" crossorigin src="./assets/main-abc.js"></script><link rel="stylesheet" href="/assets/main-abc.css">',
  '</head><body><div id="root"></div><!--sotto-integration--></body></html>',
].join('');

let folder: string;
let test: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-pages-'));
  await mkdir(join(folder, 'loader/dist/v2/h4sh'), { recursive: true });
  await mkdir(join(folder, 'frame/assets'), { recursive: true });
  await writeFile(join(folder, 'loader/package.json'), JSON.stringify({ version: '1.4.2' }));
  await writeFile(join(folder, 'loader/dist/v2.js'), LOADER);
  await writeFile(join(folder, 'loader/dist/launcherScheme.js'), 'followThePage();');
  await writeFile(join(folder, 'loader/dist/v2/h4sh/panel.mjs'), PANEL);
  await writeFile(join(folder, 'frame/index.html'), PAGE);
  await writeFile(
    join(folder, 'frame/diagram.html'),
    '<!doctype html><script type="module" src="./assets/diagram.js"></script>',
  );
  await writeFile(join(folder, 'frame/assets/main-abc.js'), 'export {};'.repeat(100));
  await mkdir(join(folder, 'frame/server'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  // Stands for the built program, and tells what it was asked to draw and how often.
  await writeFile(
    join(folder, 'frame/server/drawFirstScreen.js'),
    `let times = 0;
    export async function drawFirstScreen({ integration, base, ...rest }) {
      if (rest.layout === 'broken') throw new Error('broken');
      times += 1;
      return '<p>' + times + ' ' + integration.integrationId + ' ' + JSON.stringify(rest) + '</p>';
    }`,
  );
  await writeFile(join(folder, 'secret.txt'), 'secret');
  test = await startTestServer({ files: { loader: join(folder, 'loader/dist'), frame: join(folder, 'frame') } });
});
afterAll(async () => {
  await test.server.close(0);
  await rm(folder, { recursive: true });
});

const FOR_ALL_SITES = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
};
const headersOf = (response: Response): Record<string, string> => Object.fromEntries(response.headers);

describe('A115 A208 the page that draws diagrams', () => {
  it('may run our script and nothing else: no request, no picture from elsewhere, no form', async () => {
    const response = await test.call('/integrations/widget/diagram.html');
    expect(response.status).toBe(200);
    const policy = (response.headers.get('content-security-policy') ?? '').split('; ');
    const own = policy.find((directive) => directive.startsWith('script-src'))?.split(' ')[1] ?? '';
    expect(own).toMatch(/^https?:\/\/[^/*]+$/);
    expect(policy).toEqual([
      "default-src 'none'",
      `script-src ${own}`,
      "style-src 'unsafe-inline'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
    ]);
  });
});

describe('L-1 the script', () => {
  it('is small on the wire, kept for ten minutes, and for every site', async () => {
    const response = await test.call('/integrations/widget/v2.js', { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(headersOf(response)).toMatchObject({
      ...FOR_ALL_SITES,
      'cache-control': 'public, max-age=600, stale-while-revalidate=86400',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(await response.arrayBuffer()).toString()).toBe(LOADER);
    const gzipped = await test.call('/integrations/widget/v2.js', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(gunzipSync(await gzipped.arrayBuffer()).toString()).toBe(LOADER);
    expect(await (await test.call('/integrations/widget/v2.js')).text()).toBe(LOADER);
  });

  it('is not sent again to who has it', async () => {
    const first = await test.call('/integrations/widget/v2.js', { headers: { 'Accept-Encoding': 'br' } });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await test.call('/integrations/widget/v2.js', {
      headers: { 'If-None-Match': etag, 'Accept-Encoding': 'br' },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it('emb-04 leads from the address in its console line to what to look at if nothing appears', async () => {
    const guide = readFileSync(new URL('../../../../../docs/guides/site-owner.md', import.meta.url), 'utf8');
    const response = await test.call('/integrations/widget/help');
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '../../docs/guides/site-owner#if-nothing-appears',
    ]);
    expect(guide).toContain('\n## If nothing appears\n');
  });

  it('A506 has an exact address for ever, with its hash', async () => {
    const response = await test.call('/integrations/widget/v2.4.2.js');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await (await test.call('/integrations/widget/integrity.json')).json()).toEqual({
      'v2.4.2.js': `sha384-${createHash('sha384').update(LOADER).digest('base64')}`,
      'v2/h4sh/panel.mjs': `sha384-${createHash('sha384').update(PANEL).digest('base64')}`,
    });
    expect((await test.call('/integrations/widget/v2.4.3.js')).status).toBe(404);
  });

  it('finds its chunk by hash', async () => {
    const response = await test.call('/integrations/widget/v2/h4sh/panel.mjs');
    expect(headersOf(response)).toMatchObject({
      ...FOR_ALL_SITES,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await test.call('/integrations/widget/v2/gone/panel.mjs')).status).toBe(404);
  });

  it('gives a page that was open over a release the present chunk when it asks again', async () => {
    const response = await test.call('/integrations/widget/v2/gone/panel.mjs?t=17');
    expect(response.status).toBe(302);
    expect(headersOf(response)).toMatchObject({
      ...FOR_ALL_SITES,
      location: '../h4sh/panel.mjs',
      'cache-control': 'no-store',
    });
    expect((await test.call('/integrations/widget/v2/h4sh/other.mjs?t=17')).status).toBe(404);
  });

  it.each([
    'v2/..%2f..%2f/secret.txt',
    'v2/%2e%2e/package.json',
    'assets/..%2f..%2fsecret.txt',
    'assets/%2e%2e%2fsecret.txt',
    'assets/.',
    'assets/main-abc.js%00',
  ])('A706 leaves its folders for no path: %s', async (path) => {
    expect((await test.call(`/integrations/widget/${path}`)).status).toBe(404);
  });
});

describe('L-2 the frame', () => {
  it('carries its integration, one colour scheme, language and direction', async () => {
    const page = await (
      await test.call('/integrations/widget/demo/frame?v=2&scheme=dark&lang=ar&instance=1&layout=popover')
    ).text();
    expect(page).toContain('<html lang="ar" dir="rtl"');
    expect(page.match(/name="color-scheme" content="[^"]*"/g)).toEqual(['name="color-scheme" content="dark"']);
    expect(page).toContain('src="../assets/main-abc.js"');
    expect(page).toContain('href="../assets/main-abc.css"');
    const data = /<script type="application\/json" id="sotto-integration">(.*?)<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.parse(data)).toEqual(await (await test.call('/v1/integration/widget/demo/config')).json());
  });

  const screenOf = async (query: string, headers: Record<string, string> = {}): Promise<string | undefined> => {
    const page = await (await test.call(`/integrations/widget/demo/frame?${query}`, { headers })).text();
    return /<div id="root">(.*?)<\/div>/.exec(page)?.[1];
  };

  it('FW-8: arrives drawn, once for each language, colour scheme and kind of device, with a tag of its own', async () => {
    const phone = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 15) Mobile Safari/537.36' };
    const german = await screenOf('v=2&lang=de&instance=1');
    expect(await screenOf('v=2&lang=de&instance=2')).toBe(german);
    expect(german).toContain(
      'demo {"scheme":"light","language":"de","isMobile":false,"isTouch":false,"isEmbedded":true}',
    );
    expect(await screenOf('scheme=dark&mobile=true&layout=popout', phone)).toContain(
      '{"scheme":"dark","language":"en","layout":"popout","isMobile":true,"isTouch":true,"isEmbedded":false}',
    );
    expect(await screenOf('v=2', { 'Accept-Language': 'sv, de-AT;q=0.9' })).toContain('"language":"de"');
    const first = await test.call('/integrations/widget/demo/frame?v=2&lang=de');
    const other = await test.call('/integrations/widget/demo/frame?v=2&lang=fr');
    expect(await first.text()).toContain('<html lang="de" dir="ltr" data-drawn="demo">');
    expect(first.headers.get('etag')).not.toBe(other.headers.get('etag'));
    const again = await test.call('/integrations/widget/demo/frame?v=2&lang=de', {
      headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('vary')).toContain('Accept-Language');
  });

  it.each([
    ['own=true', 'the page has settings of its own'],
    ['placeholder=Ask', 'its address has a setting'],
    ['open=false', 'it is closed'],
    ['layout=broken', 'drawing fails'],
  ])('FW-8: is drawn by the application with %s: %s', async (query) => {
    expect(await screenOf(`v=2&${query}`)).toBe('');
    const page = await (await test.call(`/integrations/widget/demo/frame?v=2&${query}`)).text();
    expect(page).not.toContain('data-drawn');
  });

  it('takes no markup from its address', async () => {
    const page = await (
      await test.call(
        `/integrations/widget/demo/frame?lang=${encodeURIComponent('"><script>')}&scheme=${encodeURIComponent('"><b>')}`,
      )
    ).text();
    expect(page).toContain('<html lang="en" dir="ltr"');
    expect(page).toContain('content="light"');
    expect(page.match(/<script/g)).toHaveLength(2);
  });

  it('A501 says who may embed it, and what it may do', async () => {
    const response = await test.call('/integrations/widget/demo/frame');
    expect(headersOf(response)).toMatchObject({
      'cache-control': 'no-cache',
      'cross-origin-embedder-policy': 'credentialless',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(response.headers.get('etag')).not.toBeNull();
    expect(response.headers.get('x-frame-options')).toBeNull();
    const csp = response.headers.get('content-security-policy') ?? '';
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      'frame-ancestors *',
    ]) {
      expect(csp.split('; ')).toContain(directive);
    }
  });

  it('W-13 may hold pages of others in Firefox, which has no credentialless frames, unless the page around is isolated', async () => {
    const policyIn = async (userAgent: string, address: string) =>
      (await test.call(address, { headers: { 'User-Agent': userAgent } })).headers.get('cross-origin-embedder-policy');
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
    expect(await policyIn(firefox, '/integrations/widget/demo/frame?v=2')).toBeNull();
    expect(await policyIn(firefox, '/integrations/widget/demo/frame?v=2&isolated=true')).toBe('credentialless');
    expect(
      await policyIn(
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
        '/integrations/widget/demo/frame?v=2',
      ),
    ).toBe('credentialless');
    const safari =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
    expect(await policyIn(safari, '/integrations/widget/demo/frame?v=2&isolated=true')).toBe('require-corp');
    expect((await test.call('/integrations/widget/demo/frame')).headers.get('vary')).toContain('User-Agent');
  });

  it('is found by type, under its own relative addresses', async () => {
    const page = await (await test.call('/auto/widget/frame?type=dashboard')).text();
    expect(page).toContain('"integrationId":"assistant"');
    expect(page).toContain('src="../../integrations/widget/assets/main-abc.js"');
    expect((await test.call('/auto/widget/frame?type=__proto__')).status).toBe(404);
    expect((await test.call('/integrations/widget/nobody/frame')).status).toBe(404);
  });

  it('stands in a page of its own', async () => {
    const response = await test.call('/w/demo');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await response.text()).toContain('src="../integrations/widget/demo/frame?embed=page&amp;layout=fullscreen"');
  });
});

describe('1.6 what the loader may know', () => {
  it('is small and without secrets, as JSON and as a module', async () => {
    const json = await test.call('/integrations/widget/assistant/config.json');
    expect(headersOf(json)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    });
    const config = (await json.json()) as object;
    expect(config).toMatchObject({
      id: 'assistant',
      layout: 'popover',
      barTitle: 'Assistant',
      peek: true,
      disabled: false,
    });
    expect(JSON.stringify(config)).not.toContain('guide');
    const text = await (await test.call('/integrations/widget/assistant/config.mjs')).text();
    expect(JSON.parse(/^export default (.*);$/m.exec(text)?.[1] ?? '')).toEqual(config);
  });

  it('VI-46: brings what follows the scheme of the page, unless the owner has chosen one', async () => {
    const text = await (await test.call('/integrations/widget/assistant/config.mjs')).text();
    expect(text).toMatch(/"colorScheme":"auto".*\nfollowThePage\(\);$/s);
    const config = (await (await test.call('/integrations/widget/assistant/config.json')).json()) as LoaderConfig;
    expect(renderLoaderModule({ ...config, colorScheme: 'dark' }, undefined, 'followThePage();')).toMatch(/};\n$/);
  });

  it('keeps the whole public configuration for a minute', async () => {
    const response = await test.call('/v1/integration/widget/demo/config');
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    const again = await test.call('/v1/integration/widget/demo/config', {
      headers: { 'If-None-Match': response.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});
