import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '@sotto/widget-core/api';
import { createPublicFetch } from '../../../server/src/unfurl/publicFetch';
import { startSiteTest, type SiteTest, type Visitor } from '../testing/visit';
import { accountRoutes } from '../accountRoutes';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const publicFetch = createPublicFetch({ clock: systemClock, resolve: async () => ['10.0.0.1'] });
/** The web, with one MCP server on it. */
const fetchWithMcp: typeof publicFetch = async (url, what) => {
  if (url !== 'https://mcp.example.com/mcp') return publicFetch(url, what);
  const { id, method } = JSON.parse(what.body ?? '{}') as { id?: number; method: string };
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'weather', version: '1' },
    },
    'tools/list': { tools: [{ name: 'forecast', description: 'The <weather>', inputSchema: { type: 'object' } }] },
  };
  const answer = { jsonrpc: '2.0', id, result: results[method] };
  return {
    url,
    status: id === undefined ? 202 : 200,
    type: 'application/json',
    headers: {},
    bytes: new TextEncoder().encode(JSON.stringify(answer)),
  };
};

let test: SiteTest;
let ana: Visitor;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes, {}, { publicFetch: fetchWithMcp });
  ana = await test.person('ana');
});
afterAll(() => test.server.server.close(0));

const idIn = (location: string | null): string => /\/([\w-]+)\?saved/.exec(location ?? '')?.[1] ?? '';

describe('H-12 pages of an account', () => {
  const own = [
    '/overview',
    '/usage',
    '/account',
    '/skillsets/new',
    '/bots/new',
    '/datasets/new',
    '/blueprints/new',
    '/integrations/widget/new',
  ];

  it('send who is not signed in to sign in, and back', async () => {
    for (const path of [...own, '/playground/situation?conversationId=c']) {
      expect(await test.anybody().get(path)).toMatchObject({
        status: 303,
        location: `/signin?callbackUrl=${encodeURIComponent(path)}`,
      });
    }
  });

  it('answer 200 for who is', async () => {
    for (const path of [...own, '/playground', '/playground/preview', '/pricing'])
      expect([path, (await ana.get(path)).status]).toEqual([path, 200]);
    for (const path of ['/playground', '/pricing', '/signin', '/playground/preview'])
      expect([path, (await test.anybody().get(path)).status]).toEqual([path, 200]);
  });

  it('do not exist for others', async () => {
    const id = idIn((await ana.send('/skillsets/new', { form: 'thing', name: 'Mine' })).location);
    const ben = await test.person('ben');
    expect((await ben.get(`/skillsets/${id}`)).status).toBe(404);
    expect((await ben.send(`/skillsets/${id}`, { form: 'thing', name: 'Yours' })).status).toBe(404);
    expect((await ana.get(`/skillsets/${id}`)).html).toContain('<h1>Mine</h1>');
  });
});

describe('H-12 signing in without scripts', () => {
  it('goes by a code to where somebody wanted to go', async () => {
    const visitor = test.anybody();
    const asked = await visitor.send('/signin?callbackUrl=%2Fbots%2Fnew%3Fa%3D1%23b', {
      form: 'email',
      email: 'eva@example.com',
    });
    expect(asked.html).toContain('Enter your code');
    expect(asked.html).toContain('name="callbackUrl" value="/bots/new?a=1#b"');
    const wrong = await visitor.send('/signin', {
      form: 'code',
      email: 'eva@example.com',
      code: '000000',
      callbackUrl: '/bots/new',
    });
    expect([
      wrong.status,
      wrong.html.includes('This code is incorrect'),
      wrong.html.includes('value="000000"'),
    ]).toEqual([422, true, true]);
    const done = await visitor.send('/signin', {
      form: 'code',
      email: 'eva@example.com',
      code: test.mailer.codeFor('eva@example.com'),
      callbackUrl: '/bots/new',
      name: 'Eva',
      password: 'a long password',
    });
    expect(done).toMatchObject({ status: 303, location: '/bots/new' });
    expect(done.cookies.some((cookie) => cookie.startsWith('sotto_user='))).toBe(true);
    const later = await visitor.send('/signin', {
      form: 'password',
      email: 'eva@example.com',
      password: 'a long password',
      callbackUrl: '/usage',
    });
    expect(later).toMatchObject({ status: 303, location: '/usage' });
  });

  it.each(['//evil.test', 'https://evil.test/', '/\\evil.test'])('never leads to %s', async (callbackUrl) => {
    expect((await ana.get(`/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`)).location).toBe('/overview');
    expect((await test.anybody().get(`/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`)).html).toContain(
      'name="callbackUrl" value="/overview"',
    );
  });

  it('shows no password again', async () => {
    const answer = await test
      .anybody()
      .send('/signin', { form: 'password', email: 'nobody@example.com', password: 'my secret word', callbackUrl: '/' });
    expect(answer.status).toBe(422);
    expect(answer.html).toContain('The email address or password is incorrect');
    expect(answer.html).toContain('value="nobody@example.com"');
    expect(answer.html).not.toContain('my secret word');
  });
});

