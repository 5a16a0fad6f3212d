import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock, type Json, type JsonObject } from '@sotto/widget-core/api';
import { isWidgetError } from '@sotto/widget-core';
import { openAi } from '@sotto/widget-core/transports';
import { ApiError } from '../../lib/apiError';
import { REQUEST } from '../testing/fakeEndpoint';
import { createOpenAiCompatible } from './openAiCompatible';

/**
 * Streams as servers that speak Chat Completions have sent them in public reports, and two of ours of each kind. `end`:
 * `lost` is a stream that was cut, `secret` what visitors must not read.
 */
interface Case {
  readonly id: string;
  readonly body: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { id?: string; name: string; arguments: JsonObject; more?: JsonObject }[];
  readonly end: 'stop' | 'length' | 'calls' | 'failed' | 'filtered' | 'empty filter' | 'lost';
  readonly secret?: string;
}

const cases = JSON.parse(
  readFileSync(new URL('../testing/completionCases.json', import.meta.url), 'utf8'),
) as readonly Case[];

/** What a reader has made of a stream. */
interface Read {
  text: string;
  reasoning: string;
  calls: { id: string; name: string; arguments: unknown }[];
  end: string;
  /** What a visitor may see of it. */
  shown: string;
  /** What the next request repeats. */
  sent: JsonObject[];
}

function takeBack(read: Read, length: number): void {
  const place = read.text.length - length;
  read.reasoning += read.text.slice(place);
  read.text = read.text.slice(0, place);
}

/** The ways in which a network may deliver a body. */
const CUTS: Readonly<Record<string, (body: string) => readonly Uint8Array[]>> = {
  'byte by byte': (body) => [...new TextEncoder().encode(body)].map((byte) => Uint8Array.of(byte)),
  'event by event': (body) => body.split(/(?<=(?:\r\n|\n|\r){2})/).map((piece) => new TextEncoder().encode(piece)),
  whole: (body) => [new TextEncoder().encode(body)],
};

/** Answers with these pieces, and keeps what was asked. */
function answering(pieces: readonly Uint8Array[], asked: JsonObject[]): typeof fetch {
  return async (_url, init) => {
    asked.push(JSON.parse(init?.body as string) as JsonObject);
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  };
}

const sentCalls = (body: JsonObject | undefined): JsonObject[] =>
  (body?.['messages'] as JsonObject[]).flatMap((message) => (message['tool_calls'] ?? []) as JsonObject[]);

