import { LLMock } from '@copilotkit/aimock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '@sotto/widget-core/api';
import type { ModelMessage, ModelRequest } from '../chatModel';
import { createEndpointFetch } from '../endpoint/endpointFetch';
import { remedyOf } from '../modelFailure';
import {
  collect,
  cuttingFetch,
  KEY,
  REQUEST,
  sse,
  startEndpoint,
  stream,
  textOf,
  type Handler,
} from '../testing/fakeEndpoint';
import { createAnthropicModel } from './anthropicMessages';

const start = (handler: Handler, fetcher = createEndpointFetch(fetch)) =>
  startEndpoint(handler, systemClock, fetcher, createAnthropicModel);

const TOOL = { name: 'get$order', description: 'The order', parameters: {} };
const text = (words: string, index = 0) => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'text_delta', text: words },
});
const end = (reason: string, output = 2) => [
  { type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: output } },
  { type: 'message_stop' },
];
const answering = (...events: unknown[]) =>
  start((_body, response) => {
    stream(response, sse(...events));
  });

describe('FO-12 S-12 an Anthropic endpoint', () => {
  it('is asked at its address, with key, version, cached instructions, turns, tools and a picture', async () => {
    let asked: unknown;
    const { ask, bodies } = await start((_body, response, { url, headers }) => {
      asked = [url, headers['x-api-key'], headers['anthropic-version'], headers.authorization];
      stream(response, sse(text('Hello'), ...end('end_turn')));
    });
    await ask({
      messages: [
        { role: 'system', text: 'Be kind.' },
        { role: 'user', text: 'Hi' },
        { role: 'user', text: 'A file', isContext: true, image: { type: 'image/png', data: 'AAAA' } },
        { role: 'assistant', text: '', toolCalls: [{ id: 'c:1', name: 'get$order', arguments: '{"id":1}' }] },
        { role: 'tool', callId: 'c:1', name: 'get$order', text: '{"id":1}' },
        { role: 'user', text: 'And?  ' },
      ],
      tools: [TOOL],
      temperature: 1.4,
      mustCall: 'get$order',
    });
    expect(asked).toEqual(['/v1/messages', KEY, '2023-06-01', undefined]);
    expect(bodies[0]).toEqual({
      model: 'test-model',
      stream: true,
      max_tokens: 4_096,
      system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi' },
            { type: 'text', text: 'A file' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c_1', name: 'get_order', input: { id: 1 } }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c_1', content: '{"id":1}' },
            { type: 'text', text: 'And?' },
          ],
        },
      ],
      temperature: 1,
      tools: [{ name: 'get_order', description: 'The order', input_schema: { type: 'object', properties: {} } }],
      tool_choice: { type: 'tool', name: 'get_order' },
    });
  });

  it('is given a user first, no empty text, and the tools of a conversation in which none may be called any more', async () => {
    const { ask, bodies } = await answering(text('Fine'), ...end('end_turn'));
    const messages: ModelMessage[] = [
      { role: 'assistant', text: 'Welcome!' },
      { role: 'user', text: ' ' },
      { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'now', arguments: 'no JSON' }] },
      { role: 'tool', callId: 'c1', name: 'now', text: 'The arguments are not JSON' },
    ];
    await ask({ messages, tools: [] });
    expect(bodies[0]).toMatchObject({
      messages: [
        { role: 'user', content: [{ type: 'text', text: expect.stringMatching(/\w/) }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Welcome!' },
            { type: 'tool_use', input: {} },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result' }] },
      ],
      tools: [{ name: 'now' }],
      tool_choice: { type: 'none' },
    });
  });

  it.each([1, 2, 3])('says its text, its thoughts and its tokens wherever the network cuts them (%i)', async (seed) => {
    const { ask } = await start((_body, response) => {
      stream(
        response,
        sse(
          {
            type: 'message_start',
            message: { usage: { input_tokens: 5, cache_read_input_tokens: 20, output_tokens: 1 } },
          },
          { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
          { type: 'ping' },
          { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
          text('Grüße, ', 1),
          text('世界', 1),
          { type: 'content_block_stop', index: 1 },
          ...end('max_tokens', 9),
        ),
      );
    }, cuttingFetch(seed));
    const events = await ask();
    expect(textOf(events)).toBe('Grüße, 世界');
    expect(events.filter(({ type }) => type !== 'text')).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'usage', inputTokens: 25, outputTokens: 9 },
      { type: 'end', reason: 'length' },
    ]);
  });

  it('calls tools, several at once, by the names the page gave them', async () => {
    const call = (index: number, id: string, name: string) => ({
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id, name, input: {} },
    });
    const piece = (index: number, partial: string) => ({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json: partial },
    });
    const { ask } = await answering(
      text('Let me look.'),
      call(1, 'a', 'get_order'),
      piece(1, '{"id"'),
      piece(1, ':7}'),
      call(2, 'b', 'now'),
      ...end('tool_use'),
    );
    const events = await ask({ ...REQUEST, tools: [TOOL, { ...TOOL, name: 'now' }] });
    expect(events.filter(({ type }) => type !== 'usage')).toEqual([
      { type: 'text', text: 'Let me look.' },
      { type: 'tool-call', call: { id: 'a', name: 'get$order', arguments: '{"id":7}' } },
      { type: 'tool-call', call: { id: 'b', name: 'now', arguments: '{}' } },
      { type: 'end', reason: 'tool-calls' },
    ]);
  });

  it('BE-9 cuts a pair between two events: it is joined, and half a pair and NUL are left out', async () => {
    const { ask } = await answering(text('Done \ud83d'), text('\udc4d! \0'), text('lone \ud83d'), ...end('end_turn'));
    expect(textOf(await ask())).toBe('Done \u{1f44d}! lone \ufffd');
  });

  it('may answer whole, without a stream', async () => {
    const { ask } = await start((_body, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          type: 'message',
          content: [
            { type: 'text', text: 'Hello' },
            { type: 'tool_use', id: 'a', name: 'now', input: { zone: 'UTC' } },
          ],
          stop_reason: 'tool_use',
          usage: { input_tokens: 3, output_tokens: 4 },
        }),
      );
    });
    expect(await ask({ ...REQUEST, tools: [{ ...TOOL, name: 'now' }] })).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'tool-call', call: { id: 'a', name: 'now', arguments: '{"zone":"UTC"}' } },
      { type: 'usage', inputTokens: 3, outputTokens: 4 },
      { type: 'end', reason: 'tool-calls' },
    ]);
  });

  it.each([
    ['a cut', [text('Half')], 'again'],
    ['an overload in mid-stream', [text('Half'), { type: 'error', error: { type: 'overloaded_error' } }], 'again'],
    ['something unreadable', ['<html>'], 'again'],
  ])('F111 %s is a failure, told after what was said', async (_, events, remedy) => {
    const { model } = await answering(...events);
    const said: unknown[] = [];
    const failure: unknown = await (async () => {
      for await (const event of model.reply(REQUEST, new AbortController().signal)) said.push(event);
    })().catch((error: unknown) => error);
    expect(remedyOf(failure)).toBe(remedy);
    expect(said).toEqual(events.length > 1 || events[0] !== '<html>' ? [{ type: 'text', text: 'Half' }] : []);
  });

  it.each([
    [400, 'prompt is too long: 250000 tokens > 200000 maximum', 'shorter'],
    [529, 'Overloaded', 'again'],
    [401, 'invalid x-api-key', 'elsewhere'],
  ])('F111 a refusal with %i (%s) tells what may help', async (status, message, remedy) => {
    const { ask } = await start((_body, response) => {
      response.writeHead(status).end(JSON.stringify({ type: 'error', error: { type: 'error', message } }));
    });
    const failure: unknown = await ask().catch((error: unknown) => error);
    expect(remedyOf(failure)).toBe(remedy);
  });
});

