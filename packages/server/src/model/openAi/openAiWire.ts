import * as v from 'valibot';
import type { JsonObject } from '@sotto/widget-core/api';
import type { ModelImage, ModelMessage, ModelRequest } from '../chatModel';

const toolCallSchema = v.object({
  index: v.nullish(v.number()),
  id: v.nullish(v.string()),
  function: v.nullish(
    v.object({
      name: v.nullish(v.string()),
      arguments: v.nullish(v.union([v.string(), v.record(v.string(), v.unknown())])),
    }),
  ),
});

const deltaSchema = v.object({
  content: v.nullish(v.string()),
  reasoning_content: v.nullish(v.string()),
  reasoning: v.nullish(v.string()),
  refusal: v.nullish(v.string()),
  tool_calls: v.nullish(v.array(toolCallSchema)),
});

/** One chunk of a streamed answer, or a whole answer: `delta` and `message` have the same fields. */
export const chunkSchema = v.object({
  choices: v.nullish(
    v.array(
      v.object({
        delta: v.nullish(deltaSchema),
        message: v.nullish(deltaSchema),
        finish_reason: v.nullish(v.string()),
      }),
    ),
  ),
  usage: v.nullish(v.object({ prompt_tokens: v.nullish(v.number()), completion_tokens: v.nullish(v.number()) })),
  error: v.nullish(v.unknown()),
});
export type Chunk = v.InferOutput<typeof chunkSchema>;
export type Delta = v.InferOutput<typeof deltaSchema>;

/** The body of a chat completions request. `without` names fields this endpoint has refused before. */
export function toRequestBody(
  request: ModelRequest,
  model: string,
  toWire: (name: string) => string,
  without: ReadonlySet<string>,
): JsonObject {
  const body: JsonObject = {
    model,
    stream: true,
    messages: request.messages.map((message) => toWireMessage(message, toWire)),
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

function toWireMessage(message: ModelMessage, toWire: (name: string) => string): JsonObject {
  if (message.role === 'user' && message.image)
    return { role: 'user', content: withImage(message.text, message.image) };
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.text };
  if (message.role !== 'assistant' || !message.toolCalls?.length) return { role: message.role, content: message.text };
  return {
    role: 'assistant',
    content: message.text === '' ? null : message.text,
    tool_calls: message.toolCalls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: toWire(call.name), arguments: call.arguments },
    })),
  };
}

function withImage(text: string, { type, data }: ModelImage): JsonObject[] {
  return [
    { type: 'text', text },
    { type: 'image_url', image_url: { url: `data:${type};base64,${data}` } },
  ];
}
