import { describe, expect, it } from 'vitest';
import { systemClock } from '@sotto/widget-core/api';
import type { ModelMessage } from '../chatModel';
import { createEndpointFetch } from '../endpoint/endpointFetch';
import { sse, startEndpoint, stream, delta } from '../testing/fakeEndpoint';
import { createOpenAiCompatible } from './openAiCompatible';

/** A conversation in which another model called twice, and this provider once. */
const MESSAGES: readonly ModelMessage[] = [
  { role: 'user', text: 'Hi' },
  {
    role: 'assistant',
    text: '',
    toolCalls: [
      { id: 'call_A1b2C3d4E5', name: 'order', arguments: '{}' },
      { id: 'call_A1b2C3d4E6', name: 'order', arguments: '{}' },
    ],
  },
  { role: 'tool', callId: 'call_A1b2C3d4E5', name: 'order', text: '1' },
  { role: 'tool', callId: 'call_A1b2C3d4E6', name: 'order', text: '2' },
  { role: 'assistant', text: '', toolCalls: [{ id: 'aB3dE6gH9', name: 'order', arguments: '{}' }] },
  { role: 'tool', callId: 'aB3dE6gH9', name: 'order', text: '3' },
];

interface WireMessage {
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

/** The ids that a provider at this address is sent. */
async function idsAt(baseUrl: string): Promise<string[]> {
  const real = createEndpointFetch(fetch);
  const { ask, bodies } = await startEndpoint(
    (_body, response) => {
      stream(response, sse(delta({ content: 'Yes' }), delta({}, 'stop'), '[DONE]'));
    },
    systemClock,
    real,
    (options) =>
      createOpenAiCompatible({
        ...options,
        baseUrl,
        fetch: (_url, request) => real(`${options.baseUrl}chat/completions`, request),
      }),
  );
  await ask({ messages: MESSAGES, tools: [] });
  const messages = (bodies[0]?.['messages'] ?? []) as WireMessage[];
  return messages.flatMap(({ tool_calls = [], tool_call_id }) => [
    ...tool_calls.map(({ id }) => id),
    ...(tool_call_id === undefined ? [] : [tool_call_id]),
  ]);
}

describe('ids of tool calls', () => {
  it('are nine letters and digits for Mistral, the same for a call and its result, and its own stay', async () => {
    const ids = await idsAt('https://api.mistral.ai/v1');
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
    const [first, second, firstResult, secondResult, own, ownResult] = ids;
    expect([firstResult, secondResult]).toEqual([first, second]);
    expect(first).not.toBe(second);
    expect([own, ownResult]).toEqual(['aB3dE6gH9', 'aB3dE6gH9']);
  });

  it('are left as they are elsewhere', async () => {
    expect(await idsAt('https://models.example/v1')).toEqual([
      'call_A1b2C3d4E5',
      'call_A1b2C3d4E6',
      'call_A1b2C3d4E5',
      'call_A1b2C3d4E6',
      'aB3dE6gH9',
      'aB3dE6gH9',
    ]);
  });
});