async function readOnServer(pieces: readonly Uint8Array[]): Promise<Read> {
  const asked: JsonObject[] = [];
  const model = createOpenAiCompatible({
    baseUrl: 'https://model.example/v1',
    model: 'm',
    clock: systemClock,
    fetch: answering(pieces, asked),
  });
  const { signal } = new AbortController();
  const read: Read = { text: '', reasoning: '', calls: [], end: 'none', shown: '', sent: [] };
  const toolCalls = [];
  try {
    for await (const event of model.reply(REQUEST, signal)) {
      if (event.type === 'text' || event.type === 'reasoning') read[event.type] += event.text;
      if (event.type === 'take-back') takeBack(read, read.text.length);
      if (event.type === 'tool-call') toolCalls.push(event.call);
      if (event.type === 'end') read.end = event.reason === 'tool-calls' ? 'calls' : event.reason;
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isCut = error.cause instanceof Error && /was cut|unreadable/.test(error.cause.message);
    const ends: Record<string, string> = { UNPROCESSABLE_ENTITY: 'filtered', NO_ANSWER: 'empty filter' };
    read.end = isCut ? 'lost' : (ends[error.code] ?? 'failed');
    read.shown = `${error.code} ${error.message}`;
  }
  read.calls = toolCalls.map(({ id, name, arguments: text }) => ({ id, name, arguments: JSON.parse(text) as unknown }));
  const again = model.reply({ ...REQUEST, messages: [{ role: 'assistant', text: '', toolCalls }] }, signal);
  await again[Symbol.asyncIterator]()
    .next()
    .catch(() => undefined);
  read.sent = sentCalls(asked.at(-1));
  return read;
}

async function readInBrowser(pieces: readonly Uint8Array[]): Promise<Read> {
  const asked: JsonObject[] = [];
  const transport = openAi('/chat/completions', { fetch: answering(pieces, asked) });
  const { signal } = new AbortController();
  const request = { id: 'm1', trigger: 'message', text: 'Hi', attachments: [], conversationId: 'c1' } as const;
  const functions = {};
  const read: Read = { text: '', reasoning: '', calls: [], end: 'none', shown: '', sent: [] };
  const kept: (Json | undefined)[] = [];
  try {
    for await (const event of transport.send({ ...request, messages: [], functions }, { signal })) {
      if (event.type === 'text' || event.type === 'reasoning') read[event.type] += event.text;
      if (event.type === 'take-back') takeBack(read, event.length);
      if (event.type === 'call') kept.push(event.more);
      if (event.type === 'call') read.calls.push({ id: event.callId, name: event.name, arguments: event.input });
      if (event.type === 'end') read.end = read.calls.length > 0 ? 'calls' : (event.reason ?? 'stop');
    }
  } catch (error) {
    if (!isWidgetError(error)) throw error;
    const ends: Record<string, string> = { UNPROCESSABLE_ENTITY: 'filtered', NETWORK: 'lost' };
    read.end = ends[error.code] ?? 'failed';
    if (read.end === 'filtered' && read.text === '') read.end = 'empty filter';
    read.shown = `${error.code} ${error.message}`;
  }
  const parts = read.calls.map(({ id, name, arguments: input }, index) => ({
    type: 'tool' as const,
    callId: id,
    name,
    input: input as JsonObject,
    more: kept[index],
    state: 'done' as const,
    startedAt: 1,
  }));
  const message = { id: 'b1', type: 'bot' as const, text: '', parts };
  const again = transport.send({ ...request, trigger: 'functions', messages: [message], functions }, { signal });
  for await (const { type } of again) if (type === 'accepted') break;
  read.sent = sentCalls(asked.at(-1));
  return read;
}

/** Chunks of an answer, each as an event of its own. */
const answerOf = (...texts: string[]): readonly Uint8Array[] =>
  [...texts.map((content) => ({ delta: { content } })), { delta: {}, finish_reason: 'stop' }].map((choice) =>
    new TextEncoder().encode(`data: ${JSON.stringify({ choices: [choice] })}\n\n`),
  );

describe('sse-15 the next answers of a model that closes thoughts it has not opened', () => {
  const ANSWERS = [
    ['They want', ' a number.\n', '</thi', 'nk>\n\nIt is ', '42.'],
    ['A number again.\n</think>', '\n\n', 'It is 43.'],
    ['No thought, ', 'only ', 'words.'],
    ['And again.\n', '</think>\n', 'It is 44.'],
  ];
  /** The words of each answer, in their order. */
  const SHOWN = ['They want a number.\n|take-back|It is |42.', 'It is 43.', 'No thought, only words.', 'It is 44.'];
  const answers = (): typeof fetch => {
    const pieces = ANSWERS.map((texts) => answerOf(...texts));
    return (url, init) => answering(pieces.shift() ?? [], [])(url, init);
  };
  async function shownOf(replies: () => AsyncIterable<{ readonly type: string; readonly text?: string }>) {
    const shown: string[] = [];
    while (shown.length < ANSWERS.length) {
      const words: string[] = [];
      for await (const { type, text = type } of replies())
        if (type === 'text' || type === 'take-back') words.push(text);
      shown.push(words.join('|').replace('want| a', 'want a'));
    }
    return shown;
  }

  it('sse-15 show nothing wrong, and lose nothing, on the server', async () => {
    const options = { baseUrl: 'https://model.example/v1', model: 'm', clock: systemClock };
    const model = createOpenAiCompatible({ ...options, fetch: answers() });
    const { signal } = new AbortController();
    expect(await shownOf(() => model.reply(REQUEST, signal))).toEqual(SHOWN);
    // Another model knows nothing of it.
    const other = createOpenAiCompatible({ ...options, fetch: answers() });
    expect((await shownOf(() => other.reply(REQUEST, signal)))[0]).toBe(SHOWN[0]);
  });

  it('sse-15 show nothing wrong, and lose nothing, in the browser', async () => {
    const transport = openAi('/chat/completions', { fetch: answers() });
    const { signal } = new AbortController();
    const request = { id: 'm1', trigger: 'message', text: 'Hi', attachments: [], conversationId: 'c1' } as const;
    expect(await shownOf(() => transport.send({ ...request, messages: [], functions: {} }, { signal }))).toEqual(SHOWN);
  });
});

const READERS = { server: readOnServer, browser: readInBrowser };

describe.each(Object.entries(READERS))('Chat Completions as the %s reads them', (_side, readAll) => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each(cases)('$id', async ({ body, text, reasoning, calls, end, secret }) => {
    for (const [cut, cutUp] of Object.entries(CUTS))
      for (const lineEnd of ['\n', '\r\n', '\r']) {
        const read = await readAll(cutUp(body.replaceAll('\n', lineEnd)));
        const how = `${cut}, with ${JSON.stringify(lineEnd)}`;
        expect(read, how).toMatchObject({ text, end, calls: calls.map(({ more: _more, ...call }) => call) });
        expect(read.reasoning.trimEnd(), how).toBe(reasoning.trimEnd());
        expect(read.calls, how).toHaveLength(calls.length);
        expect(
          read.sent.map(({ id: _id, type: _type, ...call }) => call),
          how,
        ).toEqual(
          calls.map(({ name, more }) => ({
            ...more,
            function: { ...(more?.['function'] as JsonObject), name, arguments: expect.any(String) },
          })),
        );
        if (secret !== undefined) expect(read.shown).not.toContain(secret);
      }
  });
});
