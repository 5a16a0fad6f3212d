import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../testing/builder';
import { clientId, type TestSession } from '../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Described {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
}

/** NUL, which PostgreSQL keeps in no text, and halves of surrogate pairs, which no UTF-8 has. */
const UNKEEPABLE = ['a%00b', '%ED%A0%80'];

/** Parameters of every list, with a pattern of their own. */
const PAGE = ['cursor', 'take'];

describe('SV-19 texts that no database keeps', () => {
  let test: BuilderTest;
  let olga: Person;
  let widget: string;
  let secret: string;
  beforeAll(async () => {
    test = await startBuilderTest({ config: { allowsGraphqlMutations: true } });
    olga = await test.person('olga');
    const botId = await olga.make('/v1/bot/create', { name: 'Bot' });
    const config = { attachments: true };
    widget = await olga.make('/v1/integration/widget/create', { name: 'Shop', botId, config });
    secret = String((await olga.ask(`/v1/integration/widget/${widget}/identity/create`, {})).body['secret']);
  });
  afterAll(() => test.server.close(0));
  const open = (identity?: string) =>
    test.call(`/v1/integration/widget/${widget}/session/create`, {
      body: identity === undefined ? {} : { contact: { identity } },
    });

  it('SV-19: in a query or a path of any call are no failure of the server', async () => {
    const { paths } = (await (await test.call('/v1/openapi.json')).json()) as Described;
    const failed: string[] = [];
    const tried: string[] = [];
    const get = async (address: string): Promise<void> => {
      tried.push(address);
      const response = await test.call(address, { headers: olga.headers });
      await response.body?.cancel();
      if (response.status >= 500) failed.push(`${String(response.status)} ${address}`);
    };
    for (const [path, { get: call }] of Object.entries(paths)) {
      if (!call || path.endsWith('/stream') || path.endsWith('/live')) continue;
      const address = (id: string): string => path.replaceAll(/\{\w+\}/g, id);
      if (path.includes('{')) await get(address('a%00b'));
      const texts = (call.parameters ?? []).filter((each) => each.in === 'query' && !PAGE.includes(each.name));
      for (const { name } of texts) for (const text of UNKEEPABLE) await get(`${address(widget)}?${name}=${text}`);
    }
    for (const text of UNKEEPABLE) {
      await get(`/integrations/widget/${text}/frame`);
      await get(`/auto/widget/frame?type=${text}`);
      await get(`/v1/auth/signin/link?email=${text}&token=${text}`);
    }
    expect(tried.length).toBeGreaterThan(80);
    expect(failed).toEqual([]);
  });

  it('SV-19: in GraphQL are read without what cannot be kept', async () => {
    const ask = async (query: string, variables: object = {}) =>
      (await olga.ask('/v1/graphql', { query, variables })).body as { data?: unknown; errors?: unknown };
    expect(await ask('{ hub(type: bot, q: "a\\u0000b") { items { id } } }')).toEqual({ data: { hub: { items: [] } } });
    expect(await ask('{ skillset(id: "a\\u0000b") { id } }')).toEqual({ data: { skillset: null } });
    const { data } = await ask('mutation { createSkillset(input: { name: "a\\u0000b" }) { name } }');
    expect(data).toEqual({ createSkillset: { name: 'ab' } });
  });

  it.each([
    ['subject', { sub: 'ana\0' }],
    ['mail address', { sub: 'ana', email: 'ana@example.com\0' }],
    ['further claim', { sub: 'ana', plan: 'pro\ud800' }],
    ['nested claim', { sub: 'ana', team: { name: 'a\0' } }],
  ])('SV-19: in the %s of a proof make it none: what is left without them may be somebody else', async (_, claims) => {
    const identity = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret));
    expect((await open(identity)).status).toBe(403);
  });

  it('SV-19: in what a model writes and in names of files are left out', async () => {
    const session = (await (await open()).json()) as TestSession;
    const { conversationId, token } = session;
    const upload = await test.call(`/v1/conversation/${conversationId}/attachment/upload`, {
      body: new TextEncoder().encode('A file'),
      token,
      headers: { 'Content-Type': 'application/octet-stream', 'X-File-Name': 'a%00b.txt' },
    });
    expect([upload.status, await upload.json()]).toMatchObject([200, { name: 'ab.txt' }]);
    test.model.next({ text: 'An \0answer\ud800.' });
    const stream = await (await test.send(session, { id: clientId(), text: 'Hello' })).text();
    expect(stream).not.toContain('event: error');
    const list = await test.call(`/v1/conversation/${conversationId}/message/list`, { token });
    const { items } = (await list.json()) as { items: { type: string; text: string }[] };
    expect(items.find(({ type }) => type === 'bot')?.text).toBe('An answer\ufffd.');
    const dataset = await olga.make('/v1/dataset/create', { name: 'D' });
    const document = await test.call(`/v1/dataset/${dataset}/file/upload`, {
      body: new TextEncoder().encode('A document'),
      headers: { ...olga.headers, 'Content-Type': 'application/octet-stream', 'X-File-Name': 'a%00b.txt' },
    });
    expect([document.status, await document.json()]).toMatchObject([200, {}]);
  });
});
