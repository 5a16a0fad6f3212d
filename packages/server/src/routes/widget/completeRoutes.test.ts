import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/apiError';
import { startBuilderTest } from '../../testing/builder';
import { readAllSse, textOf } from '../../testing/readStream';
import { clientId, startTestServer, type TestServer, type TestSession } from '../../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.server.close(0));

const path = (session: TestSession, call: string): string => `/v1/conversation/${session.conversationId}/${call}`;

async function listed(
  session: TestSession,
): Promise<{ id: string; type: string; text: string; originalMessageId?: string; extra?: { visible?: boolean } }[]> {
  const response = await test.call(`${path(session, 'message/list')}?take=100`, { token: session.token });
  return ((await response.json()) as { items: { id: string; type: string; text: string }[] }).items;
}

/** A gate that a test opens. */
function gate(): { until: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { until, open };
}

describe('S-12 complete: a message and its reply', () => {
  it('streams the events of the contract in their order', async () => {
    const session = await test.openSession();
    test.model.next({ text: 'It left our **warehouse** today. 📦', pieceLength: 5 });
    const response = await test.send(session, { id: clientId(), text: 'Where is my order?' });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    const events = await readAllSse(response);
    const begin = events[0];
    const end = events.at(-2);
    if (begin?.type !== 'completeBegin' || end?.type !== 'result') throw new Error('Not the grammar of the contract');
    expect(events.map((event) => event.id)).toEqual(events.map((_, index) => `${begin.data.id}.${String(index + 1)}`));
    expect(events.at(-1)).toMatchObject({ type: 'completeEnd', data: { id: begin.data.id } });
    expect(textOf(events)).toBe('It left our **warehouse** today. 📦');
    expect(end.data).toEqual({
      id: begin.data.messageId,
      text: 'It left our **warehouse** today. 📦',
      usage: { token: 15 },
      end: { reason: 'stop' },
      userMessageId: begin.data.userMessageId,
    });
    expect((await listed(session)).map(({ id, type, text }) => ({ id, type, text }))).toEqual([
      { id: begin.data.userMessageId, type: 'user', text: 'Where is my order?' },
      { id: begin.data.messageId, type: 'bot', text: 'It left our **warehouse** today. 📦' },
    ]);
  });

  it('writes JSON lines: one object a line, a line break after each, no blank line', async () => {
    const session = await test.openSession();
    const response = await test.send(session, { text: 'line\nbreak' }, { Accept: 'application/jsonl' });
    expect(response.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
    const body = await response.text();
    expect(body.endsWith('}\n')).toBe(true);
    const types = body
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types[0]).toBe('completeBegin');
    expect(types.slice(-2)).toEqual(['result', 'completeEnd']);
  });

  it('gives the whole reply as JSON when no stream is asked for', async () => {
    const session = await test.openSession();
    test.model.next({ text: 'Hello' });
    const response = await test.call(path(session, 'complete'), { body: { text: 'Hi' }, token: session.token });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toMatchObject({
      text: 'Hello',
      usage: { token: 15 },
      end: { reason: 'stop' },
      messages: [
        { type: 'user', text: 'Hi' },
        { type: 'bot', text: 'Hello' },
      ],
    });
  });

  it('goes on without a text', async () => {
    const session = await test.openSession();
    test.model.next({ text: 'Welcome!' });
    const events = await readAllSse(await test.send(session, {}));
    expect(textOf(events)).toBe('Welcome!');
    expect((await listed(session)).map(({ type }) => type)).toEqual(['bot']);
  });

  it('tells the model the conversation so far and nothing that is not of it', async () => {
    const session = await test.openSession();
    await readAllSse(await test.send(session, { text: 'one' }));
    await readAllSse(await test.send(session, { text: 'two', hidden: true }));
    const sent = test.model.requests.at(-1)?.messages.map((message) => `${message.role}: ${message.text}`) ?? [];
    expect(sent.slice(-3)).toEqual(['user: one', 'assistant: You said: one', 'user: two']);
    expect(sent[0]).toMatch(/^system: /);
  });
});

