import type { ActivityMessage, JsonObject, Message } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/apiError';
import { readAllSse } from '../../testing/readStream';
import { clientId, startTestServer, type TestServer, type TestSession } from '../../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.server.close(0));

const path = (session: TestSession, call: string): string => `/v1/conversation/${session.conversationId}/${call}`;

async function listed(session: TestSession): Promise<Message[]> {
  const response = await test.call(`${path(session, 'message/list')}?take=100`, { token: session.token });
  return ((await response.json()) as { items: Message[] }).items;
}

/** What is shown, one line a message, with its place among its versions. */
async function shown(session: TestSession): Promise<string[]> {
  const items = (await listed(session)).filter(({ extra }) => extra?.visible !== false);
  return items.map(({ id, text, versions }) =>
    versions ? `${text} (${String(versions.indexOf(id) + 1)}/${String(versions.length)})` : text,
  );
}

async function send(
  session: TestSession,
  text: string,
  reply: string,
  more: object = {},
): Promise<{ userId: string; botId: string }> {
  test.model.next({ text: reply });
  const [begin] = await readAllSse(await test.send(session, { id: clientId(), text, ...more }));
  if (begin?.type !== 'completeBegin') throw new Error('No reply');
  return { userId: begin.data.userMessageId ?? '', botId: begin.data.messageId };
}

async function again(
  session: TestSession,
  replaces: string,
  reply: string,
  headers: Record<string, string> = {},
): Promise<string> {
  test.model.next({ text: reply });
  const [begin] = await readAllSse(await test.send(session, { replaces }, headers));
  if (begin?.type !== 'completeBegin') throw new Error('No reply');
  return begin.data.messageId;
}

const choose = (session: TestSession, id: string): Promise<Response> =>
  test.call(path(session, `message/${id}/choose`), { token: session.token, body: {} });
const sentTexts = (): string[] =>
  test.model.requests
    .at(-1)
    ?.messages.filter(({ role }) => role !== 'system')
    .map(({ text }) => text) ?? [];

describe('W-14 another answer to the same question', () => {
  it('takes the place of the first, which stays stored and is not told to the model', async () => {
    const session = await test.openSession();
    const first = await send(session, 'A name for a cat?', 'Tom.');
    const second = await again(session, first.botId, 'Felix.');
    expect(sentTexts()).toEqual(['A name for a cat?']);
    expect(await shown(session)).toEqual(['A name for a cat?', 'Felix. (2/2)']);
    expect(await listed(session)).toContainEqual(
      expect.objectContaining({ text: 'Tom.', extra: { visible: false }, versions: [first.botId, second] }),
    );
    await again(session, second, 'Minka.');
    await send(session, 'Why?', 'It is short.');
    expect(sentTexts()).toEqual(['A name for a cat?', 'Minka.', 'Why?']);
    expect(await shown(session)).toEqual(['A name for a cat?', 'Minka. (3/3)', 'Why?', 'It is short.']);
  });

  it('is written once for one key', async () => {
    const session = await test.openSession();
    const { botId } = await send(session, 'Hello', 'One.');
    const headers = { 'Idempotency-Key': clientId() };
    const second = await again(session, botId, 'Two.', headers);
    const replay = await test.send(session, { replaces: botId }, headers);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect((await readAllSse(replay))[0]).toMatchObject({ data: { messageId: second } });
    expect((await test.send(session, { replaces: second }, headers)).status).toBe(422);
    expect(await shown(session)).toEqual(['Hello', 'Two. (2/2)']);
  });

  it('leaves the first where it is when it fails, or is stopped before its first word', async () => {
    const session = await test.openSession();
    const { botId } = await send(session, 'Hello', 'One.');
    test.model.next({ fail: new ApiError('BAD_GATEWAY') });
    expect((await readAllSse(await test.send(session, { replaces: botId }))).map(({ type }) => type)).toContain(
      'error',
    );
    test.model.next({ hang: true });
    const stopped = readAllSse(await test.send(session, { replaces: botId }));
    await test.call(path(session, 'abort'), { token: session.token, body: {} });
    await stopped;
    expect(await shown(session)).toEqual(['Hello', 'One.']);
    await send(session, 'Go on', 'Two.');
    expect(sentTexts()).toEqual(['Hello', 'One.', 'Go on']);
  });

  it('replaces what was looked up for the first one too', async () => {
    const session = await test.openSession();
    const functions = { look: { description: 'Looks', parameters: {}, result: { data: 'seen' } } };
    test.model.next({ call: 'look' });
    const { botId } = await send(session, 'Look', 'I saw it.', { functions });
    test.model.next({ call: 'look', callId: 'call_2' });
    test.model.next({ text: 'I saw it again.' });
    await readAllSse(await test.send(session, { replaces: botId, functions }));
    await send(session, 'And?', 'That is all.');
    const calls = test.model.requests
      .at(-1)
      ?.messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []));
    expect(calls?.map(({ id }) => id)).toEqual(['call_2']);
    expect(sentTexts().filter((text) => text.startsWith('I saw'))).toEqual(['I saw it again.']);
  });
});