describe('H-12 S-2 S-3 a skillset and its abilities by forms', () => {
  it('is made, filled, put in order and deleted', async () => {
    const made = await ana.send('/skillsets/new', {
      form: 'thing',
      name: 'Orders',
      description: 'Looks up orders',
      visibility: 'public',
    });
    const path = `/skillsets/${idIn(made.location)}`;
    for (const name of ['find', 'cancel'])
      expect(
        (
          await ana.send(path, {
            form: 'new-ability',
            name,
            description: `To ${name}`,
            instruction: 'Say "<b>hi</b>"',
            anchor: 'abilities',
          })
        ).location,
      ).toBe(`${path}?saved#abilities`);
    const { html } = await ana.get(path);
    expect(html).toContain('&lt;b&gt;hi&lt;/b&gt;');
    const [first, second] = [...html.matchAll(/<li id="(ability-[^"]+)"/g)].map(([, form = '']) => form);
    await ana.send(path, { form: second ?? '', do: 'up' });
    expect((await ana.get(path)).html.indexOf(`id="${second}"`)).toBeLessThan(
      (await ana.get(path)).html.indexOf(`id="${first}"`),
    );
    await ana.send(path, { form: first ?? '', name: 'search', description: '', instruction: 'x' });
    expect((await ana.get(path)).html).toContain(
      '<span class="ability-name">search</span> <span class="quiet">An ability without description</span>',
    );
    await ana.send(path, { form: first ?? '', do: 'delete' });
    expect((await ana.get(path)).html).not.toContain(`id="${first}"`);
    expect((await ana.send(path, { form: 'delete' })).location).toBe('/overview');
    expect((await ana.get(path)).status).toBe(404);
  });

  it('comes back with everything that was typed, and says what is wrong where it is wrong', async () => {
    const path = `/skillsets/${idIn((await ana.send('/skillsets/new', { form: 'thing', name: 'Kept' })).location)}`;
    const { status, html } = await ana.send(path, {
      form: 'new-ability',
      name: 'n'.repeat(201),
      description: 'typed with care',
      instruction: 'and this',
    });
    expect(status).toBe(422);
    expect(html).toContain('At most 200 characters.');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('typed with care</textarea>');
    expect(html).toContain('href="#new-ability-name"');
  });
});

