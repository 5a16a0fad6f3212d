// @vitest-environment node
import * as ai6 from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as ai5 from 'ai-5';
import { MockLanguageModelV2 } from 'ai-5/test';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, pipe, startBackend, until, type Backend } from '../testing/backend';
import { aiSdk } from './aiSdk';

type Chunk = Readonly<Record<string, unknown>> & { readonly type: string };

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 4, text: 4, reasoning: 0 },
};
const finish = (reason = 'stop'): Chunk => ({
  type: 'finish',
  finishReason: { unified: reason, raw: reason },
  usage,
});
const finish5 = (reason = 'stop'): Chunk => ({
  type: 'finish',
  finishReason: reason,
  usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
});
const words = (text: string): Chunk[] => [
  { type: 'text-start', id: 't' },
  ...(text.match(/\S+\s*/g) ?? []).map((delta) => ({ type: 'text-delta', id: 't', delta })),
  { type: 'text-end', id: 't' },
];

interface Body {
  readonly id: string;
  readonly messages: ai6.UIMessage[];
  readonly trigger: string;
  readonly functions: Readonly<Record<string, { description: string; parameters: object }>>;
}

/** What one model, asked with these messages, says. */
type Answer = (prompt: unknown[], calls: number) => readonly Chunk[];

const backends: Backend[] = [];
afterEach(async () => {
  await Promise.all(backends.splice(0).map((backend) => backend.close()));
});
async function start(...args: Parameters<typeof startBackend>): Promise<Backend> {
  const backend = await startBackend(...args);
  backends.push(backend);
  return backend;
}

/** A route as the AI SDK's documentation writes it, on version 6. */
function serve6(answer: Answer): Promise<Backend> {
  let calls = 0;
  return start(async ({ body, signal }, response) => {
    const { messages, functions } = body as Body;
    const model = new MockLanguageModelV3({
      doStream: async ({ prompt }) => ({
        stream: ai6.simulateReadableStream({ chunks: [...answer(prompt, calls++)] as never[], chunkDelayInMs: 5 }),
      }),
    });
    const result = ai6.streamText({
      model,
      messages: await ai6.convertToModelMessages(messages),
      abortSignal: signal,
      tools: {
        weather: ai6.tool({
          inputSchema: ai6.jsonSchema<{ city: string }>({ type: 'object' }),
          execute: async ({ city }) => ({ city, degrees: 21 }),
        }),
        ...Object.fromEntries(
          Object.entries(functions).map(([name, { description, parameters }]) => [
            name,
            ai6.tool({ description, inputSchema: ai6.jsonSchema(parameters) }),
          ]),
        ),
      },
      stopWhen: ai6.stepCountIs(5),
      onError: () => undefined,
    });
    await pipe(
      result.toUIMessageStreamResponse({ sendSources: true, sendReasoning: true, originalMessages: messages }),
      response,
    );
  });
}

