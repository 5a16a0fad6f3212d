import { systemClock } from '@sotto/widget-core/api';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/apiError';
import type { ChatModel, ModelMessage } from './chatModel';
import { createHurriedClock } from '../testing/hurriedClock';
import { shorterRequest } from './shorterRequest';
import { createSteadyModel } from './steadyModel';
import { collect, delta, REQUEST, sse, startEndpoint, stream, textOf, type Handler } from './testing/fakeEndpoint';

const never = new AbortController().signal;
const good: Handler = (_body, response) => {
  stream(response, sse(delta({ content: 'Hello' }), delta({}, 'stop'), '[DONE]'));
};
const status =
  (code: number, body = '{}', headers: Record<string, string> = {}): Handler =>
  (_body, response) =>
    void response.writeHead(code, headers).end(body);
/** Answers the first requests one way and the rest another. */
const first = (count: number, before: Handler, after: Handler): Handler => {
  let callCount = 0;
  return (...all) => {
    (callCount++ < count ? before : after)(...all);
  };
};

async function ask(models: readonly ChatModel[], fallbacks: string[] = []) {
  const clock = createHurriedClock();
  const steady = createSteadyModel(models, { clock, onFallback: (from) => void fallbacks.push(from) });
  const replyText = await collect(steady.reply(REQUEST, never)).then(textOf, (error: unknown) =>
    error instanceof ApiError ? error.code : String(error),
  );
  return { said: replyText, ms: clock.waitedMs };
}

