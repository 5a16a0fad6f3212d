import { LLMock } from '@copilotkit/aimock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock, type JsonObject } from '@sotto/widget-core/api';
import { createServer, type SottoServer } from '../../createServer';
import { openSession } from '../../testing/browserCalls';
import { readAllSse, readSse, textOf } from '../../testing/readStream';
import { createShortenedClock } from '../../testing/shortenedClock';
import { openTestPglite } from '../../testing/testDatabase';
import { createOpenAiEmbeddings } from './embeddings';
import { createOpenAiModeration } from './moderation';
import { createOpenAiSpeech } from '../speech/speech';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const KEY = 'key-of-the-operator';

/**
 * The whole server, over the network, with a model's endpoint that others wrote and compare with the real providers
 * every day. What our own fake endpoint says is what we think the protocol is; this is what somebody else thinks it is.
 */
describe('S-12 an OpenAI-compatible server that is not ours', () => {
  const mock = new LLMock({ port: 0, chunkSize: 7 });
  let server: SottoServer;
  let url: string;
  const lines: string[] = [];
  beforeAll(async () => {
    await mock.start();
    server = await createServer({
      database: await openTestPglite(),
      speech: 'none',
      // Before another try; what limits an answer is longer.
      clock: createShortenedClock((ms) => (ms < 5_000 ? ms / 20 : ms)),
      writeLog: (line) => lines.push(line),
      config: {
        dataDir: undefined,
        port: 0,
        logLevel: 'error',
        model: { baseUrl: `${mock.url}/v1`, apiKey: KEY, model: 'gpt-5-mini' },
      },
    });
    ({ url } = await server.listen());
  });
  beforeEach(() => {
    lines.length = 0;
  });
  afterEach(() => {
    mock.clearFixtures();
  });
  afterAll(async () => {
    await server.close(0);
    await mock.stop();
  });

  async function send(body: JsonObject) {
    const session = await openSession(url);
    const response = await fetch(`${url}/v1/conversation/${session.conversationId}/complete`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        Authorization: `Bearer ${session.token}`,
      },
      body: JSON.stringify(body),
    });
    return { session, response };
  }
  const asked = () =>
    mock.getRequests().at(-1)?.body as {
      messages: { role: string; content: unknown; tool_call_id?: string }[];
      tools?: { function: { name: string } }[];
      stream?: boolean;
    };

  it('streams its text, whole and with its own count of tokens', async () => {
    const text = 'Grüße aus Zürich 🏔️: it left our warehouse *today*.';
    mock.onMessage(
      'order',
      { content: text, usage: { prompt_tokens: 31, completion_tokens: 12, total_tokens: 43 } },
      { latency: 15 },
    );
    const events = await readAllSse((await send({ text: 'Where is my order?' })).response);
    expect(textOf(events)).toBe(text);
    expect(events.filter(({ type }) => type === 'token').length).toBeGreaterThan(3);
    expect(events.at(-2)).toMatchObject({
      type: 'result',
      data: { text, end: { reason: 'stop' }, usage: { token: 43 } },
    });
    expect(asked()).toMatchObject({
      stream: true,
      messages: expect.arrayContaining([{ role: 'user', content: 'Where is my order?' }]),
    });
  });

  it('calls a function of the page, is told its answer, and goes on', async () => {
    mock.on({ hasToolResult: true }, { content: 'Order 7 is on its way.' });
    mock.onMessage('order', { toolCalls: [{ name: 'getOrder', arguments: '{"number":7}' }] });
    const { session, response } = await send({
      text: 'Where is order 7?',
      functions: {
        getOrder: {
          description: 'An order',
          parameters: { type: 'object', properties: { number: { type: 'number' } } },
        },
      },
    });
    const events = [];
    for await (const event of readSse(response)) {
      events.push(event);
      if (event.type !== 'waitForChannelMessageBegin') continue;
      expect(event.data.function).toEqual({ name: 'getOrder', args: { number: 7 } });
      const published = await fetch(`${url}/v1/channel/${event.data.channel}/publish`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${session.token}` },
        body: JSON.stringify({ message: { value: { status: 'shipped' } } }),
      });
      expect(published.status).toBe(200);
    }
    expect(textOf(events)).toBe('Order 7 is on its way.');
    expect(asked().tools?.map((tool) => tool.function.name)).toContain('getOrder');
    expect(asked().messages.at(-1)).toMatchObject({
      role: 'tool',
      content: '{"status":"shipped"}',
      tool_call_id: expect.any(String),
    });
  });

  it.each([
    [429, 'rate_limit_exceeded'],
    [500, 'server_error'],
    [401, 'invalid_api_key'],
    [400, 'context_length_exceeded'],
  ])('F111 fails with %i (%s): the visitor reads a calm sentence, the operator the reason', async (status, code) => {
    mock.on({ userMessage: /.*/ }, { error: { message: `The provider says ${code}`, type: 'error', code }, status });
    const events = await readAllSse((await send({ text: 'Hello' })).response);
    const failure = events.find(({ type }) => type === 'error');
    expect(failure?.data).toEqual({ code: expect.any(String), message: expect.not.stringContaining('provider') });
    expect(events.at(-1)?.type).toBe('completeEnd');
    expect(lines.join('')).toContain(`The provider says ${code}`);
    expect(lines.join('')).not.toContain(KEY);
  });

  it('F111 hangs up in the middle: the reply fails, and the same send can be tried again', async () => {
    mock.on(
      { userMessage: /.*/ },
      { content: 'A long answer that will never come to its end.' },
      { truncateAfterChunks: 3 },
    );
    const body = { id: 'm-0000000001', text: 'Hello' };
    const { session, response } = await send(body);
    expect((await readAllSse(response)).find(({ type }) => type === 'error')).toBeDefined();
    mock.clearFixtures();
    mock.onMessage('Hello', { content: 'Here I am.' });
    const again = await fetch(`${url}/v1/conversation/${session.conversationId}/complete`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        Authorization: `Bearer ${session.token}`,
      },
      body: JSON.stringify(body),
    });
    expect(textOf(await readAllSse(again))).toBe('Here I am.');
  });

  it('compares meanings, judges and speaks', async () => {
    const endpoint = { baseUrl: `${mock.url}/v1`, apiKey: KEY, fetch };
    const meanings = await createOpenAiEmbeddings({ ...endpoint, model: 'text-embedding-3-small' }).of(['one', 'two']);
    expect(meanings.map((meaning) => meaning.length)).toEqual([meanings[0]?.length, meanings[0]?.length]);
    expect(meanings[0]?.length).toBeGreaterThan(8);

    mock.onModerate('bad words', { flagged: true, categories: { harassment: true } });
    const judge = createOpenAiModeration({ ...endpoint, model: 'omni-moderation-latest' });
    const { signal } = new AbortController();
    expect([await judge('bad words', signal), await judge('good words', signal)]).toEqual([
      { isAllowed: false },
      { isAllowed: true },
    ]);

    mock.onSpeech('Hello', {
      audio: Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(400)]).toString('base64'),
      format: 'mp3',
    });
    const spoken = await createOpenAiSpeech({ ...endpoint, model: 'tts-1' }, { clock: systemClock, fetch }).speak(
      'Hello',
      'en',
    );
    expect(spoken).toMatchObject({ type: 'audio/mpeg', bytes: { byteLength: 404 } });
  });
});
