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

/** Pages of the site by path. */
const pages = new Map([['/', HOME]]);
let site: Server;
let origin: string;
let test: SiteTest;
let ana: Visitor;
beforeAll(async () => {
  site = createServer((request, response) => {
    const found = pages.get(request.url ?? '');
    response.statusCode = found === undefined ? 404 : 200;
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(found ?? HOME);
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
  it('somebody without an account reads at the sign-in that the address is kept', async () => {
    const visitor = test.anybody();
    const { location } = await visitor.send('/start', { form: 'start', url: 'hafen<b>kaffee.example' });
    const { html } = await visitor.get(location ?? '');
    expect(html).toContain('your chat is made from <strong dir="ltr">hafen&lt;b&gt;kaffee.example</strong>');
    expect((await visitor.get('/signin?callbackUrl=%2Fusage')).html).not.toContain('your chat is made');
  });

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
        // OW-13: a greeting in the language of the site, and votes.
        intro: 'Hallo! Was möchten Sie über Hafenkaffee wissen?',
        tools: true,
      },
    });
    const bot = await read(ana, `/bot/${String(widget['botId'])}/fetch`);
    expect(bot['backstory']).toContain('Rösterei in Linz.');
    // What publishing asks for is there.
    expect(bot['description']).toBe('Rösterei in Linz.');
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
    // What the chat answers from can be read.
    const [, list = ''] = /href="([^"#]*)#sites">See the pages/.exec(page) ?? [];
    const [, kept = ''] =
      /class="site-pages"><li><a href="([^"]+)"><bdi>Kaffee \| Hafenkaffee</.exec((await ana.get(list)).html) ?? [];
    expect((await ana.get(kept)).html).toContain('Wir rösten dienstags.');
    const preview = (await ana.get(`/playground/preview?widget=${id}`)).html;
    expect(preview).toMatch(new RegExp(`/v1/dataset/${dataset}/site/site_[\\w-]+/page"`));
    expect(preview).toContain('Hafenkaffee');

    const ben = await test.person('ben');
    expect((await ben.get(`/start/${id}`)).status).toBe(404);
    expect((await ben.get(`/playground/preview?widget=${id}`)).status).toBe(404);
    expect((await test.anybody().get(`/playground/preview?widget=${id}`)).html).not.toContain('Hafenkaffee');
  });

  it('OW-13: proposes starter questions from the pages, which the owner edits and saves', async () => {
    pages.set(
      '/faq',
      '<!doctype html><html lang="de"><title>Fragen | Hafenkaffee</title><main><h1>Fragen</h1><h2>Mahlen Sie den Kaffee?</h2>' +
        '<p>Ja.</p><h2>Was kostet der Versand?</h2><p>3,90 Euro.</p></main></html>',
    );
    pages.set('/', HOME.replace('</main>', '<a href="/faq">Fragen</a></main>'));
    const dora = await test.person('dora');
    const { location } = await dora.send('/start', { form: 'start', url: origin });
    const path = location ?? '';
    const id = path.split('/').at(-1) ?? '';
    const before = await vi.waitFor(
      async () => {
        const { html } = await dora.get(path);
        expect(html).toContain('Proposed from your pages');
        return html;
      },
      { timeout: 20_000, interval: 200 },
    );
    expect(before).toContain('Mahlen Sie den Kaffee?\nWas kostet der Versand?</textarea>');
    expect(before).toContain('Your pages answer these questions.');
    expect(before).toContain('Hallo! Was möchten Sie über Hafenkaffee wissen?</textarea>');
    // Nothing is shown to visitors before it is saved. Asked for again, the page is the same: what is typed stays.
    expect(await read(dora, `/integration/widget/${id}/fetch`)).toMatchObject({
      config: { intro: 'Hallo! Was möchten Sie über Hafenkaffee wissen?' },
    });
    const liveOf = (html: string): readonly string[] =>
      html.split('class="install"')[0]?.split('data-live').slice(1) ?? [];
    expect(liveOf(before)).toHaveLength(2);
    expect(liveOf((await dora.get(path)).html)).toEqual(liveOf(before));
    // The chat comes before what is proposed: it stays where it is while the pages are read.
    expect(before.indexOf('data-preview')).toBeLessThan(before.indexOf('Proposed from your pages'));
    const [, state = ''] = /name="state" value="(\d+)"/.exec(before) ?? [];
    // With a press, the model writes them into the form, which stores nothing and is not replaced while it is read.
    expect(before).toContain('Let the model write them');
    test.server.model.next({ text: 'Servus bei Hafenkaffee! Was möchten Sie wissen?\nWie lange dauert der Versand?' });
    const written = (await dora.send(path, { form: 'write' })).html;
    expect(written).toContain('Servus bei Hafenkaffee! Was möchten Sie wissen?</textarea>');
    expect(written).toContain('Wie lange dauert der Versand?</textarea>');
    expect(liveOf(written)).toHaveLength(1);
    test.server.model.next({ fail: new Error('busy') });
    const usual = (await dora.send(path, { form: 'write' })).html;
    expect(usual).toContain('The model wrote nothing that fits. These are from your pages.');
    expect(usual).toContain('Mahlen Sie den Kaffee?\nWas kostet der Versand?</textarea>');
    const fields = { form: 'proposal', state, intro: 'Servus!', starters: 'Mahlen Sie?\n\nWas kostet es?' };
    expect((await dora.send(path, { ...fields, intro: 'x'.repeat(20_000) })).status).toBe(422);
    expect((await dora.send(path, fields)).location).toBe(`${path}?saved`);
    expect(await read(dora, `/integration/widget/${id}/fetch`)).toMatchObject({
      config: { intro: 'Servus!\n\n[Mahlen Sie?]() [Was kostet es?]()', barTitle: 'Hafenkaffee', tools: true },
    });
    expect((await dora.get(path)).html).not.toContain('Proposed from your pages');
    // A form of before the change is refused with the reason, and keeps what was typed.
    const late = await dora.send(path, fields);
    expect([late.status, late.html.includes('role="alert"'), late.html.includes('Servus!</textarea>')]).toEqual([
      409,
      true,
      true,
    ]);
    const studio = (await dora.get(`/integrations/widget/${id}`)).html;
    expect(studio).toContain('Mahlen Sie?\nWas kostet es?</textarea>');
    expect((await test.anybody().get(`/v1/dataset/x/site/y/starters`)).status).toBe(404);
  });

  it('OW-13: takes the icon of the site for the launcher when it is large enough and loads everywhere', async () => {
    const icons = {
      'https://shop.example/apple-touch-icon.png': 'https://shop.example/apple-touch-icon.png',
      'https://shop.example/favicon.ico': '',
      'http://shop.example/logo.png': '',
      '': '',
    };
    for (const [logo, buttonIcon] of Object.entries(icons)) {
      let made: { config?: { buttonIcon?: string } } = {};
      const hub = {
        async post(path: string, _: unknown, body: object) {
          if (path === '/integration/widget/create') made = body;
          return path === '/site/look'
            ? { url: origin, name: 'Shop', description: '', language: 'xx', color: '', logo }
            : { id: 'one' };
        },
      } as unknown as HubClient;
      await startFromAddress(hub, origin);
      expect([logo, made.config?.buttonIcon]).toEqual([logo, buttonIcon]);
      expect(made).toMatchObject({ config: { intro: 'Hello! What would you like to know about Shop?' } });
    }
  });

  it('FH-14: an address that cannot be read comes back with the reason, and nothing has been made', async () => {
    const cara = await test.person('cara');
    for (const [url, message] of [
      ['', 'Enter the address of a site, such as example.com'],
      ['radwerk lindenau', 'Enter the address of a site, such as example.com'],
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
