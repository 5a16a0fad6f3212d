import type { JsonObject, Message, NumberedReplyEvent, ReasoningPart } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/apiError';
import { callConversation } from '../../testing/browserCalls';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { readAllSse, readSse } from '../../testing/readStream';
import { clientId, type TestSession } from '../../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: BuilderTest;
let ana: Person;
let bot: string;
let url: string;
beforeAll(async () => {
  test = await startBuilderTest();
  ana = await test.person('ana');
  const skillset = await ana.make('/v1/skillset/create', { name: 'Prices', visibility: 'public' });
  await ana.make(`/v1/skillset/${skillset}/ability/create`, { name: 'Look up', instruction: 'Prices are {{what}}' });
  await ana.make(`/v1/skillset/${skillset}/ability/create`, {
    name: 'Search',
    instruction: '```search\n{{what}}\n```',
  });
  bot = await ana.make('/v1/bot/create', { name: 'B', skillsets: [skillset] });
  ({ url } = await test.server.listen());
});
afterAll(() => test.server.close(0));

const open = async (config: JsonObject = {}): Promise<TestSession> =>
  test.openSession(await ana.make('/v1/integration/widget/create', { botId: bot, config }));
const send = async (
  session: TestSession,
  body: JsonObject = { id: clientId(), text: 'How much?' },
): Promise<NumberedReplyEvent[]> => readAllSse(await test.send(session, body));
async function listed(session: TestSession, token = session.token): Promise<Message[]> {
  const response = await test.call(`/v1/conversation/${session.conversationId}/message/list?take=100`, { token });
  return ((await response.json()) as { items: Message[] }).items;
}
const lastOf = async (session: TestSession): Promise<Message | undefined> =>
  (await listed(session)).findLast(({ type }) => type === 'bot');
const namesOf = (events: readonly NumberedReplyEvent[]): string[] => events.map(({ type }) => type);
const dataOf = <Type extends NumberedReplyEvent['type']>(events: readonly NumberedReplyEvent[], type: Type) =>
  events.flatMap((event) =>
    event.type === type ? [event.data as Extract<NumberedReplyEvent, { type: Type }>['data']] : [],
  );
const shapes = (message: Pick<Message, 'parts'> | undefined): string[] | undefined =>
  message?.parts?.map((part) => (part.type === 'tool' ? `${part.name} ${part.state}` : `${part.type} ${part.text}`));

function scriptTool(...last: Parameters<BuilderTest['model']['next']>): void {
  test.model.next({ text: 'Let me look.' }, { call: 'look_up', args: { what: 'secret-7' } });
  test.model.next(...last);
}

