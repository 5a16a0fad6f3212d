import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createPublicFetch } from '../../unfurl/publicFetch';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A site on this machine; `null`: gone. */
const pages = new Map<string, string | null>();
let site: Server;
let origin: string;
let test: BuilderTest;
let ana: Person;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="pt"><head><title>${title} | Porto Tiles</title><meta name="theme-color" content="#7a1fd1">` +
  `</head><body><header>Menu of every page</header><main><h1>${title}</h1>${body}</main></body></html>`;

beforeAll(async () => {
  site = createServer((request, response) => {
    const found = pages.get(request.url ?? '');
    response.statusCode = typeof found === 'string' ? 200 : 404;
    response.setHeader('Content-Type', request.url?.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8');
    response.end(found ?? 'none');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${String((site.address() as AddressInfo).port)}`;
  origin = `http://${host}`;
  const resolve = async () => ['10.0.0.1'];
  test = await startBuilderTest({
    publicFetch: createPublicFetch({ clock: systemClock, resolve, intranet: [host] }),
    config: { intranetHosts: [host] },
  });
  ana = await test.person('ana');
});
afterAll(async () => {
  await test.server.close(0);
  site.close();
});

const call = async (path: string, body?: object): Promise<Record<string, unknown>> => (await ana.ask(path, body)).body;

async function readToEnd(at: string): Promise<Record<string, unknown>> {
  return vi.waitFor(
    async () => {
      const read = await call(`${at}/fetch`);
      expect(['done', 'failed']).toContain(read['state']);
      return read;
    },
    { timeout: 30_000, interval: 100 },
  );
}

