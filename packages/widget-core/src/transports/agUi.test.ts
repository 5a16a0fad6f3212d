// @vitest-environment node
import { EventType, type BaseEvent } from '@ag-ui/core';
import { EventSchemas, RunAgentInputSchema } from '@ag-ui/core/schemas';
import { EventEncoder } from '@ag-ui/encoder';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, startBackend, until, type Backend } from '../testing/backend';
import { agUi } from './agUi';

type Event = { readonly type: EventType } & Readonly<Record<string, unknown>>;

let backend: Backend;
afterEach(() => backend.close());

interface Input {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: { readonly role: string; readonly content?: string; readonly toolCalls?: unknown }[];
  readonly tools: { readonly name: string }[];
}

/**
 * An agent's endpoint: what it is sent passes the schema of the protocol's own package, its events pass the schema of
 * events and are written by the protocol's own encoder.
 */
async function serve(run: (input: Input, calls: number) => readonly Event[], isCut = false): Promise<Backend> {
  let calls = 0;
  backend = await startBackend(async ({ body, headers }, response) => {
    const input = RunAgentInputSchema.parse(body) as unknown as Input;
    const encoder = new EventEncoder({ accept: headers.accept ?? '' });
    response.writeHead(200, { 'Content-Type': encoder.getContentType() });
    const { threadId, runId } = input;
    const events: Event[] = [
      { type: EventType.RUN_STARTED, threadId, runId },
      ...run(input, calls++),
      ...(isCut ? [] : [{ type: EventType.RUN_FINISHED, threadId, runId }]),
    ];
    for (const event of events) {
      response.write(encoder.encodeSSE(EventSchemas.parse(event) as BaseEvent));
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    response.end();
  });
  return backend;
}

const textEvents = (text: string, messageId = 'm1'): Event[] => [
  { type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' },
  ...(text.match(/\S+\s*/g) ?? []).map((delta) => ({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta })),
  { type: EventType.TEXT_MESSAGE_END, messageId },
];
const callTool = (toolCallName: string, input: object): Event[] => [
  { type: EventType.TOOL_CALL_START, toolCallId: 'c1', toolCallName },
  ...[...JSON.stringify(input)].map((delta) => ({ type: EventType.TOOL_CALL_ARGS, toolCallId: 'c1', delta })),
  { type: EventType.TOOL_CALL_END, toolCallId: 'c1' },
];

describe('an agent that speaks AG-UI', () => {
  it('streams text, and is told the conversation in the second turn, after a reload as well', async () => {
    const { url, requests } = await serve(({ messages }) => textEvents(`You sent ${messages.length}`));
    const { widget, reload, texts } = openPage(agUi(url));
    await widget().conversation.send({ message: 'Hello' });
    reload();
    await widget().conversation.send({ message: 'Again' });
    expect(texts()).toEqual(['user: Hello', 'bot: You sent 1', 'user: Again', 'bot: You sent 3']);
    const [first, second] = requests.map(({ body }) => body as Input);
    expect(second?.threadId).toBe(first?.threadId);
    expect(second?.runId).not.toBe(first?.runId);
  });

  it('shows reasoning, a tool of the agent, and a value of its own', async () => {
    const { url } = await serve(() => [
      { type: EventType.REASONING_START, messageId: 'r1' },
      { type: EventType.REASONING_MESSAGE_START, messageId: 'r1', role: 'reasoning' },
      { type: EventType.REASONING_MESSAGE_CONTENT, messageId: 'r1', delta: 'I look it up' },
      { type: EventType.REASONING_MESSAGE_END, messageId: 'r1' },
      { type: EventType.REASONING_END, messageId: 'r1' },
      { type: EventType.STATE_SNAPSHOT, snapshot: { ignored: true } },
      ...callTool('weather', { city: 'Bern' }),
      { type: EventType.TOOL_CALL_RESULT, messageId: 't1', toolCallId: 'c1', content: '21 degrees', role: 'tool' },
      { type: EventType.CUSTOM, name: 'mood', value: 'sunny' },
      ...textEvents('It is warm', 'm2'),
    ]);
    const reply = await openPage(agUi(url)).widget().conversation.send({ message: 'Weather?' });
    expect(reply.parts).toMatchObject([
      { type: 'reasoning', text: 'I look it up' },
      { type: 'tool', name: 'weather', input: { city: 'Bern' }, state: 'done', output: '21 degrees' },
      { type: 'text', text: 'It is warm' },
    ]);
    expect(reply.meta).toEqual({ data: { mood: 'sunny' } });
  });

  it('sets the text of two messages apart, also when they come in chunks', async () => {
    const { url } = await serve(() => [
      { type: EventType.TEXT_MESSAGE_CHUNK, messageId: 'a', role: 'assistant', delta: 'One' },
      { type: EventType.TEXT_MESSAGE_CHUNK, messageId: 'b', role: 'assistant', delta: 'Two' },
      { type: EventType.TEXT_MESSAGE_CHUNK, delta: ' three' },
    ]);
    const reply = await openPage(agUi(url)).widget().conversation.send({ message: 'Count' });
    expect(reply.text).toBe('One\n\nTwo three');
  });

  it('calls a function of the page whose arguments come in chunks, and sends its result', async () => {
    const { url, requests } = await serve((_, calls) =>
      calls === 0
        ? [
            { type: EventType.TOOL_CALL_CHUNK, toolCallId: 'c1', toolCallName: 'getOrder', delta: '{"id":' },
            { type: EventType.TOOL_CALL_CHUNK, delta: '"A-1"}' },
          ]
        : textEvents('Shipped'),
    );
    const { widget } = openPage(agUi(url));
    widget().functions.set({
      getOrder: { description: 'An order', parameters: { type: 'object' }, handler: (args) => args },
    });
    const reply = await widget().conversation.send({ message: 'Order?' });
    expect(reply.text).toBe('Shipped');
    const [first, second] = requests.map(({ body }) => body as Input);
    expect(first?.tools).toEqual([{ name: 'getOrder', description: 'An order', parameters: { type: 'object' } }]);
    expect(second?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', toolCalls: [{ id: 'c1', function: { name: 'getOrder', arguments: '{"id":"A-1"}' } }] },
      { role: 'tool', toolCallId: 'c1', content: '{"id":"A-1"}' },
    ]);
  });

  it('ends in a failure with the words of the agent', async () => {
    const { url } = await serve(() => [
      ...textEvents('Partly'),
      { type: EventType.RUN_ERROR, message: 'No model', code: 'X' },
    ]);
    const { widget, newest } = openPage(agUi(url));
    await expect(widget().conversation.send({ message: 'Hello' })).rejects.toMatchObject({
      code: 'X',
      message: 'No model',
    });
    expect(newest()).toMatchObject({ type: 'bot', text: 'Partly', failure: { code: 'X', message: 'No model' } });
  });

  it('ends in a failure when the stream is cut', async () => {
    const { url } = await serve(() => textEvents('Partly'), true);
    const { widget, newest } = openPage(agUi(url));
    await expect(widget().conversation.send({ message: 'Hello' })).rejects.toMatchObject({ code: 'GONE' });
    expect(newest()).toMatchObject({ text: 'Partly', failure: { code: 'GONE' } });
  });

  it('ends at the agent when the visitor stops it', async () => {
    const { url, requests } = await serve(() => textEvents('word '.repeat(500)));
    const { widget, liveText, newest } = openPage(agUi(url));
    widget()
      .conversation.send({ message: 'Talk' })
      .catch(() => undefined);
    await until(() => {
      expect(liveText()).toContain('word');
    });
    await widget().conversation.stop();
    expect(newest()).toMatchObject({ end: 'abort' });
    await until(() => {
      expect(requests[0]?.signal.aborted).toBe(true);
    });
  });
});