describe('H-12 S-2 the MCP servers of a skillset', () => {
  it('are attached and looked at, and removed; what is wrong is said where it is wrong', async () => {
    const path = `/skillsets/${idIn((await ana.send('/skillsets/new', { form: 'thing', name: 'Remote' })).location)}`;
    const plain = await ana.send(path, {
      form: 'new-mcp',
      name: 'Weather',
      url: 'http://mcp.example.com',
      headers: 'no colon here',
    });
    expect([
      plain.status,
      plain.html.includes('Expected an https address.'),
      plain.html.includes('Expected the name of a header.'),
      plain.html.includes('value="http://mcp.example.com"'),
    ]).toEqual([422, true, true, true]);
    const { location } = await ana.send(path, {
      form: 'new-mcp',
      name: 'Weather',
      url: 'https://inside.example/mcp',
      headers: 'Authorization: Bearer my-secret',
    });
    expect(location).toMatch(/\?saved&test=mcp_\w+#mcp$/);
    const { html } = await ana.get(location ?? '');
    expect(html).toContain('Only servers with a public address can be reached.');
    expect(html).not.toContain('my-secret');
    expect((await ana.get(`${path}?test=mcp_gone`)).status).toBe(200);
    await ana.send(path, { form: /value="(mcp-mcp_[^"]+)"/.exec(html)?.[1] ?? '', anchor: 'mcp' });
    expect((await ana.get(path)).html).not.toContain('inside.example');
    const there = await ana.send(path, { form: 'new-mcp', name: 'Weather', url: 'https://mcp.example.com/mcp' });
    expect((await ana.get(there.location ?? '')).html).toContain(
      '<p>One tool:</p><ul><li><code>forecast</code> <span class="quiet">The &lt;weather&gt;</span>',
    );
  });
});

describe('H-12 bots, datasets and widgets by forms', () => {
  it('a bot with what it may use', async () => {
    const skillset = idIn((await ana.send('/skillsets/new', { form: 'thing', name: 'Tools' })).location);
    const { location } = await ana.send('/bots/new', {
      form: 'thing',
      name: 'Helper',
      backstory: 'Be kind',
      skillsets: [skillset],
      temperature: '0.2',
    });
    const { html } = await ana.get(location?.split('?')[0] ?? '');
    expect(html).toMatch(new RegExp(`checked="" value="${skillset}"|value="${skillset}" checked=""`));
    expect(html).toContain('value="0.2"');
    const wrong = await ana.send('/bots/new', { form: 'thing', name: 'Wild', temperature: '9' });
    expect([wrong.status, wrong.html.includes('At most 2.'), wrong.html.includes('value="Wild"')]).toEqual([
      422,
      true,
      true,
    ]);
  });

  it('a dataset with its search', async () => {
    const path = `/datasets/${idIn((await ana.send('/datasets/new', { form: 'thing', name: 'Docs' })).location)}`;
    const body = new FormData();
    body.set('file', new File(['Shipping takes three days.'], 'shipping.txt', { type: 'text/plain' }));
    const upload = await test.server.server.fetch(
      new Request(`http://localhost:3000/v1/dataset/${path.split('/')[2] ?? ''}/file/upload`, {
        method: 'POST',
        body,
        headers: ana.headers,
      }),
    );
    expect(upload.status).toBe(200);
    expect((await ana.get(`${path}?search=shipping`)).html).toContain('Shipping takes three days.');
    expect((await ana.get(`${path}?search=elephants`)).html).toContain(
      'Unable to locate information directly related to &quot;elephants&quot;.',
    );
    const file = /value="(file-[^"]+)"/.exec((await ana.get(path)).html)?.[1] ?? '';
    await ana.send(path, { form: file });
    expect((await ana.get(path)).html).toContain('No documents yet.');
  });

  it('L-1 a widget with a new bot, its snippet, and where it is installed', async () => {
    const { location } = await ana.send('/integrations/widget/new', {
      form: 'widget',
      name: 'Shop chat',
      botId: 'new',
      backstory: 'Sells coffee',
      barTitle: 'Ask',
      layout: 'popover',
      theme: 'modern',
      hasBrand: 'on',
      brand: '#e11d48',
      tools: 'on',
    });
    const id = idIn(location);
    const path = `/integrations/widget/${id}`;
    const before = await ana.get(path);
    expect((await ana.get(`/install?widget=${id}`)).html).toContain(
      `&lt;script async src=&quot;http://localhost:3000/integrations/widget/v2.js&quot; data-widget=&quot;${id}&quot;&gt;&lt;/script&gt;`,
    );
    expect(before.html).toContain('Not seen on a site yet');
    expect(before.html).toContain('value="#e11d48"');
    await test.server.call(`/integrations/widget/${id}/config.mjs`, { headers: { Origin: 'https://shop.example' } });
    expect((await ana.get(path)).html).toContain('Last seen on shop.example just now');
    expect((await ana.get('/overview')).html).toContain('Last seen on shop.example just now');
    expect((await ana.get('/bots/new')).status).toBe(200);
  });

  it('FS-8 what tools return is shared when the owner chooses so, and not in a copy of the widget', async () => {
    const shared = (html: string) => /<option value="shared" selected="">/.test(html);
    const fields = { form: 'widget', name: 'Tools', botId: 'new', visibility: 'public' };
    const id = idIn((await ana.send('/integrations/widget/new', fields)).location);
    const path = `/integrations/widget/${id}`;
    const config = async () =>
      (
        (await (await test.server.call(`/v1/integration/widget/${id}/fetch`, { headers: ana.headers })).json()) as {
          config: object;
        }
      ).config;
    expect(await config()).toMatchObject({ toolResults: 'private', reasoning: 'hidden' });
    expect(shared((await ana.get(path)).html)).toBe(false);
    await ana.send(path, { ...fields, toolResults: 'shared', reasoning: 'folded' });
    expect(await config()).toMatchObject({ toolResults: 'shared', reasoning: 'folded' });
    const { html } = await ana.get(path);
    expect([
      shared(html),
      html.includes('Shared means that anyone who uses the chat can read everything its tools return'),
    ]).toEqual([true, true]);
    expect(/<details class="studio-group" open="">\s*<summary>Tool results and reasoning/.test(html)).toBe(true);
    await ana.send(path, { ...fields, toolResults: 'private', reasoning: 'open' });
    expect(await config()).toMatchObject({ toolResults: 'private', reasoning: 'open' });
    expect((await ana.get(path)).html).toContain('<option value="open" selected="">');
    await ana.send(path, { ...fields, toolResults: 'shared', reasoning: 'folded' });
    expect(shared((await (await test.person('copier')).get(`/integrations/widget/new?clone=${id}`)).html)).toBe(false);
  });

  it('H-7 a copy of a widget of the Hub looks as it does, and says where it comes from', async () => {
    const { location } = await ana.send('/integrations/widget/new', {
      form: 'widget',
      name: 'Original',
      botId: 'new',
      visibility: 'public',
      barTitle: 'Ask the original',
      layout: 'slideover',
    });
    const ben = await test.person('cloner');
    const path = `/integrations/widget/new?clone=${idIn(location)}`;
    expect((await ben.get(path)).html).toMatch(/value="Ask the original"/);
    const copy = await ben.send(path, {
      form: 'widget',
      name: 'Copy',
      botId: 'new',
      barTitle: 'Ask the original',
      layout: 'slideover',
    });
    const fetched = (await (
      await test.server.call(`/v1/integration/widget/${idIn(copy.location)}/fetch`, { headers: ben.headers })
    ).json()) as object;
    expect(fetched).toMatchObject({
      clonedFrom: { id: idIn(location) },
      config: { layout: 'slideover', barTitle: 'Ask the original' },
    });
    expect((await ben.get('/integrations/widget/new?clone=widget_gone')).status).toBe(200);
  });

  it('a wrong site of a widget leaves no bot behind', async () => {
    const { status, html } = await ana.send('/integrations/widget/new', {
      form: 'widget',
      name: 'Half made',
      botId: 'new',
      allowedOrigins: 'example.com',
    });
    expect([
      status,
      html.includes('Expected an origin such as https://example.com'),
      html.includes('value="Half made"'),
    ]).toEqual([422, true, true]);
    expect((await ana.get('/overview')).html).not.toContain('Half made');
  });
});

