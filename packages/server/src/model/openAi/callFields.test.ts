import { describe, expect, it } from 'vitest';
import { systemClock, type ActivityMessage, type JsonObject } from '@sotto/widget-core/api';
import { buildPrompt } from '../prompt';
import { runTurn } from '../runTurn';
import { delta, sse, startEndpoint, stream, type Endpoint } from '../testing/fakeEndpoint';
import type { Tool } from '../tools/tool';
import { createOpenAiCompatible } from './openAiCompatible';

const SIGNED = { extra_content: { google: { thought_signature: 'c2lnbmVk' } } };

const tool = (name: string): Tool => ({
  name,
  description: '',
  parameters: { type: 'object', properties: {} },
  async *run() {
    yield* [];
    return { type: 'value', value: 'Sun' };
  },
});

/** An endpoint that calls a tool first, with these fields, and answers then. */
function calling(fields: JsonObject): Promise<Endpoint> {
  return startEndpoint((body, response) => {
    const messages = body['messages'] as { role: string }[];
    if (messages.some(({ role }) => role === 'tool')) return stream(response, sse(delta({ content: 'Sun' }, 'stop')));
    const call = { index: 0, id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' }, ...fields };
    stream(response, sse(delta({ tool_calls: [call] }), delta({}, 'tool_calls')));
  });
}

/** What is stored of a turn: messages as the database keeps them. */
async function storedTurn({ model }: Endpoint, name = 'weather'): Promise<ActivityMessage[]> {
  let count = 0;
  const createId = () => `msg_${String((count += 1))}`;
  const request = {
    model,
    messages: [{ role: 'user', text: 'Hi' }],
    tools: [tool(name)],
    clock: systemClock,
    createId,
  };
  const stored: unknown[] = [];
  for await (const event of runTurn(request as never, new AbortController().signal))
    if (event.type === 'message') stored.push(event.data);
  return JSON.parse(JSON.stringify(stored)) as ActivityMessage[];
}

function callsIn({ bodies }: Endpoint): JsonObject[] {
  const messages = bodies.at(-1)?.['messages'] as { tool_calls?: JsonObject[] }[];
  return messages.flatMap(({ tool_calls: calls = [] }) => calls);
}

const later = (history: ActivityMessage[]) => ({
  messages: buildPrompt({
    backstory: '',
    now: 0,
    history: [...history, { id: 'u', type: 'user' as const, text: 'And tomorrow?' }],
  }),
  tools: [tool('weather')],
});

describe('BE-8 fields of a provider’s own in a call', () => {
  it.each<[string, JsonObject]>([
    ['the thought signature of Gemini', SIGNED],
    ['any other', { provider: { id: [1, null, 'x'] }, trace: 'y' }],
    ['one inside of the function', { function: { name: 'weather', arguments: '{}', strict: true } }],
  ])('go back with it in the turn, and in later ones from the database: %s', async (_, fields) => {
    const endpoint = await calling(fields);
    const stored = await storedTurn(endpoint);
    const expected = {
      ...fields,
      function: { name: 'weather', arguments: '{}', ...(fields['function'] as JsonObject) },
    };
    expect(callsIn(endpoint)).toEqual([{ id: 'c1', type: 'function', ...expected }]);
    await endpoint.ask(later(stored));
    expect(callsIn(endpoint)).toEqual([{ id: 'c1', type: 'function', ...expected }]);
  });

  it('also with a call that the server refuses', async () => {
    const stored = await storedTurn(await calling(SIGNED), 'another');
    expect(stored[0]?.meta).toMatchObject({ activity: { type: 'request', more: SIGNED, moreFrom: 'test-model' } });
    expect(JSON.stringify(stored.slice(1))).not.toContain('signature');
  });

  it('are for the model that wrote them alone', async () => {
    const stored = await storedTurn(await calling(SIGNED));
    const other = await startEndpoint(
      (_, response) => stream(response, sse(delta({ content: 'Rain' }, 'stop'))),
      systemClock,
      undefined,
      (options) => createOpenAiCompatible({ ...options, model: 'another' }),
    );
    await other.ask(later(stored));
    expect(callsIn(other)).toEqual([{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }]);
  });

  it('are not stored beyond 64 KiB', async () => {
    const endpoint = await calling({ extra_content: 'x'.repeat(70_000) });
    const stored = await storedTurn(endpoint);
    expect(callsIn(endpoint)[0]?.['extra_content']).toHaveLength(70_000);
    expect(JSON.stringify(stored)).not.toContain('x'.repeat(20));
  });
});
