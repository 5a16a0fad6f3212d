import type { Attachment, Message, Reference } from '../api/message';
import { isStep, joinText, type MessagePart, type ToolPart } from '../api/parts';
import type { NumberedReplyEvent, ReplyEvent as WireEvent } from '../api/replyEvents';
import type { FunctionDefinition } from '../api/requests';
import { takeText } from '../api/takenText';
import { createTextCleaner } from '../lib/cleanText';
import type { Clock } from '../lib/clock';
import { WidgetError } from '../errors';
import { ID_PATTERN } from '../lib/ids';
import { isJson, type Json, type JsonObject } from '../lib/json';
import { sha256Base64Url } from '../lib/sha256';
import type { FunctionResult, ReplyEvent, TokenUsage } from '../transports/transport';

/** How long a page function may take, including the visitor's confirmation, in milliseconds. */
const CALL_PATIENCE_MS = 300_000;
/** Maximum nesting of JSON in a data part: `meta` allows eight levels, two of which are used around it. */
const DATA_MAX_DEPTH = 6;

/** The reply to write. */
export interface WrittenReply {
  readonly runId: string;
  readonly messageId: string;
  readonly conversationId: string;
  /** Id of the visitor's message that is sent with the request. */
  readonly userMessageId: string | undefined;
  /** Its existing parts. */
  readonly parts: readonly MessagePart[];
}

/** Converts the events of a transport to those of Sotto's stream, and collects the parts of the reply. */
export interface ReplyWriter {
  readonly write: (event: ReplyEvent) => NumberedReplyEvent[];
  /** Records the result of a call; returns no events if it is already known. */
  readonly endCall: (callId: string, result: FunctionResult) => NumberedReplyEvent[];
  /** The transport has reported the end of the reply. */
  readonly end: () => NumberedReplyEvent[];
  /** The reply so far. */
  readonly message: () => Message;
  readonly hasBegun: () => boolean;
  /** Cursor for resuming. */
  readonly cursor: () => string | undefined;
  /** From now on the reply cannot be resumed. */
  readonly forgetCursor: () => void;
}

/** Options of `createReplyWriter`. */
export interface ReplyWriterOptions {
  readonly clock: Clock;
  readonly reply: WrittenReply;
  readonly functions: Readonly<Record<string, FunctionDefinition>>;
  /** Earlier events were already read: new ones are appended. */
  readonly isResumed: boolean;
  /** Whether another message has this id. */
  readonly isTaken: (id: string) => boolean;
  /** A call waits for its result on this channel. */
  readonly onCall: (callId: string, channel: string) => void;
}