describe('a route of the AI SDK, version 6', () => {
  it('streams text, and is told the conversation in the second turn', async () => {
    const backend = await serve6((prompt) => [...words(`You sent ${prompt.length} messages`), finish()]);
    const { widget, texts } = openPage(aiSdk(backend.url));
    await widget().conversation.send({ message: 'Hello' });
    await widget().conversation.send({ message: 'Again' });
    expect(texts()).toEqual(['user: Hello', 'bot: You sent 1 messages', 'user: Again', 'bot: You sent 3 messages']);
    const [first, second] = backend.requests.map(({ body }) => body as Body);
    expect(second?.id).toBe(first?.id);
    expect(second?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it('shows reasoning, a tool of the server, and sources', async () => {
    const backend = await serve6((_, calls) =>
      calls === 0
        ? [
            { type: 'reasoning-start', id: 'r' },
            { type: 'reasoning-delta', id: 'r', delta: 'I need the weather' },
            { type: 'reasoning-end', id: 'r' },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Bern"}' },
            finish('tool-calls'),
          ]
        : [
            { type: 'source', sourceType: 'url', id: 's1', url: 'https://weather.example/bern', title: 'Bern' },
            ...words('It is 21 degrees'),
            finish(),
          ],
    );
    const { widget } = openPage(aiSdk(backend.url));
    const reply = await widget().conversation.send({ message: 'Weather?' });
    expect(reply.text).toBe('It is 21 degrees');
    expect(reply.parts).toMatchObject([
      { type: 'reasoning', text: 'I need the weather' },
      { type: 'tool', name: 'weather', state: 'done', input: { city: 'Bern' }, output: { city: 'Bern', degrees: 21 } },
      { type: 'text', text: 'It is 21 degrees' },
    ]);
    expect(reply.references).toEqual([{ source: 's1', title: 'Bern', url: 'https://weather.example/bern' }]);
  });

  it('calls a function of the page, and gives its result to the model', async () => {
    const prompts: unknown[][] = [];
    const backend = await serve6((prompt, calls) => {
      prompts.push(prompt);
      return calls === 0
        ? [
            ...words('One moment. '),
            { type: 'tool-call', toolCallId: 'c1', toolName: 'getOrder', input: '{"id":"A-1"}' },
            finish('tool-calls'),
          ]
        : [...words('It was shipped'), finish()];
    });
    const { widget } = openPage(aiSdk(backend.url));
    widget().functions.set({
      getOrder: {
        description: 'An order',
        parameters: { type: 'object', properties: { id: { type: 'string' } } },
        handler: (args) => ({ args, state: 'shipped' }),
      },
    });
    const reply = await widget().conversation.send({ message: 'Where is A-1?' });
    expect(reply.text).toBe('One moment. It was shipped');
    expect(reply.parts).toMatchObject([
      { type: 'text' },
      { type: 'tool', name: 'getOrder', state: 'done', output: { args: { id: 'A-1' }, state: 'shipped' } },
      { type: 'text' },
    ]);
    expect(prompts[1]).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'text' }, { type: 'tool-call', toolName: 'getOrder' }] },
      { role: 'tool', content: [{ output: { type: 'json', value: { state: 'shipped' } } }] },
    ]);
  });

  it('ends in a failure with the words of the stream, and Try again asks once more', async () => {
    const backend = await serve6((_, calls) =>
      calls === 0 ? [{ type: 'error', error: new Error('quota') }] : [...words('Now it works'), finish()],
    );
    const { widget, texts } = openPage(aiSdk(backend.url));
    await expect(widget().conversation.send({ message: 'Hello' })).rejects.toThrow();
    expect(widget().conversation.getState().failure).toMatchObject({ canRetry: true });
    await widget().conversation.retry();
    await until(() => {
      expect(texts()).toEqual(['user: Hello', 'bot: Now it works']);
    });
  });

  it('ends at the server when the visitor stops it, and keeps the text so far', async () => {
    const backend = await serve6(() => [...words('word '.repeat(400)), finish()]);
    const { widget, newest, liveText } = openPage(aiSdk(backend.url));
    widget()
      .conversation.send({ message: 'Talk' })
      .catch(() => undefined);
    await until(() => {
      expect(liveText()).toContain('word');
    });
    await widget().conversation.stop();
    expect(newest()).toMatchObject({ type: 'bot', end: 'abort' });
    expect(newest()?.text.length).toBeLessThan(2_000);
    await until(() => {
      expect(backend.requests[0]?.signal.aborted).toBe(true);
    });
  });

  it('shows files and data, and they are there after a reload', async () => {
    const backend = await start(async (_, response) => {
      const stream = ai6.createUIMessageStream({
        execute({ writer }) {
          writer.write({ type: 'file', url: 'https://files.example/a.png', mediaType: 'image/png' });
          writer.write({ type: 'data-weather', data: { degrees: 20 } });
          writer.write({ type: 'data-weather', data: { degrees: 21 } });
          writer.write({ type: 'data-progress', data: 1, transient: true });
        },
      });
      await pipe(ai6.createUIMessageStreamResponse({ stream }), response);
    });
    const { widget, reload } = openPage(aiSdk(backend.url));
    // This helper writes no `finish`: the stream ends with `[DONE]` alone.
    await widget().conversation.send({ message: 'Draw' });
    const last = reload().conversation.getState().messages.at(-1);
    expect(last).toMatchObject({
      attachments: [{ type: 'image/png', url: 'https://files.example/a.png' }],
      meta: { data: { weather: { degrees: 21 } } },
    });
  });

  it('leaves out what a changed message has superseded', async () => {
    const backend = await serve6((prompt) => [...words(`${prompt.length} told`), finish()]);
    const { widget, texts } = openPage(aiSdk(backend.url));
    await widget().conversation.send({ message: 'First' });
    const { id } = widget().conversation.getState().messages[0] ?? { id: '' };
    await widget().messages.edit(id, 'Changed');
    expect(texts()).toEqual(['user: Changed', 'bot: 1 told']);
    await widget().messages.regenerate(widget().conversation.getState().messages.at(-1)?.id ?? '');
    expect(texts()).toEqual(['user: Changed', 'bot: 1 told']);
    expect(backend.requests.map(({ body }) => (body as Body).trigger)).toEqual([
      'submit-message',
      'submit-message',
      'regenerate-message',
    ]);
    expect((backend.requests[2]?.body as Body).messages.map(({ parts }) => parts)).toEqual([
      [{ type: 'text', text: 'Changed' }],
    ]);
  });

  it('goes on with a running stream after a reload', async () => {
    const chunks = [{ type: 'start' }, ...words('one two three four'), { type: 'finish' }];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const backend = await start(async ({ method }, response) => {
      const stream = ai6.createUIMessageStream({
        async execute({ writer }) {
          for (const [index, chunk] of chunks.entries()) {
            if (method === 'POST' && index === 4) await released;
            writer.write(chunk as never);
          }
        },
      });
      await pipe(ai6.createUIMessageStreamResponse({ stream }), response);
    });
    const page = openPage(aiSdk(backend.url, { resume: true }));
    page
      .widget()
      .conversation.send({ message: 'Count' })
      .catch(() => undefined);
    await until(() => {
      expect(page.liveText()).toBe('one two ');
    });
    page.reload();
    await until(() => {
      expect(page.texts()).toEqual(['user: Count', 'bot: one two three four']);
    });
    expect(backend.requests[1]?.path).toBe(`/${(backend.requests[0]?.body as Body).id}/stream`);
    release();
  });
});