describe('FW-4 what a bot does besides speaking', () => {
  it('FW-4: a tool begins and ends where it happened, beside the activities; what it is asked and answers stays with the owner', async () => {
    const session = await open();
    scriptTool({ text: '12 euros.' });
    const events = await send(session);
    const middle = namesOf(events).filter((name) => !['usage', 'completeBegin', 'completeEnd'].includes(name));
    expect(middle).toEqual(['token', 'toolBegin', 'message', 'message', 'toolEnd', 'token', 'result']);
    expect(dataOf(events, 'toolBegin')).toEqual([{ callId: 'call_1', name: 'look_up' }]);
    expect(dataOf(events, 'toolEnd')).toEqual([
      { callId: 'call_1', state: 'done', durationMs: expect.any(Number) as number },
    ]);
    const [result] = dataOf(events, 'result');
    expect(shapes(result as Pick<Message, 'parts'>)).toEqual([
      'text Let me look.',
      'look_up done',
      'text \n\n12 euros.',
    ]);
    expect(await lastOf(session)).toMatchObject({ text: 'Let me look.\n\n12 euros.', parts: result?.parts ?? [] });
    expect(JSON.stringify([events, await listed(session)])).not.toContain('secret-7');
  });

  it('FW-4: input and output go to those who see results', async () => {
    const session = await open({ toolResults: 'shared' });
    scriptTool({ text: '12 euros.' });
    const events = await send(session);
    expect(dataOf(events, 'toolBegin')).toMatchObject([{ input: { what: 'secret-7' } }]);
    expect(dataOf(events, 'toolEnd')).toMatchObject([{ output: { instruction: 'Prices are {{what}}' } }]);
    expect((await lastOf(session))?.parts?.[1]).toMatchObject({ input: { what: 'secret-7' }, output: {} });
  });

  it('FW-4: a session that is not verbose gets words, and no parts', async () => {
    const session = await open({ verbose: false, reasoning: 'folded' });
    test.model.next({ reasoning: 'Hm' }, { text: 'A' }, { call: 'look_up', args: { what: 'x' } });
    test.model.next({ text: 'B' });
    const events = await send(session);
    expect(namesOf(events).filter((name) => name !== 'usage')).toEqual([
      'completeBegin',
      'token',
      'token',
      'result',
      'completeEnd',
    ]);
    expect(dataOf(events, 'result')[0]).not.toHaveProperty('parts');
    expect(await lastOf(session)).not.toHaveProperty('parts');
    // The owner reads all of it.
    const read = (await ana.ask(`/v1/conversation/${session.conversationId}/fetch`)).body as { messages: Message[] };
    expect(shapes(read.messages.findLast(({ type }) => type === 'bot'))).toEqual([
      'reasoning Hm',
      'text A',
      'look_up done',
      'text \n\nB',
    ]);
  });

  it('FW-4: a reply of words only has no parts', async () => {
    const session = await open();
    const events = await send(session);
    expect(dataOf(events, 'result')[0]).not.toHaveProperty('parts');
    expect(await lastOf(session)).not.toHaveProperty('parts');
  });

  it('FW-4: a tool that fails says so in a sentence for visitors, not in its own', async () => {
    const session = await open();
    test.model.next({ text: 'A' }, { call: 'internal_audit' });
    test.model.next({ text: 'B' });
    const events = await send(session);
    expect(dataOf(events, 'toolEnd')).toMatchObject([{ state: 'failed', error: 'This did not work.' }]);
    expect((await lastOf(session))?.parts?.[1]).toMatchObject({ state: 'failed', error: 'This did not work.' });
    expect(JSON.stringify([events, await listed(session)])).not.toContain('There is no tool named');
  });

  it('FW-4: so does an ability whose request came to nothing, which the model reads in its answer', async () => {
    const session = await open();
    test.model.next({ call: 'search', args: { what: 'prices' } });
    test.model.next({ text: 'B' });
    expect(dataOf(await send(session), 'toolEnd')).toMatchObject([{ state: 'failed', error: 'This did not work.' }]);
    expect(JSON.stringify(test.model.requests.at(-1)?.messages)).toContain('This bot has no datasets to search');
  });

  it.each([
    [
      { error: { code: 'DECLINED', message: 'The visitor declined' } },
      { state: 'refused', error: 'This was not allowed.' },
    ],
    [
      { error: { code: 'FAILED', message: 'TypeError: x is undefined' } },
      { state: 'failed', error: 'This did not work.' },
    ],
    [{ value: { order: 7 } }, { state: 'done' }],
  ])('FW-4: a function of the page that answers %j', async (message, expected) => {
    const session = await open();
    test.model.next({ call: 'getOrder' });
    test.model.next({ text: 'So.' });
    const ends: unknown[] = [];
    for await (const event of readSse(
      await callConversation(url, session, 'complete', {
        text: 'Where?',
        functions: { getOrder: { description: 'The order' } },
      }),
    )) {
      if (event.type === 'waitForChannelMessageBegin')
        await test.call(`/v1/channel/${event.data.channel}/publish`, { token: session.token, body: { message } });
      if (event.type === 'toolEnd') ends.push(event.data);
    }
    expect(ends).toEqual([{ callId: 'call_1', durationMs: expect.any(Number) as number, ...expected }]);
    expect((await lastOf(session))?.parts?.[0]).toMatchObject(expected);
  });
});