/** @see ReplyWriter */
export function createReplyWriter(options: ReplyWriterOptions): ReplyWriter {
  const { clock, reply, onCall } = options;
  const parts: MessagePart[] = reply.parts.map((part) => ({ ...part }));
  const channels = new Map<string, string>();
  const more: Extras = { references: [], attachments: [], data: {} };
  const [cleanText, cleanThought] = [createTextCleaner(), createTextCleaner()];
  const startedAt = clock.now();
  let hasBegun = options.isResumed;
  let messageId = reply.messageId;
  let cursor: string | undefined;
  let lastEventId: string | undefined;
  let ending: Extract<ReplyEvent, { type: 'end' }> | undefined;

  function begin(given?: string): WireEvent[] {
    if (hasBegun) return [];
    hasBegun = true;
    // A backend's ids may have another format, or be the same for every reply.
    if (given !== undefined && reply.parts.length === 0 && ID_PATTERN.test(given) && !options.isTaken(given))
      messageId = given;
    const { runId: id, conversationId, userMessageId } = reply;
    return [{ type: 'completeBegin', data: { id, conversationId, messageId, userMessageId } }];
  }

  function endReasoning(): WireEvent[] {
    const last = parts.at(-1);
    if (last?.type !== 'reasoning' || last.endedAt != null) return [];
    last.endedAt = clock.now();
    return [{ type: 'reasoningEnd', data: {} }];
  }

  function beginTool(event: Pick<ToolPart, 'callId' | 'name' | 'title' | 'input' | 'more'>): WireEvent[] {
    const { callId, name, title } = event;
    const [input, more] = [toSafe(event.input), toSafe(event.more)];
    if (parts.some((part) => part.type === 'tool' && part.callId === callId)) return [];
    parts.push({ type: 'tool', callId, name, title, input, more, state: 'running', startedAt: clock.now() });
    return [{ type: 'toolBegin', data: { callId, name, title, input } }];
  }

  function endTool({ callId, output, error, isRefused }: Extract<ReplyEvent, { type: 'tool-end' }>): WireEvent[] {
    const tool = parts.find((part): part is ToolPart => part.type === 'tool' && part.callId === callId);
    if (tool?.state !== 'running') return [];
    const state = isRefused ? 'refused' : error === undefined ? 'done' : 'failed';
    const ended = { state, output: toSafe(output), error } as const;
    Object.assign(tool, ended, { endedAt: clock.now() });
    return [{ type: 'toolEnd', data: { callId, ...ended, durationMs: clock.now() - tool.startedAt } }];
  }

  function call({ callId, name, input, more }: Extract<ReplyEvent, { type: 'call' }>): WireEvent[] {
    const definition = Object.hasOwn(options.functions, name) ? options.functions[name] : undefined;
    const { title, confirm } = definition ?? {};
    const begun = beginTool({ callId, name, title, input, more });
    if (begun.length === 0) return [];
    // A call keeps its channel when the reply is read again, so that its function runs only once.
    const channel = `call_${sha256Base64Url(`${reply.runId} ${callId}`)}`;
    channels.set(callId, channel);
    onCall(callId, channel);
    const data = { channel, callId, function: { name, args: input }, timeoutMs: CALL_PATIENCE_MS, confirm };
    return [...begun, { type: 'waitForChannelMessageBegin', data }];
  }

  const write = (text: string): WireEvent[] => (text === '' ? [] : [...endReasoning(), addText(parts, text)]);

  function toWire(event: ReplyEvent): WireEvent[] {
    switch (event.type) {
      case 'text':
        return write(cleanText(event.text));
      case 'reasoning':
        return [addReasoning(parts, cleanThought(event.text), clock.now())];
      case 'reasoning-end':
        return endReasoning();
      case 'take-back':
        return [takeBack(parts, event.length, startedAt)];
      case 'tool-begin':
        return [...endReasoning(), ...beginTool(event)];
      case 'tool-end':
        return endTool(event);
      case 'call':
        return [...endReasoning(), ...call(event)];
      case 'end':
        ending = event;
        return [];
      case 'error':
        return [toError(event)];
      case 'accepted':
        return [];
      default:
        keepExtra(more, event);
        return [];
    }
  }

  /** Numbers events. If several are joined, the last cursor applies. */
  function number(events: readonly WireEvent[]): NumberedReplyEvent[] {
    return lastEventId === undefined ? [...events] : events.map((event) => ({ ...event, id: lastEventId }));
  }
  function follow(next: string | undefined): void {
    if (next === undefined || next === cursor) return;
    cursor = next;
    lastEventId = JSON.stringify([reply.runId, messageId, cursor]);
  }

  return {
    write(event) {
      const events = [...(event.type === 'accepted' ? begin(event.messageId) : begin()), ...toWire(event)];
      follow(event.cursor);
      return number(events);
    },
    endCall(callId, result) {
      const channel = channels.get(callId);
      if (channel === undefined) return [];
      channels.delete(callId);
      return number([
        { type: 'waitForChannelMessageEnd', data: { channel, callId, ok: 'value' in result } },
        ...endTool({ type: 'tool-end', callId, ...outcomeOf(result) }),
      ]);
    },
    end: () =>
      number([
        ...begin(),
        ...write(cleanText('', true)),
        ...endReasoning(),
        ...toEnd({ ...reply, messageId }, parts, more, ending),
      ]),
    message: () => ({ id: messageId, type: 'bot', text: joinText(parts), parts: parts.map((part) => ({ ...part })) }),
    hasBegun: () => hasBegun,
    cursor: () => cursor,
    forgetCursor() {
      cursor = undefined;
      lastEventId = '';
    },
  };
}

function outcomeOf(
  result: FunctionResult,
): Pick<Extract<ReplyEvent, { type: 'tool-end' }>, 'output' | 'error' | 'isRefused'> {
  if ('value' in result) return { output: result.value };
  return { error: result.error.message, isRefused: result.error.code === 'DECLINED' };
}

