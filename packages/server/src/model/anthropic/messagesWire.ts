import * as v from 'valibot';
import { parseJson, type JsonObject } from '@sotto/widget-core/api';
import { brokenStream } from '../endpoint/endpointFailures';
import type { ModelMessage, ModelRequest, ToolDefinition } from '../chatModel';

/** Maximum output in tokens; the field is required. */
const ANSWER_MAX_TOKENS = 4_096;
/** First user message of a conversation started by the bot, because the protocol requires one. */
const OPENING = '(The conversation begins with your message.)';

const usageSchema = v.object({
  input_tokens: v.nullish(v.number()),
  cache_creation_input_tokens: v.nullish(v.number()),
  cache_read_input_tokens: v.nullish(v.number()),
  output_tokens: v.nullish(v.number()),
});

const blockSchema = v.object({
  type: v.string(),
  text: v.nullish(v.string()),
  thinking: v.nullish(v.string()),
  id: v.nullish(v.string()),
  name: v.nullish(v.string()),
  input: v.nullish(v.record(v.string(), v.unknown())),
});

/** An event of a stream, or a complete response of type `message`. */
export const eventSchema = v.object({
  type: v.string(),
  index: v.nullish(v.number()),
  message: v.nullish(v.object({ usage: v.nullish(usageSchema) })),
  content_block: v.nullish(blockSchema),
  delta: v.nullish(
    v.object({
      type: v.nullish(v.string()),
      text: v.nullish(v.string()),
      thinking: v.nullish(v.string()),
      partial_json: v.nullish(v.string()),
      stop_reason: v.nullish(v.string()),
    }),
  ),
  content: v.nullish(v.array(blockSchema)),
  stop_reason: v.nullish(v.string()),
  usage: v.nullish(usageSchema),
  error: v.nullish(v.unknown()),
});
export type MessagesEvent = v.InferOutput<typeof eventSchema>;
export type MessagesBlock = v.InferOutput<typeof blockSchema>;
export type MessagesUsage = v.InferOutput<typeof usageSchema>;

/** Parses an event. @throws ApiError if it is invalid */
export function readEvent(text: string): MessagesEvent {
  const event = v.safeParse(eventSchema, parseJson(text));
  if (!event.success) throw brokenStream(`The model endpoint answered with something unreadable: ${text}`);
  return event.output;
}

/**
 * Body of a Messages request. Instructions are marked as cacheable, because they are the same for all visitors of a
 * widget.
 *
 * @param without - fields this endpoint has refused before
 */
export function toMessagesBody(
  request: ModelRequest,
  model: string,
  toWire: (name: string) => string,
  without: ReadonlySet<string>,
): JsonObject {
  const instructions = request.messages.flatMap(({ role, text }) => (role === 'system' && text.trim() ? [text] : []));
  const tools = request.tools.length > 0 ? request.tools : toolsOfHistory(request.messages);
  return {
    model,
    stream: true,
    max_tokens: ANSWER_MAX_TOKENS,
    messages: toTurns(request.messages, toWire),
    ...(instructions.length > 0 && {
      system: [{ type: 'text', text: instructions.join('\n\n'), cache_control: { type: 'ephemeral' } }],
    }),
    // The protocol's range is 0 to 1.
    ...(request.temperature !== undefined &&
      !without.has('temperature') && { temperature: Math.min(request.temperature, 1) }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name: toWire(name),
        description,
        input_schema: { type: 'object', properties: {}, ...parameters },
      })),
    }),
    ...(tools.length > 0 &&
      !without.has('tool_choice') &&
      (request.tools.length === 0
        ? { tool_choice: { type: 'none' } }
        : request.mustCall !== undefined && { tool_choice: { type: 'tool', name: toWire(request.mustCall) } })),
  };
}

/** A conversation with tool calls requires their tools, even if none may be called any more. */
function toolsOfHistory(messages: readonly ModelMessage[]): ToolDefinition[] {
  const names = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []).map(({ name }) => name) : [],
  );
  return [...new Set(names)].map((name) => ({ name, description: '', parameters: {} }));
}

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: JsonObject[];
}

/**
 * Groups messages into turns: consecutive messages of one role are combined, and tool results belong to the user.
 * Empty text blocks are omitted, because they are refused.
 */
function toTurns(messages: readonly ModelMessage[], toWire: (name: string) => string): JsonObject[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const blocks = toBlocks(message, toWire);
    const last = turns.at(-1);
    if (blocks.length === 0) continue;
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: blocks });
  }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', content: [{ type: 'text', text: OPENING }] });
  return turns.map(({ role, content }) => ({ role, content }));
}

function toBlocks(message: ModelMessage, toWire: (name: string) => string): JsonObject[] {
  if (message.role === 'tool')
    return [{ type: 'tool_result', tool_use_id: wireId(message.callId), content: message.text }];
  const blocks: JsonObject[] = message.text.trim() === '' ? [] : [{ type: 'text', text: message.text.trimEnd() }];
  if (message.role === 'user' && message.image)
    blocks.push({
      type: 'image',
      source: { type: 'base64', media_type: message.image.type, data: message.image.data },
    });
  if (message.role === 'assistant')
    for (const { id, name, arguments: text } of message.toolCalls ?? [])
      blocks.push({ type: 'tool_use', id: wireId(id), name: toWire(name), input: argumentsOf(text) });
  return blocks;
}

/** Ids of calls from another model may contain characters this protocol refuses. */
function wireId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_');
}

/** The arguments as an object. Malformed ones were answered with an error that follows the call. */
function argumentsOf(text: string): JsonObject {
  const value = parseJson(text);
  return v.is(v.record(v.string(), v.any()), value) ? value : {};
}