describe('FW-5 what a model thinks', () => {
  async function think(config: JsonObject) {
    const session = await open(config);
    test.model.next({ reasoning: 'secret-' }, { reasoning: 'thought' }, { text: 'Yes', pieceLength: 1 });
    return { session, events: await send(session) };
  }

  it.each([{}, { reasoning: 'hidden' }])(
    'FW-5: is told without its words by default, once at its begin and once at its end: %j',
    async (config) => {
      const { session, events } = await think(config);
      expect(namesOf(events).slice(1, 4)).toEqual(['reasoningToken', 'reasoningEnd', 'token']);
      expect(dataOf(events, 'reasoningToken')).toEqual([{ token: '' }]);
      expect(shapes(await lastOf(session))).toEqual(['reasoning ', 'text Yes']);
      expect(JSON.stringify([events, await listed(session)])).not.toContain('secret-');
    },
  );

  it.each([
    [{}, ''],
    [{ reasoning: 'folded' }, 'So, how much\n'],
  ])(
    'sse-15: also what came as text and was taken back, with %j: the end has the answer alone',
    async (config, shown) => {
      const session = await open(config);
      test.model.next({ text: 'Let me look.' }, { call: 'look_up', args: { what: 'x' } });
      test.model.next({ text: 'So, how much\n', pieceLength: 3 }, { takeBack: true }, { text: '12 euros.' });
      const events = await send(session);
      const parts = ['text Let me look.', 'look_up done', `reasoning \n\n${shown}`.trim(), 'text \n\n12 euros.'];
      const [result] = dataOf(events, 'result');
      expect(result?.text).toBe('Let me look.\n\n12 euros.');
      expect(shapes(result as Pick<Message, 'parts'>)?.map((shape) => shape.trim())).toEqual(
        parts.map((part) => part.trim()),
      );
      expect(await lastOf(session)).toMatchObject({ text: result?.text, parts: result?.parts });
      const { startedAt, endedAt } = (result?.parts?.[2] ?? {}) as ReasoningPart;
      expect(startedAt <= (endedAt ?? 0)).toBe(true);
      test.model.next({ text: 'Yes.' });
      await send(session);
      expect(JSON.stringify(test.model.requests.at(-1)?.messages)).toContain('12 euros.');
      expect(JSON.stringify(test.model.requests.at(-1)?.messages)).not.toContain('how much');
    },
  );

  it('sse-21: half an emoji and NUL in the arguments of a call, or in its name, lose no turn', async () => {
    const session = await open();
    test.model.next(
      { call: 'look_up', args: { what: 'a\0b\ud83d', 'k\0\ud83d': 1 } },
      { call: 'fi\0nd\ud83d', callId: 'c\0\udc4d' },
    );
    test.model.next({ text: '12 euros.' });
    expect(dataOf(await send(session), 'result')).toMatchObject([{ text: '12 euros.' }]);
    expect(await lastOf(session)).toMatchObject({ text: '12 euros.' });
  });

  it('sse-15: a reply that fails behind such a thought, or is stopped there, has the answer alone', async () => {
    const session = await open();
    test.model.next({ text: 'Hm\n' }, { takeBack: true }, { text: 'Half' }, { fail: new ApiError('NO_ANSWER', 'No') });
    expect(dataOf(await send(session), 'error')).toMatchObject([{ parts: [{ text: '' }, { text: 'Half' }] }]);
    expect(await lastOf(session)).toMatchObject({ text: 'Half', failure: { code: 'NO_ANSWER' } });
  });

  it.each(['folded', 'open'])(
    'FW-5: is shown where the owner wants it: %s; and in no list from the moment they do not',
    async (reasoning) => {
      const widget = await ana.make('/v1/integration/widget/create', { botId: bot, config: { reasoning } });
      const session = await test.openSession(widget);
      test.model.next({ reasoning: 'secret-' }, { reasoning: 'thought' }, { text: 'Yes' });
      const events = await send(session);
      expect(namesOf(events).slice(1, 5)).toEqual(['reasoningToken', 'reasoningToken', 'reasoningEnd', 'token']);
      expect(shapes(await lastOf(session))).toEqual(['reasoning secret-thought', 'text Yes']);
      const shown = async (): Promise<unknown> =>
        ((await (await fetch(`${url}/v1/integration/widget/${widget}/config`)).json()) as { config: JsonObject })
          .config['reasoning'];
      expect(await shown()).toBe(reasoning);
      await ana.make(`/v1/integration/widget/${widget}/update`, { config: { reasoning: 'hidden' } });
      expect(shapes(await lastOf(session))).toEqual(['reasoning ', 'text Yes']);
      expect(await shown()).toBeUndefined();
    },
  );

  it('FW-5: ends with a tool as well', async () => {
    const session = await open();
    test.model.next({ reasoning: 'Hm' }, { call: 'look_up', args: { what: 'x' } });
    test.model.next({ text: 'A' });
    expect(
      namesOf(await send(session)).filter((name) => name.startsWith('reasoning') || name.startsWith('tool')),
    ).toEqual(['reasoningToken', 'reasoningEnd', 'toolBegin', 'toolEnd']);
  });
});

