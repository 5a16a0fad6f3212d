import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const TOLD = 'I have told the team. A person will answer you here as soon as possible.';

describe('FH-3 a visitor asks for a person', () => {
  let test: BuilderTest;
  let ana: Person;
  let botId: string;
  beforeAll(async () => {
    test = await startBuilderTest({
      publicFetch: async (url) => {
        const status = Number(new URL(url).pathname.slice(1));
        return { url, status, type: 'application/json', headers: {}, bytes: new TextEncoder().encode('{}') };
      },
    });
    ana = await test.person('ana');
    botId = await ana.make('/v1/bot/create', { name: 'Bot' });
  });
  afterAll(() => test.server.close(0));

  const makeWidget = (config: object): Promise<string> =>
    ana.make('/v1/integration/widget/create', { name: 'Help <desk>\nnow', botId, config });
  async function say(session: TestSession, text: string, language = 'en'): Promise<string> {
    const response = await test.send(session, { id: clientId(), text, language }, { Accept: 'application/json' });
    const { messages } = (await response.json()) as { messages: { type: string; text: string }[] };
    return messages.findLast(({ type }) => type === 'bot')?.text ?? '';
  }
  async function stateOf({ conversationId }: TestSession): Promise<unknown> {
    return (await ana.ask(`/v1/conversation/${conversationId}/fetch`)).body['state'];
  }
  const mails = () => test.mailer.mailsTo('ana@example.com').filter(({ subject }) => /asks for a person/.test(subject));

  it('FH-3: is answered without the model, waits in the inbox, and the owner gets one mail with a link', async () => {
    const session = await test.openSession(await makeWidget({ handover: true }));
    await say(session, 'My parcel is broken');
    const asked = test.model.requests.length;
    expect(await say(session, 'I want a human')).toBe(TOLD);
    expect(test.model.requests.length).toBe(asked);
    expect(await stateOf(session)).toBe('waiting');
    await vi.waitFor(() => {
      expect(mails()).toHaveLength(1);
    });
    expect(mails()[0]?.subject).toBe('A visitor asks for a person: Help <desk> now');
    expect(mails()[0]?.text).toContain('They began with: My parcel is broken');
    expect(mails()[0]?.text).toContain(`http://localhost:0/conversations/${session.conversationId}`);
    expect((await ana.ask('/v1/inbox/count')).body).toEqual({ waiting: 1, unread: 1, sendsMail: false });

    expect(await say(session, 'Can I talk to a person?')).toBe(TOLD);
    expect(mails()).toHaveLength(1);
    await ana.ask(`/v1/conversation/${session.conversationId}/update`, { state: 'solved', isRead: true });
    expect((await ana.ask('/v1/inbox/count')).body).toMatchObject({ waiting: 0, unread: 0 });
    await say(session, 'I want a human');
    await vi.waitFor(() => {
      expect(mails()).toHaveLength(2);
    });
  });

  it('FH-3: a model may ask for a person, by a tool', async () => {
    const session = await test.openSession(await makeWidget({ handover: true }));
    test.model.next({ call: 'request_person' });
    test.model.next({ text: 'Somebody will answer.' });
    expect(await say(session, 'This is going nowhere')).toContain('Somebody will answer.');
    expect(await stateOf(session)).toBe('waiting');
  });

  it('OW-1: who calls two answers bad gets a person without asking, in their language and once', async () => {
    // Of her own: an account gets three mails a minute.
    const dora = await test.person('dora');
    const session = await test.openSession(
      await dora.make('/v1/integration/widget/create', {
        name: 'Laden',
        botId: await dora.make('/v1/bot/create', { name: 'Bot' }),
        config: { handover: true, language: 'de-AT' },
      }),
    );
    const path = `/v1/conversation/${session.conversationId}`;
    const list = async (): Promise<{ id: string; type: string; text: string }[]> =>
      ((await (await test.call(`${path}/message/list?take=50`, { token: session.token })).json()) as never)['items'];
    const vote = async (id: string | undefined, body: object = {}) =>
      expect((await test.call(`${path}/message/${id}/downvote`, { token: session.token, body })).status).toBe(200);
    for (const text of ['Wo ist mein Paket?', 'Und jetzt?', 'Und nun?']) await say(session, text);
    const [first, second, third] = (await list()).filter(({ type }) => type === 'bot');
    await vote(first?.id);
    await vote(first?.id, { reason: 'Wrong' });
    expect((await dora.ask(`${path}/fetch`)).body['state']).toBe('open');
    await vote(second?.id);
    expect((await dora.ask(`${path}/fetch`)).body['state']).toBe('waiting');
    const told = 'Ich habe das Team informiert. Ein Mensch antwortet Ihnen hier so bald wie möglich.';
    expect((await list()).at(-1)).toMatchObject({ type: 'bot', text: told });
    await vi.waitFor(() => {
      expect(test.mailer.mailsTo('dora@example.com').at(-1)?.subject).toBe('A visitor needs a person: Laden');
    });
    await vote(second?.id, { reason: 'Also wrong' });
    await vote(third?.id);
    expect((await list()).filter(({ text }) => text === told)).toHaveLength(1);
    await dora.ask(`${path}/update`, { state: 'solved' });
    await say(session, 'Immer noch nichts');
    await vote((await list()).findLast(({ type }) => type === 'bot')?.id);
    expect((await dora.ask(`${path}/fetch`)).body['state']).toBe('waiting');
    expect((await list()).filter(({ text }) => text === told)).toHaveLength(2);
  });

  it('OW-1: votes ask for nobody where it is off, or where a person answers already', async () => {
    for (const config of [{}, { handover: true }]) {
      const session = await test.openSession(await makeWidget(config));
      const path = `/v1/conversation/${session.conversationId}`;
      for (const text of ['one', 'two']) await say(session, text);
      if ('handover' in config) await ana.ask(`${path}/take-over`, {});
      const { items } = (await (await test.call(`${path}/message/list?take=50`, { token: session.token })).json()) as {
        items: { id: string; type: string }[];
      };
      for (const { id, type } of items)
        if (type === 'bot') await test.call(`${path}/message/${id}/downvote`, { token: session.token, body: {} });
      expect(await stateOf(session)).toBe('open');
    }
  });

  /** The last reply to a message for which the model calls an ability, once for each status that the service answers. */
  async function sayWithAbility(session: TestSession, ...statuses: number[]): Promise<string> {
    for (const status of statuses) test.model.next({ call: 'order_status', args: { status: String(status) } });
    test.model.next({ text: 'I see.' });
    return say(session, 'Wo ist mein Paket?', 'de-AT');
  }
  async function makeShop(person: Person, config: object): Promise<string> {
    const skillset = await person.make('/v1/skillset/create', { name: 'Orders' });
    await person.make(`/v1/skillset/${skillset}/ability/create`, {
      name: 'Order status',
      needsApproval: false,
      instruction: '```fetch\nGET https://api.example/{{status}}\n```',
      parameters: { status: { type: 'string' } },
    });
    const bot = await person.make('/v1/bot/create', { name: 'Bot', skillsets: [skillset] });
    return person.make('/v1/integration/widget/create', { name: 'Shop', botId: bot, config });
  }

  it('OW-1: a failed ability asks for a person, in the reply, in their language and once', async () => {
    const emil = await test.person('emil');
    const session = await test.openSession(await makeShop(emil, { handover: true }));
    const told = 'Ich habe das Team informiert. Ein Mensch antwortet Ihnen hier so bald wie möglich.';
    expect(await sayWithAbility(session, 503)).toBe(`I see.\n\n${told}`);
    expect((await emil.ask(`/v1/conversation/${session.conversationId}/fetch`)).body['state']).toBe('waiting');
    await vi.waitFor(() => {
      const mail = test.mailer.mailsTo('emil@example.com').at(-1);
      expect(mail?.subject).toBe('A visitor needs a person: Shop');
      expect(mail?.text).toContain('An ability of your bot failed');
    });
    expect(await sayWithAbility(session, 503)).toBe('I see.');
  });

  it.each([
    ['a service answers that there is no such order', { handover: true }, [404]],
    ['a second try works', { handover: true }, [500, 200]],
    ['the owner has not switched it on', {}, [500]],
  ])('OW-1: nobody is asked for where %s', async (_, config, statuses) => {
    const session = await test.openSession(await makeShop(ana, config));
    expect(await sayWithAbility(session, ...statuses)).toBe('I see.');
    expect(await stateOf(session)).toBe('open');
  });

  it('OW-1: nobody is asked for a mistake of the model', async () => {
    const session = await test.openSession(await makeWidget({ handover: true }));
    test.model.next({ call: 'made_up' });
    test.model.next({ text: 'I see.' });
    expect(await say(session, 'Where is my parcel?')).toBe('I see.');
    expect(await stateOf(session)).toBe('open');
  });

  it('FH-3: nothing of it happens where the owner has not switched it on', async () => {
    const session = await test.openSession(await makeWidget({}));
    expect(await say(session, 'I want a human')).not.toBe(TOLD);
    expect(await stateOf(session)).toBe('open');
    expect(JSON.stringify(test.model.requests.at(-1))).not.toContain('request_person');
    const wrong = await ana.ask('/v1/integration/widget/create', { name: 'x', botId, config: { handover: 'yes' } });
    expect(wrong.status).toBe(400);
  });

  it('FH-3: the setting is told to no page', async () => {
    const widget = await makeWidget({ handover: true });
    const config = await (await test.call(`/v1/integration/widget/${widget}/config`)).text();
    expect(config).not.toContain('handover');
  });

  it('FH-3: sends at most three mails in a minute, and still marks every conversation', async () => {
    const ben = await test.person('ben');
    const bot = await ben.make('/v1/bot/create', { name: 'Bot' });
    const widget = await ben.make('/v1/integration/widget/create', {
      name: 'Busy',
      botId: bot,
      config: { handover: true },
    });
    for (let count = 0; count < 5; count += 1) await say(await test.openSession(widget), 'agent please');
    expect((await ben.ask('/v1/inbox/count')).body).toMatchObject({ waiting: 5 });
    const sent = test.mailer.mailsTo('ben@example.com').filter(({ subject }) => /asks for a person/.test(subject));
    expect(sent).toHaveLength(3);
  });

  it('FH-3: counts are those of the caller', async () => {
    const cara = await test.person('cara');
    expect((await cara.ask('/v1/inbox/count')).body).toMatchObject({ waiting: 0, unread: 0 });
    expect((await test.call('/v1/inbox/count')).status).toBe(401);
  });
});