describe('H-12 one’s own account', () => {
  it('shows a key once, when it was last used, and takes it away', async () => {
    const eva = await test.person('eva-keys');
    const made = await eva.send('/account', { form: 'new', name: 'nightly import', scopes: 'build:read' });
    const key = /sk_[\w-]{43}/.exec(made.html)?.[0] ?? '';
    expect(key).toHaveLength(46);
    const before = await eva.get('/account');
    expect([
      before.html.includes(key),
      before.html.includes('never used'),
      before.html.includes(`sk_…${key.slice(-4)}`),
    ]).toEqual([false, true, true]);
    expect((await test.server.call('/v1/skillset/list', { headers: { Authorization: `Bearer ${key}` } })).status).toBe(
      200,
    );
    expect((await eva.get('/account')).html).toContain('last used just now');
    const id = /value="(key-[^"]+)"/.exec(before.html)?.[1] ?? '';
    expect((await eva.send('/account', { form: id, anchor: 'keys' })).location).toBe('/account?saved#keys');
    expect((await test.server.call('/v1/skillset/list', { headers: { Authorization: `Bearer ${key}` } })).status).toBe(
      401,
    );
    const again = await eva.send('/account', { form: id });
    expect([again.status, again.html.includes('role="alert"')]).toEqual([422, true]);
    const nameless = await eva.send('/account', { form: 'new', name: '' });
    expect([nameless.status, nameless.html.includes('This field is needed.')]).toEqual([422, true]);
  });

  it('ends another browser, and all others', async () => {
    const [here, there, further] = [
      await test.person('many-browsers'),
      await test.person('many-browsers'),
      await test.person('many-browsers'),
    ];
    const id = /value="(browser-[^"]+)"/.exec((await here.get('/account')).html)?.[1] ?? '';
    await here.send('/account', { form: id });
    const isIn = async (visitor: Visitor) => (await visitor.get('/usage')).status === 200;
    expect([await isIn(here), [await isIn(there), await isIn(further)].filter(Boolean).length]).toEqual([true, 1]);
    await here.send('/account', { form: 'browsers' });
    expect([await isIn(here), await isIn(there), await isIn(further)]).toEqual([true, false, false]);
    expect((await here.get('/account')).html).toContain('Only this one.');
  });

  it('H-10 shows what the assistant did as text, and switches it off', async () => {
    const ada = await test.person('ada');
    const ask = (body: object) =>
      test.server.call('/v1/skillset/create', { body, headers: { ...ada.headers, 'X-Sotto-Assistant': 'request' } });
    expect((await ada.get('/account')).html).toContain('Nothing yet.');
    await ask({ name: '<script>alert(1)</script>' });
    const { html } = await ada.get('/account');
    expect(html).toContain('POST /v1/skillset/create');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    await ada.send('/account', { form: 'assistant', isOn: 'off' });
    expect((await ask({ name: 'x' })).status).toBe(403);
    expect((await ada.get('/account')).html).toContain('It is off');
  });

  it('sets a password and never shows it again', async () => {
    const fay = await test.person('fay');
    const short = await fay.send('/account', { form: 'password', password: 'too short' });
    expect([short.status, short.html.includes('too short'), short.html.includes('At least 10 characters.')]).toEqual([
      422,
      false,
      true,
    ]);
    expect((await fay.send('/account', { form: 'password', password: 'long enough now' })).status).toBe(303);
    expect(
      (
        await test
          .anybody()
          .send('/signin', { form: 'password', email: 'fay@example.com', password: 'long enough now' })
      ).status,
    ).toBe(303);
  });
});

