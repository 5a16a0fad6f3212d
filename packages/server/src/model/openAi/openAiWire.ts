import type { JsonObject } from '@sotto/widget-core/api';
import { toWireCall } from '@sotto/widget-core/internal/completions';
import type { ModelImage, ModelMessage, ModelRequest } from '../chatModel';

/** Body of a Chat Completions request. `without`: fields this endpoint has refused before. */
export function toRequestBody(
  request: ModelRequest,
  model: string,
  toWire: (name: string) => string,
  without: ReadonlySet<string>,
): JsonObject {
  const body: JsonObject = {
    model,
    stream: true,
    messages: request.messages.map((message) => toWireMessage(message, model, toWire)),
  };
  if (!without.has('stream_options')) body['stream_options'] = { include_usage: true };
  if (request.temperature !== undefined && !without.has('temperature')) body['temperature'] = request.temperature;
  if (request.tools.length > 0 && !without.has('tools')) {
    body['tools'] = request.tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name: toWire(name), description, parameters: { type: 'object', properties: {}, ...parameters } },
    }));
  }
  if (request.mustCall !== undefined && body['tools'] !== undefined && !without.has('tool_choice'))
    body['tool_choice'] = { type: 'function', function: { name: toWire(request.mustCall) } };
  return body;
}

function toWireMessage(message: ModelMessage, model: string, toWire: (name: string) => string): JsonObject {
  if (message.role === 'user' && message.image)
    return { role: 'user', content: withImage(message.text, message.image) };
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.text };
  if (message.role !== 'assistant' || !message.toolCalls?.length) return { role: message.role, content: message.text };
  return {
    role: 'assistant',
    content: message.text === '' ? null : message.text,
    tool_calls: message.toolCalls.map(({ more, moreFrom, ...call }) =>
      toWireCall({ ...call, name: toWire(call.name), ...(moreFrom === model && { more }) }),
    ),
  };
}

function withImage(text: string, { type, data }: ModelImage): JsonObject[] {
  return [
    { type: 'text', text },
    { type: 'image_url', image_url: { url: `data:${type};base64,${data}` } },
  ];
}
