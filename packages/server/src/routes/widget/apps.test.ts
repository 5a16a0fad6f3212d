import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '@sotto/widget-core/api';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';
import { createMcpFetch, MCP_ADDRESS } from '../../testing/mcpFetch';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const URI = 'ui://weather/view.html';
const HTML = '<!doctype html><p>Weather</p><script>document.title = "Weather"</script>';
const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false };
const READS = { readOnlyHint: true };
const RESULT = { content: [{ type: 'text', text: 'Sun in Paris' }], structuredContent: { degrees: 31 } };
const SECRETS = ['Paris', 'degrees'];

interface Called {
  readonly name: string;
  readonly arguments: JsonObject;
}

describe('S-10 MCP Apps: the tool of a server that names a page', () => {
  const clock = createManualClock(Date.parse('2026-11-23T08:00:00Z'));
  let test: BuilderTest;
  let ana: Person;
  let tools: JsonObject[] = [];
  let resource: JsonObject = {};
  let read: string[] = [];
  let calls: Called[] = [];
  beforeAll(async () => {
    const answer = (method: string, params: JsonObject): object | undefined => {
      if (method === 'tools/call') calls.push(params as unknown as Called);
      if (method === 'resources/read') read.push(params['uri'] as string);
      const results: Record<string, object> = {
        'tools/list': { tools },
        'resources/list': { resources: [] },
        'resources/read': { contents: [resource] },
        'tools/call': RESULT,
      };
      return results[method];
    };
    test = await startBuilderTest({ clock, publicFetch: createMcpFetch(clock, answer) });
    ana = await test.person('ana');
  });
  beforeEach(() => {
    read = [];
    calls = [];
    resource = page();
    tools = [
      tool('forecast', { annotations: READS, _meta: { ui: { resourceUri: URI } } }),
      tool('reload', { annotations: READS, _meta: { ui: { visibility: ['app'] } } }),
      tool('inner', { annotations: READS, _meta: { ui: { visibility: ['model'] } } }),
      tool('book', { title: 'Book a trip' }),
    ];
  });
  afterAll(() => test.server.close(0));

  const tool = (name: string, more: JsonObject): JsonObject => ({
    name,
    description: name,
    inputSchema: SCHEMA,
    ...more,
  });
  const page = (more: JsonObject = {}): JsonObject => ({
    uri: URI,
    mimeType: 'text/html;profile=mcp-app',
    text: HTML,
    ...more,
  });

  async function attach(isShown = true) {
    const skillset = await ana.make('/v1/skillset/create', { name: 'S' });
    const server = await ana.make(`/v1/skillset/${skillset}/mcp/create`, {
      name: 'Weather',
      url: MCP_ADDRESS,
    });
    const bot = await ana.make('/v1/bot/create', { name: 'B', skillsets: [skillset] });
    const widget = await ana.make('/v1/integration/widget/create', { botId: bot });
    const path = `/v1/skillset/${skillset}/mcp/${server}`;
    const show = (showsApp: boolean) => ana.ask(`${path}/tool/update`, { name: 'forecast', showsApp });
    const look = async () => (await ana.ask(`${path}/test`, {})).body['tools'] as (JsonObject & { digest: string })[];
    const seen = await look();
    if (isShown) await show(true);
    const session = await test.openSession(widget);
    /** Lets the model call the tool, and gives what the visitor's browser reads of it. */
    const use = async (): Promise<string> => {
      test.model.next({ call: 'forecast', args: { city: 'Paris' } });
      test.model.next({ text: 'It is sunny.' });
      return (await test.send(session, { id: clientId(), text: 'Weather?' })).text();
    };
    const app = async (): Promise<string> => /"app":"(\w+)"/.exec(await use())?.[1] ?? '';
    return { path, widget, skillset, bot, session, seen, show, look, use, app };
  }
  const listOf = async ({ conversationId, token }: TestSession) =>
    (await test.call(`/v1/conversation/${conversationId}/message/list`, { token })).text();
  const fetchApp = async ({ conversationId, token }: TestSession, app: string) => {
    const response = await test.call(`/v1/conversation/${conversationId}/app/${app}/fetch`, { token });
    return { status: response.status, body: (await response.json()) as JsonObject };
  };
  const callTool = async ({ conversationId, token }: TestSession, app: string, body: JsonObject) => {
    const response = await test.call(`/v1/conversation/${conversationId}/app/${app}/call`, { body, token });
    return { status: response.status, body: (await response.json()) as JsonObject };
  };

  it('is named in the reply and in the list after a reload, without what the tool was asked and answered', async () => {
    const { session, use } = await attach();
    const reply = await use();
    const list = await listOf(session);
    const [, app = ''] = /"app":"(\w+)"/.exec(reply) ?? [];
    expect(list).toContain(`"app":"${app}"`);
    expect(SECRETS.filter((secret) => reply.includes(secret) || list.includes(secret))).toEqual([]);
    // The model reads the text; the structured result is for the page.
    expect(JSON.stringify(test.model.requests.at(-1)?.messages)).toContain('Sun in Paris');
    expect(JSON.stringify(test.model.requests.at(-1)?.messages)).not.toContain('degrees');
    expect(await fetchApp(session, app)).toMatchObject({
      status: 200,
      body: { tool: { name: 'forecast', inputSchema: SCHEMA }, input: { city: 'Paris' }, result: RESULT },
    });
  });

  it('SV-5: a call that is carried out counts for the widget’s budget; one that is refused does not', async () => {
    const { session, app, widget } = await attach();
    const id = await app();
    const budgets = { widget: { messages: 1 } };
    expect((await ana.ask(`/v1/integration/widget/${widget}/update`, { budgets })).status).toBe(200);
    const call = (name: string) => callTool(session, id, { name, arguments: { city: 'Rome' } });
    for (let tries = 0; tries < 3; tries += 1) expect((await call('unknown')).status).toBe(404);
    expect((await call('forecast')).status).toBe(200);
    expect(await call('forecast')).toMatchObject({ status: 429, body: { code: 'LIMITS_REACHED' } });
  });

  it('A818: an app stays hidden until the owner shows it, and is gone when the owner hides it or detaches the server', async () => {
    const hidden = await attach(false);
    expect(hidden.seen[0]).toMatchObject({ name: 'forecast', showsApp: false, app: { uri: URI, origins: [] } });
    expect(await hidden.app()).toBe('');
    resource = page({ text: `${HTML}<p>Of this server alone</p>` });
    const { session, app, show, path } = await attach();
    const id = await app();
    await show(false);
    expect((await fetchApp(session, id)).status).toBe(404);
    await show(true);
    const { body } = await fetchApp(session, id);
    expect((await test.call(body['page'] as string, {})).status).toBe(200);
    await ana.make(`${path}/delete`);
    expect((await fetchApp(session, id)).status).toBe(404);
    expect((await test.call(body['page'] as string, {})).status).toBe(404);
  });

  it('A818: an app of another conversation is as unknown as none', async () => {
    const { widget, app } = await attach();
    const id = await app();
    const other = await test.openSession(widget);
    expect((await fetchApp(other, id)).status).toBe(404);
    expect((await callTool(other, id, { name: 'reload' })).status).toBe(404);
    expect(calls).toHaveLength(1);
  });

  it('A814: a page has no origin and reaches nothing but what it declares', async () => {
    resource = page({
      _meta: {
        ui: {
          csp: {
            connectDomains: [
              'https://api.example.com',
              'wss://live.example.com',
              "https://x.example; script-src 'self'",
              '*',
              'https:',
            ],
            resourceDomains: ['https://*.cdn.example.com', 'http://plain.example.com', 'data:'],
          },
        },
      },
    });
    const { session, app, seen } = await attach();
    expect(seen[0]).toMatchObject({
      app: { origins: ['https://api.example.com', 'wss://live.example.com', 'https://*.cdn.example.com'] },
    });
    const address = (await fetchApp(session, await app())).body['page'] as string;
    const inner = await test.call(`${address}/page`, { headers: { 'Sec-Fetch-Dest': 'iframe' } });
    expect(await inner.text()).toBe(HTML);
    const policy = inner.headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'unsafe-inline' https://*.cdn.example.com",
      "style-src 'unsafe-inline' https://*.cdn.example.com",
      'img-src data: blob: https://*.cdn.example.com',
      'font-src data: https://*.cdn.example.com',
      'media-src data: blob: https://*.cdn.example.com',
      'connect-src https://api.example.com wss://live.example.com',
      "frame-src 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'none'",
      'sandbox allow-scripts allow-forms',
    ]);
    const shell = await test.call(address, { headers: { 'Sec-Fetch-Dest': 'iframe' } });
    const around = shell.headers.get('content-security-policy') ?? '';
    expect(around).toMatch(/default-src 'none'; script-src 'sha256-[^']+'; .*; frame-src http:\/\/[\w.:]+; /);
    expect(around).toMatch(/; sandbox allow-scripts allow-forms$/);
    expect(await shell.text()).not.toContain('Weather');
  });

  it('A814: a page is not shown by itself under the address of the server', async () => {
    const { session, app } = await attach();
    const address = (await fetchApp(session, await app())).body['page'] as string;
    for (const path of [address, `${address}/page`])
      for (const destination of ['document', 'object', 'script', 'empty'])
        expect((await test.call(path, { headers: { 'Sec-Fetch-Dest': destination } })).status).toBe(403);
  });

  it.each<[string, () => void]>([
    ['its page', () => (resource = page({ text: `${HTML}<script src="https://evil.test"></script>` }))],
    [
      'what the page reaches',
      () => (resource = page({ _meta: { ui: { csp: { connectDomains: ['https://evil.example'] } } } })),
    ],
    [
      'where the page is',
      () => (tools[0] = tool('forecast', { annotations: READS, _meta: { ui: { resourceUri: `${URI}?2` } } })),
    ],
    [
      'who calls it',
      () =>
        (tools[0] = tool('forecast', {
          annotations: READS,
          _meta: { ui: { resourceUri: URI, visibility: ['model'] } },
        })),
    ],
  ])('A813: pauses a tool when the server changes %s, until its owner has accepted it', async (_, change) => {
    const { use, look, path, app } = await attach();
    change();
    clock.advance(300_001);
    await use();
    expect(test.model.requests.at(-1)?.tools.map(({ name }) => name)).not.toContain('forecast');
    expect(calls).toEqual([]);
    const [seen] = await look();
    expect(seen).toMatchObject({ state: 'changed', accepted: { app: { uri: URI } } });
    await ana.make(`${path}/tool/accept`, { name: 'forecast', digest: String(seen?.digest) });
    expect(await app()).not.toBe('');
  });

  it('A815: reads ui:// addresses of its own tools alone, of the right kind and size', async () => {
    tools = [
      tool('forecast', { annotations: READS, _meta: { ui: { resourceUri: 'https://evil.example/' } } }),
      tool('other', { annotations: READS, _meta: { ui: { resourceUri: 'file:///etc/passwd' } } }),
    ];
    const { app, seen } = await attach();
    expect([await app(), read, seen[0]?.['app']]).toEqual(['', [], undefined]);
    for (const wrong of [
      page({ mimeType: 'text/html' }),
      page({ text: '' }),
      page({ text: 'a'.repeat(1_048_577) }),
      page({ text: 'a\0b' }),
    ]) {
      tools = [tool('forecast', { annotations: READS, _meta: { ui: { resourceUri: URI } } })];
      resource = wrong;
      clock.advance(300_001);
      const broken = await attach();
      expect(broken.seen[0]).toMatchObject({ app: { digest: '' } });
      expect(await broken.app()).toBe('');
    }
  });

  it('a page that cannot be read for a while pauses nothing: the tool answers without its app', async () => {
    const { use, app } = await attach();
    resource = { uri: URI, mimeType: 'text/html', text: 'Down' };
    clock.advance(300_001);
    expect(await use()).not.toContain('"app"');
    expect(calls).toHaveLength(1);
    resource = page();
    clock.advance(300_001);
    expect(await app()).not.toBe('');
  });

  it('a tool for apps alone is not offered to the model', async () => {
    const { use } = await attach();
    await use();
    expect(test.model.requests.at(-1)?.tools.map(({ name }) => name)).toEqual(['forecast', 'inner', 'book']);
  });

  it('A816: an app calls the tools of its own server that are accepted and meant for apps, and no others', async () => {
    const { session, app, look, path } = await attach();
    const id = await app();
    calls = [];
    expect(await callTool(session, id, { name: 'reload', arguments: { city: 'Rome' } })).toEqual({
      status: 200,
      body: { result: RESULT },
    });
    expect(calls).toMatchObject([{ name: 'reload', arguments: { city: 'Rome' } }]);
    calls = [];
    for (const name of ['inner', 'unknown', 'constructor', 'look_up'])
      expect((await callTool(session, id, { name })).status).toBe(404);
    expect((await callTool(session, id, { name: 'reload', arguments: { other: 1 } })).status).toBe(422);
    tools[1] = tool('reload', { description: 'Changed', annotations: READS, _meta: { ui: { visibility: ['app'] } } });
    await look();
    expect((await callTool(session, id, { name: 'reload' })).status).toBe(404);
    expect([calls, path !== '']).toEqual([[], true]);
  });

  it('A816: an app calls nothing once the bot has the server no more', async () => {
    const { session, app, bot } = await attach();
    const id = await app();
    await ana.make(`/v1/bot/${bot}/update`, { skillsets: [] });
    calls = [];
    expect([(await callTool(session, id, { name: 'reload' })).status, calls]).toEqual([404, []]);
  });

  it('A809 A816: a tool that changes something runs after the visitor’s yes only; all of it is in the audit log', async () => {
    const { session, app } = await attach();
    const id = await app();
    calls = [];
    const book = { name: 'book', arguments: { city: 'Rome' } };
    expect(await callTool(session, id, book)).toEqual({ status: 200, body: { question: 'Book a trip' } });
    expect(await callTool(session, id, { ...book, approved: false })).toEqual({ status: 200, body: {} });
    expect(calls).toEqual([]);
    expect(await callTool(session, id, { ...book, approved: true })).toMatchObject({ body: { result: RESULT } });
    expect(calls).toMatchObject([book]);
    const log = JSON.stringify((await ana.ask('/v1/audit/list?take=20')).body);
    for (const row of ['tool.ask', '"outcome":"refused"', '"outcome":"approved"', 'tool.call', 'mcp.tool-update'])
      expect(log).toContain(row);
    expect(log).not.toContain('Rome');
  });

  it('A816: one conversation’s apps call at most 30 tools a minute', async () => {
    const { session, app } = await attach();
    const id = await app();
    const statuses = [];
    for (let count = 0; count < 31; count += 1) statuses.push((await callTool(session, id, { name: 'reload' })).status);
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([30, 429]);
  });

  it('a repeated call with its key is made once', async () => {
    const { session, app } = await attach();
    const id = await app();
    calls = [];
    for (const replayed of [null, 'true']) {
      const response = await test.call(`/v1/conversation/${session.conversationId}/app/${id}/call`, {
        body: { name: 'reload' },
        token: session.token,
        headers: { 'Idempotency-Key': 'app-call' },
      });
      expect(response.headers.get('idempotent-replayed')).toBe(replayed);
    }
    expect(calls).toHaveLength(1);
  });
});
