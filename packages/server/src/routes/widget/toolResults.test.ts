import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '@sotto/widget-core/api';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { clientId, type TestSession } from '../../testing/startTestServer';
import { SERVER_SETTINGS } from '@sotto/widget-core/internal/server';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ARGUMENT = 'customer-4711';
const RESULT = 'INTERNAL margin 40 percent';
const FAILURE = 'There is no tool named internal_audit';
const ALL = [ARGUMENT, RESULT, FAILURE];

describe('FS-8 what tools are asked and what they answer', () => {
  let test: BuilderTest;
  let ana: Person;
  let key: string;
  let bot: string;
  let skillset: string;
  beforeAll(async () => {
    test = await startBuilderTest();
    ana = await test.person('ana');
    key = String((await ana.ask('/v1/secret/create', { name: 'backend' })).body['secret']);
    skillset = await ana.make('/v1/skillset/create', { name: 'Prices', visibility: 'public' });
    await ana.make(`/v1/skillset/${skillset}/ability/create`, {
      name: 'Look up',
      instruction: `${RESULT}\n\n\`\`\`search\n{{customer}}\n\`\`\``,
    });
    bot = await ana.make('/v1/bot/create', { name: 'B', skillsets: [skillset] });
  });
  afterAll(() => test.server.close(0));

  const widgetWith = (config: JsonObject = {}) => ana.make('/v1/integration/widget/create', { botId: bot, config });
  async function open(config: JsonObject = {}, body: JsonObject = {}, token?: string): Promise<TestSession> {
    return (await (
      await test.call(`/v1/integration/widget/${await widgetWith(config)}/session/create`, { body, token })
    ).json()) as TestSession;
  }
  /** Sends a message for which the bot uses one tool, and fails at another. */
  async function use(
    { conversationId, token }: Pick<TestSession, 'conversationId' | 'token'>,
    accept = 'text/event-stream',
  ): Promise<string> {
    test.model.next({ call: 'look_up', args: { customer: ARGUMENT } });
    test.model.next({ call: 'internal_audit', args: {} });
    test.model.next({ text: 'That is 12 euros.' });
    const response = await test.call(`/v1/conversation/${conversationId}/complete`, {
      body: { id: clientId(), text: 'How much?' },
      token,
      headers: { Accept: accept },
    });
    return response.text();
  }
  const listed = async (
    { conversationId }: Pick<TestSession, 'conversationId'>,
    options: { token?: string; headers?: Record<string, string> },
  ) => (await test.call(`/v1/conversation/${conversationId}/message/list`, options)).text();
  const seen = (text: string) => ALL.filter((each) => text.includes(each));

  it.each(['text/event-stream', 'application/jsonl', 'application/json'])(
    'stay on the server for visitors: rows say what is being done, in %s',
    async (accept) => {
      const session = await open();
      const reply = await use(session, accept);
      expect(seen(reply)).toEqual([]);
      for (const row of [
        'Calls look_up',
        'look_up answered',
        '"type":"request"',
        '"type":"response"',
        '"name":"look_up"',
      ])
        expect(reply).toContain(row);
      expect(reply).toContain('That is 12 euros.');
      const list = await listed(session, session);
      expect(seen(list)).toEqual([]);
      expect(list).toContain('Calls look_up');
      // The model has read all of it.
      expect(seen(JSON.stringify(test.model.requests.at(-1)?.messages))).toEqual(ALL);
    },
  );

  it('stay on the server when a visitor comes back in the middle of a reply', async () => {
    const session = await open();
    const [, runId] = /^id: (\w+)\.1$/m.exec(await use(session)) ?? [];
    const again = await test.call(`/v1/conversation/${session.conversationId}/complete`, {
      token: session.token,
      headers: { Accept: 'text/event-stream', 'Last-Event-ID': `${String(runId)}.1` },
      method: 'GET',
    });
    const text = await again.text();
    expect([again.status, seen(text), text.includes('Calls look_up')]).toEqual([200, [], true]);
  });

  it('go to the account: its key, its person, and conversations as it reads them', async () => {
    const session = await open();
    expect(seen(await use({ ...session, token: key }))).toEqual(ALL);
    expect(seen(await listed(session, { token: key }))).toEqual(ALL);
    expect(seen(await listed(session, { headers: ana.headers }))).toEqual(ALL);
    expect(seen(JSON.stringify((await ana.ask(`/v1/conversation/${session.conversationId}/fetch`)).body))).toEqual(ALL);
    expect(seen(await listed(session, session))).toEqual([]);
  });

  it('go to visitors where the owner shares them, from the next call on', async () => {
    const widget = await widgetWith({ toolResults: 'shared' });
    const session = await test.openSession(widget);
    expect(seen(await use(session))).toEqual(ALL);
    expect(seen(await listed(session, session))).toEqual(ALL);
    await ana.make(`/v1/integration/widget/${widget}/update`, { config: { toolResults: 'private' } });
    expect(seen(await listed(session, session))).toEqual([]);
  });

  it('go with a token that the account’s program asks for, and with no other token', async () => {
    const asked = await open({}, { toolResults: 'shared' }, key);
    expect(seen(await use(asked))).toEqual(ALL);
    const plain = await open({}, {}, key);
    expect(seen(await use(plain))).toEqual([]);
    const renewed = await test.call(`/v1/conversation/${plain.conversationId}/session/create`, {
      body: { toolResults: 'shared' },
      token: key,
    });
    expect(seen(await listed(plain, (await renewed.json()) as { token: string }))).toEqual(ALL);

    const widget = await widgetWith();
    const forbidden = await test.call(`/v1/integration/widget/${widget}/session/create`, {
      body: { toolResults: 'shared' },
    });
    expect([forbidden.status, await forbidden.json()]).toMatchObject([403, { code: 'NOT_AUTHORIZED' }]);
    // A browser that continues with its token gets one for browsers.
    const continued = await test.call(`/v1/integration/widget/${(await widgetOf(asked)).wid}/session/create`, {
      body: { conversationId: asked.conversationId },
      token: asked.token,
    });
    const next = (await continued.json()) as TestSession;
    expect([next.conversationId, seen(await listed(next, next))]).toEqual([asked.conversationId, []]);
  });

  it('H-3 go to the author who tries a thing out, and to nobody else who does', async () => {
    const ben = await test.person('ben');
    const trial = async (person: Person) => {
      const { id, token } = (await person.ask(`/v1/hub/skillset/${skillset}/session/create`, {})).body as {
        id: string;
        token: string;
      };
      return { conversationId: id, token };
    };
    const own = await trial(ana);
    expect(seen(await use(own))).toEqual(ALL);
    expect(seen(JSON.stringify((await ana.ask(`/v1/conversation/${own.conversationId}/fetch`)).body))).toEqual(ALL);
    const foreign = await trial(ben);
    for (const accept of ['text/event-stream', 'application/json'])
      expect(seen(await use(foreign, accept))).toEqual([]);
    expect(seen(await listed(foreign, foreign))).toEqual([]);
    const fetched = JSON.stringify((await ben.ask(`/v1/conversation/${foreign.conversationId}/fetch`)).body);
    expect([seen(fetched), fetched.includes('Calls look_up')]).toEqual([[], true]);
  });

  it('a call of the page’s own function keeps its arguments: the page is to run it', async () => {
    const session = await open();
    test.model.next({ call: 'getOrder', args: { customer: ARGUMENT } });
    const response = await test.call(`/v1/conversation/${session.conversationId}/complete`, {
      body: { text: 'Where?', functions: { getOrder: { description: 'An order' } } },
      token: session.token,
    });
    expect(await response.json()).toMatchObject({
      end: { reason: 'activity' },
      messages: [
        {},
        {
          meta: {
            activity: {
              channel: expect.any(String),
              function: { name: 'getOrder', arguments: { customer: ARGUMENT } },
            },
          },
        },
      ],
    });
  });

  it('the setting is private or shared, and is told to no browser', async () => {
    const refused = await ana.ask('/v1/integration/widget/create', { botId: bot, config: { toolResults: 'public' } });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('toolResults must be \\"private\\" or \\"shared\\"'),
    ]);
    const officeHours = { timeZone: 'UTC', days: [{ day: 1, from: '09:00', to: '17:00' }] };
    const widget = await widgetWith({ toolResults: 'shared', handover: true, nothingFound: 'Call us.', officeHours });
    expect((await ana.ask(`/v1/integration/widget/${widget}/fetch`)).body).toMatchObject({
      config: { toolResults: 'shared' },
    });
    for (const path of [`/v1/integration/widget/${widget}/config`, `/integrations/widget/${widget}/config.mjs`]) {
      const stored = await test.call(path);
      const text = await stored.text();
      expect([stored.status, Object.keys(SERVER_SETTINGS).filter((name) => text.includes(name))]).toEqual([200, []]);
    }
  });
});

async function widgetOf({ token }: Pick<TestSession, 'token'>): Promise<{ wid: string }> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { wid: string };
}