describe('a route of the AI SDK, version 5', () => {
  it('streams reasoning, a tool and text', async () => {
    let calls = 0;
    const backend = await start(async ({ body }, response) => {
      const { messages } = body as { messages: ai5.UIMessage[] };
      const model = new MockLanguageModelV2({
        doStream: async () => ({
          stream: ai5.simulateReadableStream({
            chunks: (calls++ === 0
              ? [
                  { type: 'reasoning-start', id: 'r' },
                  { type: 'reasoning-delta', id: 'r', delta: 'Hm' },
                  { type: 'reasoning-end', id: 'r' },
                  { type: 'tool-call', toolCallId: 'c1', toolName: 'clock', input: '{}' },
                  finish5('tool-calls'),
                ]
              : [...words('It is late'), finish5()]) as never[],
          }),
        }),
      });
      const result = ai5.streamText({
        model,
        messages: ai5.convertToModelMessages(messages),
        tools: { clock: ai5.tool({ inputSchema: ai5.jsonSchema({ type: 'object' }), execute: () => 'midnight' }) },
        stopWhen: ai5.stepCountIs(3),
      });
      await pipe(result.toUIMessageStreamResponse(), response);
    });
    const { widget } = openPage(aiSdk(backend.url));
    const reply = await widget().conversation.send({ message: 'Time?' });
    expect(reply.text).toBe('It is late');
    expect(reply.parts).toMatchObject([
      { type: 'reasoning', text: 'Hm' },
      { type: 'tool', name: 'clock', state: 'done', output: 'midnight' },
      { type: 'text' },
    ]);
  });
});
