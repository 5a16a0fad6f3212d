import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ASSISTANT_HEADER } from '@sotto/hub-api';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Page {
  items: Record<string, unknown>[];
  cursor: string | null;
}

describe('FH-2 what visitors left', () => {
  let test: BuilderTest;
  let ana: Person;
  let ben: Person;
  let shop: string;
  let help: string;
  let first: TestSession;
  let second: TestSession;
  let botMessage: string;

  beforeAll(async () => {
    test = await startBuilderTest();
    [ana, ben] = [await test.person('ana'), await test.person('ben')];
    const botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    shop = await ana.make('/v1/integration/widget/create', { name: 'Shop', botId });
    help = await ana.make('/v1/integration/widget/create', { name: 'Help', botId });
    first = await talk(shop);
    await leave(first, { name: 'Zoë, "the first"', email: 'zoe@example.com', phone: '+49 170 1234' });
    second = await talk(help);
    await leave(second, { name: '=HYPERLINK("https://evil.example")', email: 'two@example.com' });
    const { messages } = (await ana.ask(`/v1/conversation/${first.conversationId}/fetch`)).body as {
      messages: { id: string; type: string }[];
    };
    botMessage = messages.find(({ type }) => type === 'bot')?.id ?? '';
    await test.call(`/v1/conversation/${first.conversationId}/message/${botMessage}/downvote`, {
      token: first.token,
      body: { reason: 'Not my order\n+1' },
    });
  });
  afterAll(() => test.server.close(0));

  async function talk(widgetId: string): Promise<TestSession> {
    const session = await test.openSession(widgetId);
    test.model.next({ text: 'It is on its way, "soon".' });
    await (await test.send(session, { id: clientId(), text: 'hello' })).text();
    return session;
  }

  async function leave(session: TestSession, contact: object): Promise<void> {
    expect(
      (
        await test.call(`/v1/conversation/${session.conversationId}/contact/upsert`, {
          token: session.token,
          body: contact,
        })
      ).status,
    ).toBe(200);
  }

  const list = async (person: Person, path: string): Promise<Page> => (await person.ask(path)).body as unknown as Page;

  it('FH-2: the contact and every vote are on the conversation', async () => {
    const { body } = await ana.ask(`/v1/conversation/${first.conversationId}/fetch`);
    expect(body['contact']).toMatchObject({
      name: 'Zoë, "the first"',
      email: 'zoe@example.com',
      phone: '+49 170 1234',
      isVerified: false,
      externalId: null,
      widgetId: shop,
    });
    expect(body['votes']).toMatchObject([
      {
        messageId: botMessage,
        direction: 'down',
        value: -100,
        reason: 'Not my order\n+1',
        messageText: 'It is on its way, "soon".',
      },
    ]);
  });

  it('FH-2: the list of conversations names the person and counts the votes, for all widgets or for one', async () => {
    const all = await list(ana, '/v1/conversation/list');
    expect(all.items.find(({ id }) => id === first.conversationId)).toMatchObject({
      contact: { name: 'Zoë, "the first"' },
      votes: { up: 0, down: 1 },
    });
    expect(all.items.find(({ id }) => id === second.conversationId)).toMatchObject({
      contact: { email: 'two@example.com' },
      votes: { up: 0, down: 0 },
    });
    expect((await list(ana, `/v1/conversation/list?widgetId=${help}`)).items.map(({ id }) => id)).toEqual([
      second.conversationId,
    ]);
  });

  it('FH-2: contacts and votes are lists with pages', async () => {
    const page = await list(ana, '/v1/contact/list?take=1');
    const next = await list(ana, `/v1/contact/list?take=1&cursor=${page.cursor ?? ''}`);
    expect([...page.items, ...next.items].map(({ email }) => email).sort()).toEqual([
      'two@example.com',
      'zoe@example.com',
    ]);
    expect(next.cursor).toBeNull();
    expect((await list(ana, `/v1/contact/list?widgetId=${shop}`)).items.map(({ email }) => email)).toEqual([
      'zoe@example.com',
    ]);
    expect((await list(ana, '/v1/vote/list')).items).toMatchObject([
      { conversationId: first.conversationId, widgetId: shop, messageId: botMessage, direction: 'down' },
    ]);
    expect((await list(ana, `/v1/vote/list?widgetId=${help}`)).items).toEqual([]);
    expect((await ana.ask('/v1/contact/list?cursor=nonsense')).status).toBe(400);
  });

  it('FH-2: another owner sees none of it, and whoever is not signed in is asked to', async () => {
    expect((await list(ben, '/v1/contact/list')).items).toEqual([]);
    expect((await list(ben, '/v1/vote/list')).items).toEqual([]);
    for (const path of [
      `/v1/contact/list?widgetId=${shop}`,
      `/v1/vote/list?widgetId=${shop}`,
      `/v1/contact/export?widgetId=${shop}`,
      `/v1/vote/export?widgetId=${shop}`,
      `/v1/conversation/list?widgetId=${shop}`,
    ]) {
      const body = path.includes('/export') ? {} : undefined;
      expect([path, (await ben.ask(path, body)).status, (await test.call(path, body && { body })).status]).toEqual([
        path,
        404,
        401,
      ]);
    }
    const bens = await (await test.call('/v1/contact/export', { method: 'POST', headers: ben.headers })).text();
    expect(bens.split('\r\n')).toHaveLength(2);
    // The visitor's own token opens the conversation, not what its owner reads.
    expect((await test.call('/v1/contact/list', { token: first.token })).status).toBe(401);
  });

  it('FH-2: a program reads them with a key of the account', async () => {
    const { secret } = (await ana.ask('/v1/secret/create', { name: 'reports' })).body as { secret: string };
    const answer = await test.call('/v1/contact/list', { token: secret });
    expect([answer.status, ((await answer.json()) as Page).items.length]).toEqual([200, 2]);
  });

  it('FH-2: contacts come as CSV that Excel reads and no formula runs in', async () => {
    const answer = await test.call('/v1/contact/export', { method: 'POST', headers: ana.headers });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="sotto-contacts-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect([answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')]).toEqual([
      'no-store',
      'nosniff',
    ]);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
    const lines = text.split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFname,email,phone,verified,external_id,widget,widget_id,conversation_id,created_at,updated_at',
    );
    expect(text).toContain('"Zoë, ""the first""",zoe@example.com,\'+49 170 1234,no,,Shop,');
    expect(text).toContain('"\'=HYPERLINK(""https://evil.example"")",two@example.com,');
    expect(text).toMatch(/,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\r\n$/);
    const one = await (
      await test.call(`/v1/contact/export?widgetId=${help}`, { method: 'POST', headers: ana.headers })
    ).text();
    expect([one.includes('two@example.com'), one.includes('zoe@example.com')]).toEqual([true, false]);
  });

  it('FH-2: votes come as CSV: which way, on what, when', async () => {
    const text = await (await test.call('/v1/vote/export', { method: 'POST', headers: ana.headers })).text();
    expect(text).toContain(
      'direction,value,reason,message,widget,widget_id,conversation_id,message_id,created_at,updated_at',
    );
    expect(text).toContain(
      `down,-100,"Not my order\n+1","It is on its way, ""soon"".",Shop,${shop},${first.conversationId},${botMessage},`,
    );
  });

  it('FH-2: an export has more than one page of rows, each once', async () => {
    const widget = await ana.make('/v1/integration/widget/create', {
      name: 'Busy',
      botId: (await list(ana, '/v1/bot/list')).items[0]?.['id'],
    });
    const rows = Array.from({ length: 1_203 }, (_, index) => index);
    const { conversations, contacts } = await import('../../db/schema');
    await test.database
      .insert(conversations)
      .values(
        rows.map((row) => ({ id: `conv_busy${String(row)}`, widgetId: widget, createdAt: row % 7, lastActivityAt: 1 })),
      );
    await test.database.insert(contacts).values(
      rows.map((row) => ({
        id: `contact_busy${String(row)}`,
        conversationId: `conv_busy${String(row)}`,
        name: `N${String(row)}`,
        createdAt: row % 7,
        updatedAt: 1,
      })),
    );
    const text = await (
      await test.call(`/v1/contact/export?widgetId=${widget}`, { method: 'POST', headers: ana.headers })
    ).text();
    const names = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(names).toHaveLength(rows.length);
    expect(new Set(names).size).toBe(rows.length);
  });

  it('FH-2: GraphQL answers the same, page by page', async () => {
    const ask = async (person: Person, query: string, headers: Record<string, string> = {}) =>
      (await (
        await test.call('/api/v1/graphql', { body: { query }, headers: { ...person.headers, ...headers } })
      ).json()) as { data: Record<string, Page> | null; errors?: { extensions: { code: string } }[] };
    const query =
      `{ contacts(widgetId: "${shop}", first: 5) { items { name email phone isVerified conversationId } ` +
      `cursor } votes(first: 5) { items { direction value reason messageId messageText } cursor } ` +
      `conversations(first: 50) { items { id contact { name } votes { up down } } } }`;
    const { data } = await ask(ana, query);
    expect(data).toMatchObject({
      contacts: { items: [{ email: 'zoe@example.com', phone: '+49 170 1234' }], cursor: null },
      votes: { items: [{ direction: 'down', value: -100, messageId: botMessage }] },
    });
    expect(data?.['conversations']?.items.find(({ id }) => id === first.conversationId)).toMatchObject({
      contact: { name: 'Zoë, "the first"' },
      votes: { up: 0, down: 1 },
    });
    expect((await ask(ben, `{ contacts(widgetId: "${shop}") { items { id } } }`)).errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND' } },
    ]);
    expect((await ask(ben, '{ contacts { items { id } } votes { items { messageId } } }')).data).toEqual({
      contacts: { items: [] },
      votes: { items: [] },
    });
    // The assistant reads pages of strangers: people's addresses are no answer to it, under no name.
    const assisted = await ask(ana, '{ contacts { items { e: email } } }', {
      [ASSISTANT_HEADER]: 'graphql',
      Origin: 'http://localhost:3000',
    });
    expect(assisted.errors).toMatchObject([{ extensions: { code: 'NOT_AUTHORIZED' } }]);
    const around = await ask(ana, '{ conversations { items { contact { e: email } } } }', {
      [ASSISTANT_HEADER]: 'graphql',
      Origin: 'http://localhost:3000',
    });
    expect([JSON.stringify(around.data).includes('@'), around.errors?.[0]?.extensions.code]).toEqual([
      false,
      'NOT_AUTHORIZED',
    ]);
  });
});
