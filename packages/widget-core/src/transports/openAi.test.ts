// @vitest-environment node
import OpenAI from 'openai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage, startBackend, startEvents, until, type Backend } from '../testing/backend';
import { openAi } from './openAi';

type Chat = OpenAI.ChatCompletionChunk;
type ChatDelta = OpenAI.ChatCompletionChunk.Choice.Delta & { readonly reasoning_content?: string };
type ResponseEvent = OpenAI.Responses.ResponseStreamEvent;

// OpenAI publishes no server. This one writes chunks and events of the types of OpenAI's own package, and that
// package's client reads the same server in the first test of each API.
let backend: Backend;
afterEach(async () => {
  vi.restoreAllMocks();
  await backend.close();
});

const chunk = (delta: ChatDelta, finish: OpenAI.ChatCompletionChunk.Choice['finish_reason'] = null): Chat => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'model-1',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const words = (text: string): Chat[] => (text.match(/\S+\s*/g) ?? []).map((content) => chunk({ content }));
const usage: Chat = {
  ...chunk({}),
  choices: [],
  usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
};

async function serveChat(reply: (body: OpenAI.ChatCompletionCreateParams, calls: number) => readonly Chat[]) {
  let calls = 0;
  backend = await startBackend(async ({ body }, response) => {
    const write = startEvents(response);
    for (const part of reply(body as OpenAI.ChatCompletionCreateParams, calls++)) {
      write(part);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    write('[DONE]');
    response.end();
  });
  return { url: `${backend.url}/chat/completions`, bodies: () => backend.requests.map(({ body }) => body) as never[] };
}

describe('a model with Chat Completions', () => {
  it('streams the text that OpenAI’s own client reads, and is told the conversation after a reload', async () => {
    const { url, bodies } = await serveChat(({ messages }) => [
      chunk({ role: 'assistant', content: '' }),
      ...words(`You sent ${messages.length}`),
      chunk({}, 'stop'),
      usage,
    ]);
    const client = new OpenAI({ baseURL: backend.url, apiKey: 'none' });
    const read = client.chat.completions.stream({ model: 'model-1', messages: [{ role: 'user', content: 'Hello' }] });
    const { widget, reload, texts } = openPage(openAi(url, { model: 'model-1', instructions: 'Be kind' }));
    const spent: unknown[] = [];
    widget().on('item', ({ type, data }) => {
      if (type === 'usage') spent.push(data);
    });
    await widget().conversation.send({ message: 'Hello' });
    expect(await read.finalContent()).toBe('You sent 1');
    expect(spent).toEqual([{ model: 'model-1', inputTokensUsed: 5, outputTokensUsed: 2 }]);
    reload();
    await widget().conversation.send({ message: 'Again' });
    expect(texts()).toEqual(['user: Hello', 'bot: You sent 2', 'user: Again', 'bot: You sent 4']);
    expect(bodies()[2]).toMatchObject({
      model: 'model-1',
      stream: true,
      messages: [{ role: 'system' }, { role: 'user' }, { role: 'assistant' }, { role: 'user', content: 'Again' }],
    });
  });

  it('shows reasoning, calls a function of the page, and sends its result', async () => {
    const { url, bodies } = await serveChat((_, calls) =>
      calls === 0
        ? [
            chunk({ reasoning_content: 'I look' }),
            chunk({
              tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'getOrder', arguments: '' } }],
            }),
            chunk({ tool_calls: [{ index: 0, function: { arguments: '{"id":' } }] }),
            chunk({ tool_calls: [{ index: 0, function: { arguments: '"A-1"}' } }] }),
            chunk({}, 'tool_calls'),
          ]
        : [...words('It was shipped'), chunk({}, 'stop')],
    );
    const { widget } = openPage(openAi(url));
    widget().functions.set({ getOrder: { description: 'An order', parameters: {}, handler: () => 'shipped' } });
    const reply = await widget().conversation.send({ message: 'Order?' });
    expect(reply.parts).toMatchObject([
      { type: 'reasoning', text: 'I look' },
      { type: 'tool', name: 'getOrder', input: { id: 'A-1' }, output: 'shipped' },
      { type: 'text', text: 'It was shipped' },
    ]);
    expect(bodies()[0]).toMatchObject({ tools: [{ type: 'function', function: { name: 'getOrder' } }] });
    expect(bodies()[1]).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant', tool_calls: [{ id: 'c1', function: { arguments: '{"id":"A-1"}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: 'shipped' },
      ],
    });
  });

  it('BE-8 sse-08 fields of a call go back with it, also after a reload, but not to another model', async () => {
    const signed = { extra_content: { google: { thought_signature: 'c2lnbmVk' } } };
    const { url, bodies } = await serveChat((_, calls) =>
      calls === 0
        ? [
            chunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'getOrder', arguments: '{}' }, ...signed }] }),
            chunk({}, 'tool_calls'),
          ]
        : [...words('It was shipped'), chunk({}, 'stop')],
    );
    let transport = openAi(url, { model: 'gemini' });
    const { widget, reload } = openPage({ send: (request, options) => transport.send(request, options) });
    widget().functions.set({ getOrder: { description: 'An order', parameters: {}, handler: () => 'shipped' } });
    await widget().conversation.send({ message: 'Order?' });
    for (const model of ['gemini', 'other']) {
      transport = openAi(url, { model });
      reload();
      await widget().conversation.send({ message: 'Really?' });
    }
    const sent = bodies().map((body) =>
      (body as { messages: { tool_calls?: object[] }[] }).messages.flatMap(({ tool_calls: calls = [] }) => calls),
    );
    const call = { id: 'c1', type: 'function', function: { name: 'getOrder', arguments: '{}' } };
    expect(sent).toEqual([[], [{ ...call, ...signed }], [{ ...call, ...signed }], [call]]);
  });

  it.each([
    ['no JSON', '{"id":', 'arguments must be of type object'],
    ['a text', '"A-1"', 'arguments must be of type object'],
    ['a list', '["A-1"]', 'arguments must be of type object'],
    ['another type', '{"id":7}', 'arguments.id must be of type string'],
    ['nothing', '{}', 'arguments.id is missing'],
    ['more than is known', '{"id":"A-1","admin":true}', 'arguments.admin is not known'],
  ])('BE-12 arguments that are %s reach no handler: the model reads why', async (_, given, why) => {
    const { url, bodies } = await serveChat((_body, calls) =>
      calls === 0
        ? [
            chunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'getOrder', arguments: given } }] }),
            chunk({}, 'tool_calls'),
          ]
        : [...words('Sorry'), chunk({}, 'stop')],
    );
    const { widget } = openPage(openAi(url));
    const handler = vi.fn(() => 'shipped');
    const parameters = { properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false };
    widget().functions.set({ getOrder: { description: 'An order', parameters, handler, confirm: true } });
    const reply = await widget().conversation.send({ message: 'Order?' });
    expect(handler).not.toHaveBeenCalled();
    expect(reply.parts).toMatchObject([{ type: 'tool', name: 'getOrder', state: 'failed' }, { type: 'text' }]);
    expect(JSON.stringify(bodies()[1])).toContain(why);
  });

  it('tells a model that a function it invented is not there', async () => {
    const { url, bodies } = await serveChat((_, calls) =>
      calls === 0
        ? [
            chunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'invented', arguments: '{}' } }] }),
            chunk({}, 'tool_calls'),
          ]
        : [...words('Sorry'), chunk({}, 'stop')],
    );
    const reply = await openPage(openAi(url)).widget().conversation.send({ message: 'Hello' });
    expect(reply.text).toBe('Sorry');
    expect(JSON.stringify(bodies()[1])).toContain('There is no function');
  });

  it('says that a reply was cut at its length, and asks for the rest', async () => {
    const { url, bodies } = await serveChat((_, calls) =>
      calls === 0 ? [...words('One two '), chunk({}, 'length')] : [...words('three'), chunk({}, 'stop')],
    );
    const { widget, newest, texts } = openPage(openAi(url));
    const { id } = await widget().conversation.send({ message: 'Count' });
    expect(newest()).toMatchObject({ text: 'One two ', end: 'length' });
    await widget().messages.continueReply(id);
    expect(texts()).toEqual(['user: Count', 'bot: One two three']);
    expect(bodies()[1]).toMatchObject({ messages: [{ role: 'user' }, { role: 'assistant', content: 'One two ' }] });
  });

  it.each([
    [401, 'NOT_AUTHENTICATED'],
    [429, 'TOO_MANY_REQUESTS'],
    [500, 'ERROR_500'],
  ])('keeps the message with a way to try again when the proxy answers %i', async (status, code) => {
    let isDown = true;
    backend = await startBackend((_, response) => {
      if (isDown) response.writeHead(status).end('{"error":{"message":"a sentence for developers"}}');
      else {
        const write = startEvents(response);
        for (const part of [...words('Fine'), chunk({}, 'stop')]) write(part);
        response.end();
      }
    });
    const { widget, texts } = openPage(openAi(backend.url));
    await expect(widget().conversation.send({ message: 'Hello' })).rejects.toMatchObject({ code });
    expect(Object.values(widget().conversation.getState().deliveries)).toMatchObject([{ state: 'failed', code }]);
    expect(JSON.stringify(widget().conversation.getState())).not.toContain('developers');
    isDown = false;
    await widget().conversation.retry();
    await until(() => {
      expect(texts()).toEqual(['user: Hello', 'bot: Fine']);
    });
  });

  it('ends at the proxy when the visitor stops it', async () => {
    const { url } = await serveChat(() => words('word '.repeat(500)));
    const { widget, liveText, newest } = openPage(openAi(url));
    widget()
      .conversation.send({ message: 'Talk' })
      .catch(() => undefined);
    await until(() => {
      expect(liveText()).toContain('word');
    });
    await widget().conversation.stop();
    expect(newest()).toMatchObject({ end: 'abort' });
    await until(() => {
      expect(backend.requests[0]?.signal.aborted).toBe(true);
    });
  });
});