describe('FO-12 a model that fails before its first word', () => {
  it.each([
    ['429 with Retry-After', status(429, '{}', { 'retry-after': '1' }), 1_000],
    ['500', status(500), 300],
    ['503', status(503), 300],
    ['529', status(529), 300],
    [
      'a cut before the first word',
      ((_body, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
        setTimeout(() => response.destroy(), 20);
      }) satisfies Handler,
      300,
    ],
  ])('FO-12 %s: is asked again after a while, and answers', async (_title, handler, leastMs) => {
    const { model, bodies } = await startEndpoint(first(1, handler, good));
    const { said: replyText, ms } = await ask([model]);
    expect([replyText, bodies.length, ms >= leastMs]).toEqual(['Hello', 2, true]);
  });

  it('FO-12 is not asked for ever, and says how it failed', async () => {
    const { model, bodies } = await startEndpoint(status(500));
    expect([(await ask([model])).said, bodies.length]).toEqual(['BAD_GATEWAY', 3]);
  });

  it('FO-12 a wait that nobody would sit through is not waited', async () => {
    const [busy, other] = [await startEndpoint(status(429, '{}', { 'retry-after': '60' })), await startEndpoint(good)];
    const { said: replyText, ms } = await ask([busy.model, other.model]);
    expect([replyText, busy.bodies.length, ms]).toEqual(['Hello', 1, 0]);
  });

  it.each([
    ['a wrong key', status(401), 1],
    ['no more credit', status(429, '{"error":{"code":"insufficient_quota"}}'), 1],
    ['500 again and again', status(500), 3],
  ])('FO-12 %s: the next one answers', async (_title, handler, callCount) => {
    const [broken, other] = [await startEndpoint(handler), await startEndpoint(good)];
    const fallbacks: string[] = [];
    const { said: replyText } = await ask([broken.model, other.model], fallbacks);
    expect([replyText, broken.bodies.length, other.bodies.length, fallbacks]).toEqual([
      'Hello',
      callCount,
      1,
      ['test-model'],
    ]);
  });

  it('FO-12 one that failed comes after the others for half a minute, and is asked all the same when they fail too', async () => {
    const [broken, other] = [
      await startEndpoint(first(3, status(401), good)),
      await startEndpoint(first(2, good, status(401))),
    ];
    const steady = createSteadyModel([broken.model, other.model], { clock: systemClock });
    const askOnce = async (): Promise<string> => textOf(await collect(steady.reply(REQUEST, never)));
    await askOnce();
    await askOnce();
    expect([broken.bodies.length, other.bodies.length]).toEqual([1, 2]);
    await expect(askOnce()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect([broken.bodies.length, other.bodies.length]).toEqual([2, 3]);
  });

  it('FO-12 after its first word nothing is asked again: no word is said twice', async () => {
    const cut: Handler = (_body, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(sse(delta({ content: 'Hel' })));
      setTimeout(() => response.destroy(), 30);
    };
    const [broken, other] = [await startEndpoint(cut), await startEndpoint(good)];
    const replyText: string[] = [];
    const steady = createSteadyModel([broken.model, other.model], { clock: systemClock });
    const reading = (async () => {
      for await (const event of steady.reply(REQUEST, never)) if (event.type === 'text') replyText.push(event.text);
    })();
    await expect(reading).rejects.toBeInstanceOf(ApiError);
    expect([replyText.join(''), broken.bodies.length, other.bodies.length]).toEqual(['Hel', 1, 0]);
  });

  it('FO-12 a stop ends the wait for another try', async () => {
    const { model, bodies } = await startEndpoint(status(429, '{}', { 'retry-after': '5' }));
    const controller = new AbortController();
    const reading = collect(createSteadyModel([model], { clock: systemClock }).reply(REQUEST, controller.signal));
    await vi.waitFor(() => {
      expect(bodies).toHaveLength(1);
    });
    controller.abort(new Error('stopped'));
    await expect(reading).rejects.toThrow('stopped');
    expect(bodies).toHaveLength(1);
  });
});

describe('FO-12 a conversation that is too long for the model', () => {
  const long: ModelMessage[] = [
    { role: 'system', text: 'Rules' },
    ...Array.from({ length: 10 }, (_, index): ModelMessage => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      text: `message ${String(index)} ${'word '.repeat(50)}`,
    })),
    { role: 'user', text: 'the question' },
  ];

  it('FO-12 is told once more, shorter: the rules and the question stay', async () => {
    const { model, bodies } = await startEndpoint(
      first(1, status(400, '{"error":{"code":"context_length_exceeded"}}'), good),
    );
    const events = await collect(
      createSteadyModel([model], { clock: systemClock }).reply({ messages: long, tools: [] }, never),
    );
    const sent = bodies.map((body) => (body['messages'] as { content: string }[]).map(({ content }) => content));
    expect([textOf(events), sent[0]?.length, (sent[1]?.length ?? 0) < 8, sent[1]?.[0], sent[1]?.at(-1)]).toEqual([
      'Hello',
      12,
      true,
      'Rules',
      'the question',
    ]);
  });

  it('FO-12 is told shorter only once', async () => {
    const { model, bodies } = await startEndpoint(status(400, '{"error":{"code":"context_length_exceeded"}}'));
    await expect(
      collect(createSteadyModel([model], { clock: systemClock }).reply({ messages: long, tools: [] }, never)),
    ).rejects.toMatchObject({ code: 'CONTENT_TOO_LARGE' });
    expect(bodies).toHaveLength(2);
  });

  it('FO-12 keeps no answer of a tool whose call is gone, and drops nothing from what is as short as it can be', () => {
    const call = { id: 'c', name: 'look', arguments: 'x'.repeat(4_000) };
    const messages: ModelMessage[] = [
      { role: 'user', text: 'a' },
      { role: 'assistant', text: '', toolCalls: [call] },
      { role: 'tool', callId: 'c', name: 'look', text: 'found' },
      { role: 'assistant', text: 'b' },
      { role: 'user', text: 'c' },
    ];
    expect(shorterRequest({ messages, tools: [] })?.messages.map(({ text }) => text)).toEqual(['b', 'c']);
    expect(
      shorterRequest({
        messages: [
          { role: 'system', text: 's' },
          { role: 'user', text: 'c' },
        ],
        tools: [],
      }),
    ).toBeUndefined();
  });
});
