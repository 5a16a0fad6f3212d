import { expect, it } from 'vitest';
import { toRequestBody } from './openAiWire';

it('a tool keeps the properties of its parameters, and has none when it has no parameters', () => {
  const tools = [
    { name: 'find', description: '', parameters: { properties: { id: { type: 'string' } } } },
    { name: 'list', description: '', parameters: {} },
  ];
  const body = toRequestBody({ messages: [], tools }, 'model-1', (name) => name, new Set());
  expect(body['tools']).toMatchObject([
    { function: { parameters: { type: 'object', properties: { id: { type: 'string' } } } } },
    { function: { parameters: { type: 'object', properties: {} } } },
  ]);
});