describe('1.4 a repeated send', () => {
  it('F201 never makes a second message or a second reply, with or without the header', async () => {
    const session = await test.openSession();
    const id = clientId();
    const asked = test.model.requests.length;
    const first = await readAllSse(await test.send(session, { id, text: 'once' }, { 'Idempotency-Key': id }));
    const second = await test.send(session, { id, text: 'once' }, { 'Idempotency-Key': id });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await readAllSse(second)).toEqual(first);
    expect(await readAllSse(await test.send(session, { id, text: 'once' }))).toEqual(first);
    expect(test.model.requests.length).toBe(asked + 1);
    expect(await listed(session)).toHaveLength(2);
  });

  it('F202 with other words is refused and keeps the first', async () => {
    const session = await test.openSession();
    const id = clientId();
    await readAllSse(await test.send(session, { id, text: 'first' }, { 'Idempotency-Key': id }));
    for (const headers of [{ 'Idempotency-Key': id }, {}]) {
      const other = await test.send(session, { id, text: 'second' }, headers);
      expect(other.status).toBe(422);
      expect(await other.json()).toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
    }
    const otherId = await test.send(session, { id: clientId(), text: 'second' }, { 'Idempotency-Key': id });
    expect(otherId.status).toBe(422);
    expect((await listed(session)).map(({ text }) => text)).toEqual(['first', 'You said: first']);
  });

  it('F105 joins the reply that is being written', async () => {
    const session = await test.openSession();
    const id = clientId();
    const { until, open } = gate();
    test.model.next({ text: 'slow ' }, { until }, { text: 'answer' });
    const first = test.send(session, { id, text: 'hello' });
    const second = test.send(session, { id, text: 'hello' });
    const responses = await Promise.all([first, second]);
    open();
    const [one, two] = await Promise.all(responses.map(readAllSse));
    expect(two).toEqual(one);
    expect(textOf(one ?? [])).toBe('slow answer');
    expect(await listed(session)).toHaveLength(2);
  });

  it('F203 another message while a reply runs is refused and not stored', async () => {
    const session = await test.openSession();
    const { until, open } = gate();
    test.model.next({ until }, { text: 'done' });
    const running = await test.send(session, { id: clientId(), text: 'one' });
    const refused = await test.send(session, { id: clientId(), text: 'two' });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'CONFLICT', message: 'A reply is still being written' });
    open();
    await readAllSse(running);
    expect((await listed(session)).map(({ text }) => text)).toEqual(['one', 'done']);
  });

  it('F203 of many sends at once exactly one reply is begun', async () => {
    const session = await test.openSession();
    const { until, open } = gate();
    test.model.next({ until }, { text: 'done' });
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => test.send(session, { id: clientId(), text: `send ${String(index)}` })),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    open();
    await Promise.all(responses.filter((response) => response.ok).map(readAllSse));
    expect(await listed(session)).toHaveLength(2);
  });

  it('tries a failed reply again for the same stored message', async () => {
    const session = await test.openSession();
    const id = clientId();
    test.model.next({ text: 'par' }, { fail: new ApiError('SERVICE_UNAVAILABLE', 'The model is resting') });
    const failed = await readAllSse(await test.send(session, { id, text: 'again' }));
    expect(failed.slice(-2)).toMatchObject([
      { type: 'error', data: { code: 'SERVICE_UNAVAILABLE', message: 'The model is resting' } },
      { type: 'completeEnd' },
    ]);
    test.model.next({ text: 'whole' });
    const retried = await readAllSse(await test.send(session, { id, text: 'again' }));
    expect(textOf(retried)).toBe('whole');
    // What was written the first time stays, as an earlier version.
    expect((await listed(session)).map(({ text, extra }) => [text, extra?.visible])).toEqual([
      ['again', undefined],
      ['par', false],
      ['whole', undefined],
    ]);
  });
});

describe('F111 a model that fails', () => {
  it('before its first word answers an error event, and as JSON the code itself', async () => {
    const session = await test.openSession();
    test.model.next({ fail: new ApiError('TOO_MANY_REQUESTS', 'Busy') });
    const events = await readAllSse(await test.send(session, { text: 'hi' }));
    expect(events.map(({ type }) => type)).toEqual(['completeBegin', 'error', 'completeEnd']);
    test.model.next({ fail: new ApiError('BAD_GATEWAY', 'The model answered nonsense') });
    const json = await test.call(path(session, 'complete'), { body: { text: 'hi again' }, token: session.token });
    expect(json.status).toBe(502);
    expect(await json.json()).toMatchObject({ code: 'BAD_GATEWAY', message: 'The model answered nonsense' });
  });

  it('with an error of its own tells the visitor nothing of it', async () => {
    const session = await test.openSession();
    test.model.next({ fail: new Error('secret path /etc/keys') });
    const events = await readAllSse(await test.send(session, { text: 'hi' }));
    expect(events.at(-2)).toMatchObject({
      type: 'error',
      data: { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' },
    });
  });
});

describe('FT-3: a chat that its owner switches off', () => {
  it('answers nobody who has a session already, keeps nothing of what they send, and goes on when it is switched on', async () => {
    const builder = await startBuilderTest();
    try {
      const ana = await builder.person('ana');
      const widget = await ana.make('/v1/integration/widget/create', {
        name: 'Shop',
        botId: await ana.make('/v1/bot/create', { name: 'Shop' }),
      });
      const session = await builder.openSession(widget);
      const first = { id: clientId(), text: 'Are you open?' };
      const answered = await readAllSse(await builder.send(session, first));
      const asked = builder.model.requests.length;

      await ana.make(`/v1/integration/widget/${widget}/update`, { config: { disabled: true } });
      const next = { id: clientId(), text: 'Still there?' };
      for (const headers of [{}, { Accept: 'application/jsonl' }, { Accept: 'application/json' }]) {
        const refused = await builder.send(session, next, headers);
        expect([refused.status, await refused.json()]).toEqual([
          403,
          expect.objectContaining({ code: 'NOT_AUTHORIZED', message: 'This chat is switched off' }),
        ]);
      }
      expect((await builder.call(`/v1/integration/widget/${widget}/session/create`, { body: {} })).status).toBe(403);
      expect(builder.model.requests.length).toBe(asked);
      // What was said before can still be read.
      expect(await readAllSse(await builder.send(session, first))).toEqual(answered);
      const texts = async () =>
        (
          (await (
            await builder.call(`${path(session, 'message/list')}?take=100`, { token: session.token })
          ).json()) as { items: { text: string }[] }
        ).items.map(({ text }) => text);
      expect(await texts()).toEqual(['Are you open?', 'You said: Are you open?']);

      await ana.make(`/v1/integration/widget/${widget}/update`, { config: { disabled: false } });
      expect(textOf(await readAllSse(await builder.send(session, next)))).toBe('You said: Still there?');
    } finally {
      await builder.server.close(0);
    }
  });
});