/** The protocol as others understand it, who compare their server with the provider every day. */
describe('FO-12 S-12 an Anthropic server that is not ours', () => {
  const mock = new LLMock({ port: 0, chunkSize: 7 });
  const ask = (request: ModelRequest) =>
    collect(
      createAnthropicModel({
        baseUrl: mock.url,
        apiKey: KEY,
        model: 'claude-sonnet-4-5',
        clock: systemClock,
        fetch: createEndpointFetch(fetch),
      }).reply(request, new AbortController().signal),
    );
  beforeAll(() => mock.start());
  afterEach(() => mock.clearFixtures());
  afterAll(() => mock.stop());

  it('streams a text', async () => {
    mock.onMessage('order', { content: 'Grüße aus Zürich 🏔️: it left *today*.' });
    const events = await ask({ messages: [{ role: 'user', text: 'Where is my order?' }], tools: [] });
    expect(textOf(events)).toBe('Grüße aus Zürich 🏔️: it left *today*.');
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' });
  });

  it('calls a tool, is told its result, and goes on', async () => {
    mock.on({ hasToolResult: true }, { content: 'Order 7 is on its way.' });
    mock.onMessage('order', { toolCalls: [{ name: 'getOrder', arguments: '{"number":7}' }] });
    const tools = [{ ...TOOL, name: 'getOrder' }];
    const question: ModelMessage = { role: 'user', text: 'Where is order 7?' };
    const called = (await ask({ messages: [question], tools })).find((event) => event.type === 'tool-call');
    if (!called) throw new Error('no call');
    expect(called.call).toMatchObject({ name: 'getOrder', arguments: '{"number":7}' });
    const events = await ask({
      messages: [
        question,
        { role: 'assistant', text: '', toolCalls: [called.call] },
        { role: 'tool', callId: called.call.id, name: 'getOrder', text: '{"status":"shipped"}' },
      ],
      tools,
    });
    expect(textOf(events)).toBe('Order 7 is on its way.');
  });

  it('F111 refuses with a reason that a visitor never reads', async () => {
    mock.on({ userMessage: /.*/ }, { error: { message: 'Number of tokens', type: 'rate_limit_error' }, status: 429 });
    await expect(ask(REQUEST)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.not.stringContaining('tokens'),
    });
  });
});