describe('H-3 conversations', () => {
  it('are shown to their owner step by step, and to nobody else', async () => {
    const id = idIn(
      (await ana.send('/integrations/widget/new', { form: 'widget', name: 'Talk', botId: 'new' })).location,
    );
    const session = await test.server.openSession(id);
    await (await test.server.send(session, { id: 'm-0123456789', text: 'hello <b>you</b>' })).text();
    const path = `/conversations/${session.conversationId}`;
    const { html } = await ana.get(path);
    expect(html).toContain('<p class="line-text" dir="auto">hello &lt;b&gt;you&lt;/b&gt;</p>');
    // What the bot wrote is set as markdown, as the visitor saw it.
    expect(html).toMatch(/<li class="line line-bot">.*?<div class="line-text prose"><p>/s);
    const situation = await ana.get(`/playground/situation?conversationId=${session.conversationId}`);
    expect(situation.html).toContain('1 reply,');
    for (const other of [test.anybody(), await test.person('carl')]) {
      const { html: refusal } = await other.get(path);
      expect(refusal).toContain('This conversation cannot be opened here');
      const unknown = await other.get('/conversations/conv_unknown');
      expect(refusal).toBe(unknown.html.replaceAll('conv_unknown', session.conversationId));
    }
  });
});

describe('H-13 pricing where billing is off', () => {
  it('says so, and sells nothing', async () => {
    const { html } = await ana.get('/pricing');
    expect(html).toContain('Billing is off on this server');
    expect(html).not.toContain('name="plan"');
    const refused = await ana.send('/pricing', { form: 'checkout', plan: 'basic', returnTo: '/usage' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Billing is off on this server: every account has everything.');
    expect((await test.anybody().send('/pricing', { form: 'checkout', plan: 'basic' })).location).toBe(
      '/signin?callbackUrl=%2Fpricing',
    );
  });
});
