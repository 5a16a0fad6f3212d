import { describe, expect, it } from 'vitest';
import { agUi } from './agUi';
import { aiSdk } from './aiSdk';
import { openAi } from './openAi';
import type { ReplyEvent, Transport, TransportRequest } from './transport';

const REQUEST: TransportRequest = {
  id: 'message_1',
  trigger: 'message',
  text: 'Hello',
  attachments: [],
  messages: [],
  conversationId: 'conversation_1',
  functions: { look: { description: 'Looks', parameters: {} } },
};

/** What a transport makes of a stream that a backend has written. */
async function read(make: (fetch: () => Promise<Response>) => Transport, chunks: readonly object[], end = '[DONE]') {
  const lines = [...chunks.map((chunk) => JSON.stringify(chunk)), end].filter((line) => line !== '');
  const transport = make(async () => new Response(lines.map((line) => `data: ${line}\n\n`).join('')));
  const events: ReplyEvent[] = [];
  for await (const event of transport.send(REQUEST, { signal: new AbortController().signal })) events.push(event);
  return events.filter(({ type }) => type !== 'accepted');
}

describe('the events of an AI SDK stream', () => {
  const readSdk = (...chunks: object[]) => read((fetch) => aiSdk('/chat', { fetch }), chunks);

  it('end a tool with its last output, not with a preliminary one', async () => {
    const output = { type: 'tool-output-available', toolCallId: 'call_1', output: 'half' };
    expect(await readSdk({ ...output, preliminary: true }, { ...output, output: 'whole' })).toEqual([
      { type: 'tool-end', callId: 'call_1', output: 'whole' },
    ]);
  });

  it('call a function of the page, unless the provider has run it', async () => {
    const call = { type: 'tool-input-available', toolCallId: 'call_1', toolName: 'look', input: {} };
    expect((await readSdk(call)).map(({ type }) => type)).toEqual(['call']);
    expect((await readSdk({ ...call, providerExecuted: true })).map(({ type }) => type)).toEqual(['tool-begin']);
  });

  it('keep data, unless it is transient', async () => {
    const data = { type: 'data-weather', data: 21 };
    expect(await readSdk(data, { ...data, transient: true })).toMatchObject([{ type: 'data', value: 21 }]);
  });

  it('end a reply that was cut by its length as such', async () => {
    expect(await readSdk({ type: 'finish', finishReason: 'length' })).toMatchObject([
      { type: 'end', reason: 'length' },
    ]);
    expect(await readSdk({ type: 'finish', finishReason: 'stop' })).toMatchObject([{ type: 'end', reason: 'stop' }]);
  });
});

describe('the events of Chat Completions', () => {
  it('end no reply whose stream ends without a reason', async () => {
    const chunk = (finish?: string) => ({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: finish }] });
    const readCut = (part: object) => read((fetch) => openAi('/chat/completions', { fetch, model: 'm' }), [part], '');
    expect((await readCut(chunk('stop'))).at(-1)).toMatchObject({ type: 'end', reason: 'stop' });
    await expect(readCut(chunk())).rejects.toMatchObject({ code: 'NETWORK' });
  });
});

/** The ends of streams in each protocol, and what their last event is. */
const LAST: readonly [string, (fetch: () => Promise<Response>) => Transport, object, string][] = [
  ['aiSdk', (fetch) => aiSdk('/chat', { fetch }), { type: 'finish', finishReason: 'stop' }, 'end'],
  ['agUi', (fetch) => agUi('/run', { fetch }), { type: 'RUN_FINISHED' }, 'end'],
  [
    'chat completions',
    (fetch) => openAi('/chat', { fetch }),
    { choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }] },
    'end',
  ],
  [
    'responses',
    (fetch) => openAi('/responses', { fetch }),
    { type: 'response.completed', response: { status: 'completed' } },
    'end',
  ],
];

describe('BE-7 the last event without its blank line', () => {
  it.each(LAST)('is read: %s', async (_, make, last, type) => {
    for (const lineEnd of ['', '\n', '\r', '\r\n']) {
      const transport = make(async () => new Response(`data: ${JSON.stringify(last)}${lineEnd}`));
      const events: ReplyEvent[] = [];
      for await (const event of transport.send(REQUEST, { signal: new AbortController().signal })) events.push(event);
      expect(events.at(-1)?.type).toBe(type);
    }
  });
});