describe('FW-1, FW-13 a reply that ends before its end', () => {
  it('FW-1: keeps its parts when it fails, and its last event has them', async () => {
    const session = await open();
    scriptTool({ text: 'It is' }, { fail: new ApiError('BAD_GATEWAY', 'The model is resting') });
    const events = await send(session);
    const parts = ['text Let me look.', 'look_up done', 'text \n\nIt is'];
    expect(shapes(dataOf(events, 'error')[0] as Pick<Message, 'parts'>)).toEqual(parts);
    const message = await lastOf(session);
    expect([shapes(message), message?.failure?.code, message?.end]).toEqual([parts, 'BAD_GATEWAY', undefined]);
  });

  it('FW-13: one that was stopped says so in the list; a tool that ran meanwhile has failed', async () => {
    const session = await open();
    test.model.next({ text: 'Let me look.' }, { call: 'getOrder' });
    for await (const event of readSse(
      await callConversation(url, session, 'complete', {
        text: 'Where?',
        functions: { getOrder: { description: 'The order' } },
      }),
    )) {
      if (event.type === 'waitForChannelMessageBegin')
        await test.call(`/v1/conversation/${session.conversationId}/abort`, { token: session.token, body: {} });
    }
    const message = await lastOf(session);
    expect([shapes(message), message?.end, message?.failure]).toEqual([
      ['text Let me look.', 'getOrder failed'],
      'abort',
      undefined,
    ]);
  });

  it('FW-13: one that was cut says so, a whole one says nothing', async () => {
    const session = await open();
    await send(session);
    expect(await lastOf(session)).not.toHaveProperty('end');
    test.model.next({ text: 'It is very' }, { end: 'length' });
    await send(session);
    expect(await lastOf(session)).toMatchObject({ text: 'It is very', end: 'length' });
  });

  it('FW-1: as a whole answer it has its parts, and so has its message', async () => {
    const session = await open();
    const body = { id: clientId(), text: 'How much?' };
    scriptTool({ text: '12 euros.' });
    await send(session, body);
    const answer = await test.call(`/v1/conversation/${session.conversationId}/complete`, {
      token: session.token,
      body,
    });
    const whole = (await answer.json()) as { messages: Message[]; parts: unknown };
    expect(whole.messages.findLast(({ type }) => type === 'bot')?.parts).toEqual(whole.parts);
    expect(JSON.stringify(whole)).not.toContain('secret-7');
  });
});