const response = (part: Partial<OpenAI.Responses.Response>) => ({
  id: 'r1',
  object: 'response',
  model: 'm',
  output: [],
  ...part,
});

/** Events as the Responses API writes them, numbered. */
async function serveResponses(
  reply: (body: OpenAI.Responses.ResponseCreateParams, calls: number) => readonly object[],
) {
  let calls = 0;
  backend = await startBackend((request, answer) => {
    const write = startEvents(answer);
    const events = reply(request.body as OpenAI.Responses.ResponseCreateParams, calls++);
    for (const [sequence_number, event] of events.entries()) {
      const numbered = { ...event, sequence_number } as ResponseEvent;
      write(numbered, numbered.type);
    }
    answer.end();
  });
  return { url: `${backend.url}/responses`, bodies: () => backend.requests.map(({ body }) => body) as never[] };
}
const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
const speak = (text: string): object[] => [
  { type: 'response.output_item.added', output_index: 0, item: message },
  { type: 'response.content_part.added', ...place, part: { type: 'output_text', text: '', annotations: [] } },
  ...(text.match(/\S+\s*/g) ?? []).map((delta) => ({
    type: 'response.output_text.delta',
    ...place,
    delta,
    logprobs: [],
  })),
];

describe('a model with the Responses API', () => {
  it('streams the text that OpenAI’s own client reads, with a search, thoughts and sources', async () => {
    const annotation = { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 1 };
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'a' } };
    const { url, bodies } = await serveResponses(() => [
      { type: 'response.created', response: response({ status: 'in_progress' }) },
      { type: 'response.reasoning_summary_text.delta', item_id: 'rs', output_index: 0, summary_index: 0, delta: 'Hm' },
      { type: 'response.output_item.added', output_index: 0, item: search },
      { type: 'response.output_item.done', output_index: 0, item: search },
      ...speak('Hello there'),
      { type: 'response.output_text.annotation.added', ...place, annotation_index: 0, annotation },
      {
        type: 'response.completed',
        response: response({ status: 'completed', usage: { input_tokens: 3, output_tokens: 2 } as never }),
      },
    ]);
    const read: string[] = [];
    const client = new OpenAI({ baseURL: backend.url, apiKey: 'none' });
    for await (const event of await client.responses.create({ model: 'm', input: 'Hello', stream: true }))
      if (event.type === 'response.output_text.delta') read.push(event.delta);
    const reply = await openPage(openAi(url, { model: 'm' }))
      .widget()
      .conversation.send({ message: 'Hello' });
    expect(read.join('')).toBe('Hello there');
    expect(reply.parts).toMatchObject([
      { type: 'reasoning', text: 'Hm' },
      { type: 'tool', name: 'web_search', state: 'done' },
      { type: 'text', text: 'Hello there' },
    ]);
    expect(reply.references).toEqual([{ source: 'https://a.example', title: 'A', url: 'https://a.example' }]);
    expect(bodies()[1]).toMatchObject({ input: [{ role: 'user', content: 'Hello' }], store: false, stream: true });
  });

  it('calls a function of the page, and tells the model of it in the next turn as well', async () => {
    const call = { type: 'function_call', id: 'fc', call_id: 'c1', name: 'getOrder', arguments: '{"id":"A-1"}' };
    const { url, bodies } = await serveResponses((_, calls) => [
      ...(calls === 0
        ? [
            { type: 'response.output_item.added', output_index: 0, item: { ...call, arguments: '' } },
            { type: 'response.output_item.done', output_index: 0, item: call },
          ]
        : speak('Shipped')),
      { type: 'response.completed', response: response({ status: 'completed' }) },
    ]);
    const { widget, reload } = openPage(openAi(url));
    const functions = { getOrder: { description: '', parameters: {}, handler: () => ({ state: 'shipped' }) as never } };
    widget().functions.set(functions);
    await widget().conversation.send({ message: 'Order?' });
    reload();
    await widget().conversation.send({ message: 'Sure?' });
    const called = [
      { type: 'function_call', call_id: 'c1', name: 'getOrder', arguments: '{"id":"A-1"}' },
      { type: 'function_call_output', call_id: 'c1', output: '{"state":"shipped"}' },
    ];
    expect(bodies()[1]).toMatchObject({ input: [{ role: 'user' }, ...called] });
    expect(bodies()[2]).toMatchObject({
      input: [{ role: 'user' }, ...called, { role: 'assistant', content: 'Shipped' }, { role: 'user' }],
    });
  });

  it('BE-5 ends in a failure, with the words of the API for the owner alone', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const error = { code: 'server_error', message: 'The model is busy' };
    const { url } = await serveResponses(() => [
      ...speak('Partly'),
      { type: 'response.failed', response: response({ status: 'failed', error: error as never }) },
    ]);
    const { widget, newest } = openPage(openAi(url));
    await expect(widget().conversation.send({ message: 'Hello' })).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    expect(newest()).toMatchObject({ text: 'Partly', failure: { code: 'BAD_GATEWAY' } });
    expect(JSON.stringify(widget().conversation.getState())).not.toContain(error.message);
    expect(warn.mock.calls.join('\n')).toContain(error.message);
  });

  it.each([
    ['max_output_tokens', { end: 'length' }],
    ['max_tokens', { end: 'length' }],
    [undefined, { end: 'length' }],
    ['content_filter', { failure: { code: 'UNPROCESSABLE_ENTITY' } }],
  ])('BE-5 sse-17 ends as it was cut: %s', async (reason, ended) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { url } = await serveResponses(() => [
      ...speak('Part one'),
      {
        type: 'response.incomplete',
        response: response({ status: 'incomplete', incomplete_details: { reason: reason as never } }),
      },
    ]);
    const { widget, newest } = openPage(openAi(url));
    await widget()
      .conversation.send({ message: 'Hello' })
      .catch(() => undefined);
    expect(newest()).toMatchObject({ text: 'Part one', ...ended });
    // Neither Try again nor Continue changes what a filter refuses.
    expect(widget().conversation.getState().failure?.canRetry).toBe('failure' in ended ? false : undefined);
  });
});