describe('W-14 a message said otherwise', () => {
  it('cuts what followed from the history, and both branches can be chosen and talked on', async () => {
    const session = await test.openSession();
    const tea = await send(session, 'I like tea', 'Tea is fine.');
    await send(session, 'Green tea', 'Very good.');
    const coffee = await send(session, 'I like coffee', 'Coffee is fine.', { replaces: tea.userId });
    expect(sentTexts()).toEqual(['I like coffee']);
    expect(await shown(session)).toEqual(['I like coffee (2/2)', 'Coffee is fine.']);
    expect((await choose(session, tea.userId)).status).toBe(200);
    expect(await shown(session)).toEqual(['I like tea (1/2)', 'Tea is fine.', 'Green tea', 'Very good.']);
    await send(session, 'With milk', 'As you like.');
    expect(sentTexts()).toEqual(['I like tea', 'Tea is fine.', 'Green tea', 'Very good.', 'With milk']);
    await choose(session, coffee.botId);
    expect(await shown(session)).toEqual(['I like coffee (2/2)', 'Coffee is fine.']);
  });

  it('is stored once, however often it is sent', async () => {
    const session = await test.openSession();
    const { userId } = await send(session, 'One', 'First.');
    const id = clientId();
    test.model.next({ fail: new ApiError('BAD_GATEWAY') });
    await readAllSse(await test.send(session, { id, text: 'Two', replaces: userId }));
    await send(session, 'Two', 'Second.', { id, replaces: userId });
    expect(await shown(session)).toEqual(['Two (2/2)', 'Second.']);
  });
});

describe('W-14 a reply that is stored as several messages', () => {
  /** Asks, and the bot looks something up before it answers. */
  async function lookUp(session: TestSession, body: JsonObject) {
    test.model.next({ call: 'stock', args: {} });
    test.model.next({ text: 'Two are left.' });
    const events = await readAllSse(await test.send(session, body));
    return events.flatMap((event) => (event.type === 'message' ? [event.data] : []));
  }
  const turns = (items: readonly (Message | ActivityMessage)[]) =>
    items.map(({ type, sequenceMessageId }) => [type, sequenceMessageId]);

  it('names the first of them in each, in the list, page by page, and while it is streamed', async () => {
    const session = await test.openSession();
    const streamed = await lookUp(session, { id: clientId(), text: 'How many?' });
    const [first = ''] = streamed.map(({ id }) => id);
    expect(turns(streamed)).toEqual([
      ['activity', first],
      ['activity', first],
    ]);
    const items = await listed(session);
    expect(turns(items)).toEqual([
      ['user', undefined],
      ['activity', first],
      ['activity', first],
      ['bot', first],
    ]);
    const paged: Message[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = (await (
        await test.call(`${path(session, 'message/list')}?take=1${cursor === '' ? '' : `&cursor=${cursor}`}`, {
          token: session.token,
        })
      ).json()) as { items: Message[]; cursor: string | null };
      paged.push(...page.items);
      ({ cursor } = page);
    }
    expect(turns(paged)).toEqual(turns(items));
  });

  it('a version of it is a turn of its own, and a reply of one message names none', async () => {
    const session = await test.openSession();
    const { botId } = await send(session, 'How many?', 'I do not know.');
    expect(turns(await listed(session))).toEqual([
      ['user', undefined],
      ['bot', undefined],
    ]);
    const [first] = await lookUp(session, { replaces: botId });
    expect(turns(await listed(session))).toEqual([
      ['user', undefined],
      ['bot', undefined],
      ['activity', first?.id],
      ['activity', first?.id],
      ['bot', first?.id],
    ]);
  });

  it('goes on in the same turn after a call that the caller answered, and says so in a reply as JSON', async () => {
    const session = await test.openSession();
    const ask = async (body: object) =>
      (await (await test.call(path(session, 'complete'), { body, token: session.token })).json()) as {
        messages: Message[];
      };
    test.model.next({ call: 'getOrder' });
    const asked = await ask({ text: 'Where is it?', functions: { getOrder: { description: 'An order' } } });
    const first = asked.messages.at(-1)?.id;
    test.model.next({ text: 'On its way.' });
    expect(turns((await ask({})).messages)).toEqual([['bot', first]]);
    expect(turns(await listed(session))).toEqual([
      ['user', undefined],
      ['activity', first],
      ['bot', first],
    ]);
  });
});

describe('W-14 what cannot be replaced or chosen', () => {
  it('says why', async () => {
    const session = await test.openSession();
    const stranger = await test.openSession();
    const { userId, botId } = await send(session, 'One', 'First.');
    const codes = async (from: TestSession, body: { replaces: string; text?: string }): Promise<number> =>
      (await test.send(from, { id: clientId(), ...body })).status;
    expect(await codes(stranger, { replaces: botId })).toBe(404);
    expect(await codes(session, { replaces: userId })).toBe(422);
    expect(await codes(session, { replaces: botId, text: 'Two' })).toBe(422);
    expect((await choose(stranger, botId)).status).toBe(404);
    test.model.next({ hang: true });
    const running = readAllSse(await test.send(session, { replaces: botId }));
    expect((await choose(session, botId)).status).toBe(409);
    await test.call(path(session, 'abort'), { token: session.token, body: {} });
    await running;
    expect(await shown(session)).toEqual(['One', 'First.']);
  });
});
