import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPublicFetch } from '../../../../server/src/unfurl/publicFetch';
import { ApiFailure, type HubClient } from '../../site/hubClient';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { accountRoutes } from '../../accountRoutes';
import { startFromAddress } from './startFromAddress';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HOME =
  '<!doctype html><html lang="de-AT"><head><title>Kaffee | Hafenkaffee</title><meta name="theme-color" content="#7a1fd1">' +
  '<meta name="description" content="Rösterei in Linz."><link rel="icon" href="/logo.png"></head>' +
  '<body><main><h1>Kaffee</h1><p>Wir rösten dienstags.</p></main></body></html>';

let site: Server;
let origin: string;
let test: SiteTest;
let ana: Visitor;
beforeAll(async () => {
  site = createServer((request, response) => {
    response.statusCode = request.url === '/' ? 200 : 404;
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(HOME);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${String((site.address() as AddressInfo).port)}`;
  origin = `http://${host}`;
  const publicFetch = createPublicFetch({ clock: systemClock, intranet: [host] });
  test = await startSiteTest(accountRoutes, {}, { publicFetch, config: { intranetHosts: [host] } });
  ana = await test.person('ana');
});
afterAll(async () => {
  await test.server.server.close(0);
  site.close();
});

async function read(person: Visitor, path: string): Promise<Record<string, unknown>> {
  return (await (await test.server.call(`/v1${path}`, { headers: person.headers })).json()) as Record<string, unknown>;
}

describe('from an address to a chat', () => {
  it('FH-14 FH-16: makes dataset, bot and widget with the name, language, colour and logo of the site', async () => {
    const { location } = await ana.send('/start', { form: 'start', url: origin });
    const [, id = ''] = /^\/start\/(widget_[\w-]+)$/.exec(location ?? '') ?? [];
    const widget = await read(ana, `/integration/widget/${id}/fetch`);
    expect(widget).toMatchObject({
      name: 'Hafenkaffee',
      imageOrigins: [origin],
      config: {
        barTitle: 'Hafenkaffee',
        language: 'de',
        barIcon: `${origin}/logo.png`,
        theme: { brand: '#7a1fd1' },
      },
    });
    const bot = await read(ana, `/bot/${String(widget['botId'])}/fetch`);
    expect(bot['backstory']).toContain('Rösterei in Linz.');
    const [dataset = ''] = bot['datasets'] as string[];
    const page = await vi.waitFor(
      async () => {
        const { html } = await ana.get(`/start/${id}`);
        expect(html).toContain('1 page read.');
        return html;
      },
      { timeout: 20_000, interval: 200 },
    );
    expect(page).toContain(`data-widget=&quot;${id}&quot;`);
    expect(page).toContain(`/playground/preview?widget=${id}`);
    const preview = (await ana.get(`/playground/preview?widget=${id}`)).html;
    expect(preview).toMatch(new RegExp(`/v1/dataset/${dataset}/site/site_[\\w-]+/page"`));
    expect(preview).toContain('Hafenkaffee');

    const ben = await test.person('ben');
    expect((await ben.get(`/start/${id}`)).status).toBe(404);
    expect((await ben.get(`/playground/preview?widget=${id}`)).status).toBe(404);
    expect((await test.anybody().get(`/playground/preview?widget=${id}`)).html).not.toContain('Hafenkaffee');
  });

  it('FH-14: an address that cannot be read comes back with the reason, and nothing has been made', async () => {
    const cara = await test.person('cara');
    for (const [url, message] of [
      ['', 'Expected an http or https address'],
      ['http://10.0.0.1/', 'Not a public address. Allowed are hosts on the public internet'],
      [`${origin}/gone`, 'The site answered 404'],
    ] as const) {
      const { status, html } = await cara.send('/start', { form: 'start', url });
      expect([url, status]).toEqual([url, 422]);
      expect(html).toContain(message);
    }
    for (const path of ['/dataset/list', '/bot/list', '/integration/widget/list'])
      expect(await read(cara, path)).toMatchObject({ items: [] });
  });

  it('FH-14: what was made is deleted again when a later step is refused', async () => {
    const calls: string[] = [];
    const answers: Record<string, object | undefined> = {
      '/site/look': { url: origin, name: 'Shop', description: '', language: '', color: '', logo: '' },
      '/dataset/create': { id: 'dataset_1' },
      '/bot/create': { id: 'bot_1' },
    };
    const hub = {
      async post(path: string) {
        calls.push(path);
        if (path === '/integration/widget/create') throw new ApiFailure('LIMITS_REACHED');
        return answers[path] ?? {};
      },
    } as unknown as HubClient;
    await expect(startFromAddress(hub, origin)).rejects.toThrow(ApiFailure);
    expect(calls.slice(4)).toEqual(['/bot/bot_1/delete', '/dataset/dataset_1/delete']);
  });
});