describe('FH-14 a site as knowledge', () => {
  it('FH-14: reads pages of the same site that robots.txt allows, is found, and lists what another reading changed', async () => {
    pages.set('/robots.txt', 'User-agent: *\nDisallow: /private');
    pages.set(
      '/',
      page(
        'Home',
        '<p>Hand-made tiles.</p><a href="/shipping">S</a><a href="/private/x">P</a><a href="/gone">G</a><a href="https://example.com/">E</a>',
      ),
    );
    pages.set('/shipping', page('Shipping', '<p>Azulejos travel to Lisbon within four days.</p>'));
    pages.set('/private/x', page('Secret', '<p>Nobody may read this.</p>'));
    const { id: dataset } = await call('/v1/dataset/create', { name: 'Site' });
    const { id } = await call(`/v1/dataset/${String(dataset)}/site/create`, { url: origin });
    const at = `/v1/dataset/${String(dataset)}/site/${String(id)}`;
    const read = await readToEnd(at);
    expect(read).toMatchObject({ state: 'done', error: null, changes: null, pagesDone: 2 });
    expect((read['pages'] as { url: string }[]).map(({ url }) => url)).toEqual([`${origin}/`, `${origin}/shipping`]);
    expect(read['failures']).toEqual([
      {
        url: `${origin}/private/x`,
        reason: 'The site’s robots.txt does not allow SottoBot to read this address: line 2, “Disallow: /private”',
      },
      { url: `${origin}/gone`, reason: 'The site answered 404' },
    ]);
    const found = await call(`/v1/dataset/${String(dataset)}/search`, { search: 'azulejos to Lisbon' });
    expect(JSON.stringify(found)).toContain('within four days');
    expect(JSON.stringify(found)).not.toContain('Menu of every page');
    expect(await call(`/v1/dataset/${String(dataset)}/file/list`)).toMatchObject({ items: [] });

    pages.set('/shipping', page('Shipping', '<p>Azulejos travel to Lisbon within two days.</p>'));
    pages.set('/', page('Home', '<p>Hand-made tiles.</p><a href="/shipping">S</a><a href="/returns">R</a>'));
    pages.set('/returns', page('Returns', '<p>Thirty days.</p>'));
    await call(`${at}/renew`, {});
    const again = await vi.waitFor(
      async () => {
        const next = await readToEnd(at);
        expect(next['changes']).not.toBeNull();
        return next;
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(again['changes']).toEqual({
      added: [`${origin}/returns`],
      changed: [`${origin}/`, `${origin}/shipping`],
      removed: [],
    });
    const after = JSON.stringify(await call(`/v1/dataset/${String(dataset)}/search`, { search: 'azulejos to Lisbon' }));
    expect([after.includes('two days'), after.includes('four days')]).toEqual([true, false]);
  });

  it('OW-6: stores a page once, whichever address led to it, and keeps it when that address is deleted', async () => {
    pages.set('/robots.txt', 'User-agent: *\nAllow: /');
    pages.set('/', page('Home', '<p>Hand-made tiles.</p><a href="/care/">C</a>'));
    pages.set('/care/', page('Care', '<p>Wash glazed tiles with vinegar.</p>'));
    pages.set('/care/index.html', page('Care', '<p>Wash glazed tiles with vinegar, and dry them.</p>'));
    pages.set('/glaze', page('Glaze', '<p>Cobalt blue.</p><a href="/care/index.html">C</a>'));
    const { id: dataset } = await call('/v1/dataset/create', { name: 'Twice' });
    const add = async (url: string): Promise<string> => {
      const { id } = await call(`/v1/dataset/${String(dataset)}/site/create`, { url });
      return `/v1/dataset/${String(dataset)}/site/${String(id)}`;
    };
    const urlsOf = (read: Record<string, unknown>) => (read['pages'] as { url: string }[]).map(({ url }) => url);
    const first = await add(origin);
    expect(urlsOf(await readToEnd(first))).toEqual([`${origin}/`, `${origin}/care/`]);
    const second = await add(`${origin}/glaze`);
    expect(urlsOf(await readToEnd(second))).toEqual([`${origin}/glaze`]);
    const third = await add(`${origin}/care/index.html`);
    expect(await readToEnd(third)).toMatchObject({
      state: 'failed',
      error: 'Its pages have been read already, with another site of the list',
    });
    await call(`${first}/delete`, {});
    await vi.waitFor(async () => expect(urlsOf(await readToEnd(second))).toContain(`${origin}/care/index.html`), {
      timeout: 30_000,
    });
  });

  it('FH-14: says why an address cannot be read, and reaches nothing private that the operator has not named', async () => {
    const { id: dataset } = await call('/v1/dataset/create', { name: 'Other' });
    const { id } = await call(`/v1/dataset/${String(dataset)}/site/create`, { url: 'http://inside.example/' });
    const at = `/v1/dataset/${String(dataset)}/site/${String(id)}`;
    expect(await readToEnd(at)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^Not a public address\. .*INTRANET_HOSTS/) as string,
      pages: [],
    });
    expect((await ana.ask(`${at}/delete`, {})).status).toBe(200);
    expect(await call(`/v1/dataset/${String(dataset)}/site/list`)).toEqual({ items: [], cursor: null });
  });

  it('FH-14: a text and a question with its answer are documents at once', async () => {
    const { id: dataset } = await call('/v1/dataset/create', { name: 'Answers' });
    await call(`/v1/dataset/${String(dataset)}/text/create`, {
      title: 'Do you ship to Madeira?',
      text: 'Yes, by ferry.',
    });
    expect(JSON.stringify(await call(`/v1/dataset/${String(dataset)}/search`, { search: 'Madeira' }))).toContain(
      'ferry',
    );
  });

  it('FH-14: a site whose robots.txt forbids it is neither read nor looked at, and says so', async () => {
    pages.set('/robots.txt', 'User-agent: SottoBot\nDisallow: /');
    const message = 'The site’s robots.txt does not allow SottoBot to read this address: line 2, “Disallow: /”';
    const { status, body } = await ana.ask('/v1/site/look', { url: `${origin}/` });
    expect([status, body['message']]).toEqual([422, message]);
    const { id: dataset } = await call('/v1/dataset/create', { name: 'Forbidden' });
    const { id } = await call(`/v1/dataset/${String(dataset)}/site/create`, { url: origin });
    const read = await readToEnd(`/v1/dataset/${String(dataset)}/site/${String(id)}`);
    expect(read).toMatchObject({ state: 'failed', error: message, pages: [] });
    pages.delete('/robots.txt');
  });

  it('OW-7: an address without a scheme is read with https, or with http where only that answers', async () => {
    pages.set('/', page('Home', '<p>Tiles.</p>'));
    const host = origin.replace('http://', '');
    expect(await call('/v1/site/look', { url: host })).toMatchObject({ name: 'Porto Tiles', url: `${origin}/` });
    const { id: dataset } = await call('/v1/dataset/create', { name: 'Without a scheme' });
    const { id } = await call(`/v1/dataset/${String(dataset)}/site/create`, { url: `${host}/` });
    const read = await readToEnd(`/v1/dataset/${String(dataset)}/site/${String(id)}`);
    expect(read).toMatchObject({ state: 'done', url: `${origin}/` });
    for (const url of ['', 'not an address', 'ftp://example.com', 'mailto:ana@example.com'])
      expect([url, (await ana.ask('/v1/site/look', { url })).status]).toEqual([url, 400]);
    const { status, body } = await ana.ask('/v1/site/look', { url: '10.0.0.1' });
    expect([status, body['message']]).toEqual([422, expect.stringMatching(/^Not a public address\./)]);
  });

  it('the look of a site that nobody can read is refused with the reason', async () => {
    for (const [url, message] of [
      ['http://10.0.0.1/', /^Not a public address\./],
      [
        'http://example.com:8080/',
        /^Not a port of the web\. Allowed are hosts on the public internet, on ports 80 and 443/,
      ],
      [`${origin}/gone`, /^The site answered 404$/],
    ] as const) {
      const { status, body } = await ana.ask('/v1/site/look', { url });
      expect([url, status, body['message']]).toEqual([url, 422, expect.stringMatching(message)]);
    }
  });

  it('the look of a site is its name, language and colour', async () => {
    pages.set('/', page('Home', '<p>Tiles.</p>'));
    expect(await call('/v1/site/look', { url: `${origin}/` })).toMatchObject({
      name: 'Porto Tiles',
      language: 'pt',
      color: '#7a1fd1',
    });
  });
});