/** Removes what the storage schema does not accept, because it would reject the whole message. */
function toSafe(value: Json | undefined): Json | undefined {
  return isJson(value) ? value : undefined;
}

/** Fields of a reply besides its parts. */
interface Extras {
  readonly references: Reference[];
  readonly attachments: Attachment[];
  readonly data: JsonObject;
}

function addText(parts: MessagePart[], text: string): WireEvent {
  const last = parts.at(-1);
  if (last?.type === 'text') last.text += text;
  else parts.push({ type: 'text', text });
  return { type: 'token', data: { token: text } };
}

/** The stream has no event for removing text: the end event carries the final reply. */
function takeBack(parts: MessagePart[], length: number, startedAt: number): WireEvent {
  const rest = takeText(parts, length);
  parts.splice(0, parts.length, ...rest.parts);
  return addReasoning(parts, rest.text, parts.findLast(isStep)?.endedAt ?? startedAt);
}

function addReasoning(parts: MessagePart[], text: string, now: number): WireEvent {
  const last = parts.at(-1);
  if (last?.type === 'reasoning' && last.endedAt == null) last.text += text;
  else parts.push({ type: 'reasoning', text, startedAt: now });
  return { type: 'reasoningToken', data: { token: text } };
}

function keepExtra(more: Extras, event: Extract<ReplyEvent, { type: 'source' | 'file' | 'data' }>): void {
  if (event.type === 'source') {
    const { id, title, url } = event;
    const source = id ?? url ?? title ?? '';
    if (!more.references.some((known) => known.source === source)) more.references.push({ source, title, url });
  } else if (event.type === 'file') {
    const { url, mediaType, name } = event;
    more.attachments.push({ type: mediaType, localName: name ?? mediaType, url });
  } else if (isJson(event.value, DATA_MAX_DEPTH) && isJson({ [event.name]: null })) more.data[event.name] = event.value;
}

function toError({ code = 'failed', message }: Extract<ReplyEvent, { type: 'error' }>): WireEvent {
  return { type: 'error', data: { code, message: message ?? 'It did not work' } };
}

/** A reply without content, or with reasoning only, is a failure that can be retried. */
function toEnd(
  reply: WrittenReply,
  parts: readonly MessagePart[],
  more: Extras,
  ending: Extract<ReplyEvent, { type: 'end' }> | undefined,
): WireEvent[] {
  const hasAnswer =
    parts.some((part) => part.type === 'tool' || (part.type === 'text' && part.text.trim() !== '')) ||
    more.attachments.length > 0 ||
    Object.keys(more.data).length > 0;
  return [
    ...toUsage(ending),
    hasAnswer || ending?.reason === 'abort'
      ? toResult(reply, parts, more, ending)
      : toError({ type: 'error', code: 'NO_ANSWER', message: new WidgetError('NO_ANSWER').message }),
  ];
}

function toUsage(ending: Extract<ReplyEvent, { type: 'end' }> | undefined): WireEvent[] {
  const { inputTokens = 0, outputTokens = 0, model = '' }: TokenUsage = ending?.usage ?? {};
  if (inputTokens + outputTokens === 0) return [];
  return [{ type: 'usage', data: { model, inputTokensUsed: inputTokens, outputTokensUsed: outputTokens } }];
}

function toResult(
  { messageId, userMessageId }: WrittenReply,
  parts: readonly MessagePart[],
  { references, attachments, data }: Extras,
  ending: Extract<ReplyEvent, { type: 'end' }> | undefined,
): WireEvent {
  const { inputTokens = 0, outputTokens = 0 }: TokenUsage = ending?.usage ?? {};
  const isWordsOnly = !parts.some(isStep);
  const hasData = Object.keys(data).length > 0;
  return {
    type: 'result',
    data: {
      id: messageId,
      text: joinText(parts),
      usage: { token: inputTokens + outputTokens },
      end: { reason: ending?.reason ?? 'stop' },
      userMessageId,
      ...(references.length > 0 && { references }),
      ...((attachments.length > 0 || hasData) && { attachments }),
      ...(hasData && { meta: { data: data as Json } }),
      ...(!isWordsOnly && { parts: [...parts] }),
    },
  };
}
