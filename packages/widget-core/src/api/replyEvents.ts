import * as v from 'valibot';
import { jsonObjectSchema, jsonSchema, type Json, type JsonObject } from '../lib/json';
import {
  attachmentSchema,
  idSchema,
  messageSchema,
  referenceSchema,
  type Attachment,
  type Message,
  type MessageInput,
  type Reference,
} from './message';
import { partsSchema, type MessagePart, type ToolPart } from './parts';

/** Why a reply ended (contract 1.7). */
export const REPLY_END_REASONS = [
  'stop',
  'length',
  'activity',
  'iteration',
  'error',
  'abort',
] as const satisfies ReplyEndReason[];
/**
 * Why a reply ended. `activity`: a function of the page must be called; `iteration`: a limit of the request was
 * reached.
 */
export type ReplyEndReason = 'stop' | 'length' | 'activity' | 'iteration' | 'error' | 'abort';

/** Channel on which a client publishes the result of a requested function call (contract 1.8). */
export const channelSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{16,128}$/, 'Expected a channel id of 16 characters or more'),
);

/** A function call and its result, or the model's reasoning: shown as a context line in verbose sessions. */
export const activityMessageSchema = v.object({
  ...messageSchema.entries,
  type: v.picklist(['activity', 'reasoning']),
});
/** An action of the bot as a message: a function call and its result, or its reasoning. Verbose sessions only. */
export interface ActivityMessage extends Omit<Message, 'type'> {
  type: 'activity' | 'reasoning';
}
/** An `ActivityMessage` from outside with unvalidated parts. */
export interface ActivityMessageInput extends Omit<MessageInput, 'type'> {
  type: 'activity' | 'reasoning';
}

/** Schema of each reply event's data, for both stream formats. */
export const replyEventData = {
  completeBegin: v.object({
    id: idSchema,
    conversationId: idSchema,
    messageId: idSchema,
    userMessageId: v.nullish(idSchema),
  }),
  message: v.union([messageSchema, activityMessageSchema]),
  token: v.object({ token: v.string() }),
  reasoningToken: v.object({ token: v.string() }),
  reasoningEnd: v.object({}),
  toolBegin: v.object({
    callId: v.string(),
    name: v.string(),
    title: v.nullish(v.string()),
    input: v.optional(jsonSchema),
  }),
  toolEnd: v.object({
    callId: v.string(),
    state: v.picklist(['done', 'failed', 'refused']),
    output: v.optional(jsonSchema),
    error: v.nullish(v.string()),
    app: v.nullish(v.string()),
    durationMs: v.number(),
  }),
  usage: v.object({ model: v.string(), inputTokensUsed: v.number(), outputTokensUsed: v.number() }),
  waitForChannelMessageBegin: v.object({
    channel: channelSchema,
    function: v.object({ name: v.string(), args: jsonSchema }),
    callId: v.string(),
    timeoutMs: v.number(),
    confirm: v.nullish(v.union([v.boolean(), v.string()])),
    /** A tool of the server requests the visitor's approval: no page function runs, the response is `{ approved }`. */
    isApproval: v.nullish(v.boolean()),
  }),
  waitForChannelMessageEnd: v.object({ channel: channelSchema, callId: v.string(), ok: v.boolean() }),
  abort: v.object({ reason: v.nullish(v.string()), functionName: v.nullish(v.string()) }),
  error: v.object({ message: v.string(), code: v.string(), parts: v.nullish(partsSchema) }),
  result: v.object({
    id: idSchema,
    text: v.string(),
    usage: v.object({ token: v.number() }),
    end: v.object({ reason: v.picklist(REPLY_END_REASONS) }),
    userMessageId: v.nullish(idSchema),
    references: v.nullish(v.array(referenceSchema)),
    meta: v.nullish(jsonObjectSchema),
    attachments: v.nullish(v.array(attachmentSchema)),
    parts: v.nullish(partsSchema),
  }),
  completeEnd: v.object({ id: idSchema }),
} as const;

/** Data of each event of a streamed reply. */
export interface ReplyEventData {
  completeBegin: ReplyBegin;
  /** A complete message. */
  message: Message | ActivityMessage;
  token: { token: string };
  /** If the owner hides reasoning, a single empty token when it starts. */
  reasoningToken: { token: string };
  /** The model has finished reasoning. */
  reasoningEnd: Record<never, never>;
  toolBegin: ToolBegin;
  toolEnd: ToolEnd;
  usage: ReplyUsage;
  waitForChannelMessageBegin: ChannelWait;
  waitForChannelMessageEnd: ChannelAnswer;
  abort: ReplyAbort;
  error: ReplyError;
  result: ReplyResult;
  completeEnd: { id: string };
}

/** A reply has started. */
export interface ReplyBegin {
  /** Id of the run. */
  id: string;
  conversationId: string;
  /** Id of the bot message in progress. */
  messageId: string;
  /** Id under which the visitor's text was stored. */
  userMessageId?: string | null | undefined;
}

/** A tool call has started, in verbose sessions. */
export interface ToolBegin {
  callId: string;
  name: string;
  title?: string | null | undefined;
  /** Only for readers who are permitted to see it. */
  input?: Json | undefined;
}

/** A tool call has ended. */
export interface ToolEnd extends Pick<ToolPart, 'output' | 'error' | 'app'> {
  callId: string;
  state: 'done' | 'failed' | 'refused';
  durationMs: number;
}

/** Tokens used by one response of the model. */
export interface ReplyUsage {
  model: string;
  inputTokensUsed: number;
  outputTokensUsed: number;
}

/** The reply waits for a page function, whose result is published on `channel`. */
export interface ChannelWait {
  channel: string;
  function: { name: string; args: Json };
  callId: string;
  timeoutMs: number;
  /** Whether the visitor is asked first, or the text of the question. */
  confirm?: boolean | string | null | undefined;
  /** The visitor's approval or refusal is the result: no page function runs. @default false */
  isApproval?: boolean | null | undefined;
}

/** The reply no longer waits for a function. */
export interface ChannelAnswer {
  channel: string;
  callId: string;
  ok: boolean;
}

/** The reply was stopped. */
export interface ReplyAbort {
  reason?: string | null | undefined;
  functionName?: string | null | undefined;
}

/** The reply failed; `parts` is its content so far. */
export interface ReplyError {
  message: string;
  code: string;
  parts?: MessagePart[] | null | undefined;
}

/** The finished reply. */
export interface ReplyResult {
  id: string;
  /** The complete text, which takes precedence over the joined tokens. */
  text: string;
  usage: { token: number };
  end: { reason: ReplyEndReason };
  userMessageId?: string | null | undefined;
  references?: Reference[] | null | undefined;
  meta?: JsonObject | null | undefined;
  /** Files of the reply. */
  attachments?: Attachment[] | null | undefined;
  /** The complete parts, which take precedence over the collected ones; absent if the reply is only text. */
  parts?: MessagePart[] | null | undefined;
}

/** Name of an event of a streamed reply. */
export type ReplyEventType = keyof ReplyEventData;

/** An event of a streamed reply, with name and data. */
export type ReplyEvent = {
  [Type in ReplyEventType]: { readonly type: Type; readonly data: ReplyEventData[Type] };
}[ReplyEventType];

/** A reply event with the id after which the stream can be resumed: `{runId}.{n}`, n counting from 1. */
export type NumberedReplyEvent = ReplyEvent & { readonly id?: string | undefined };

/** Event names of other servers, which clients accept and our server never sends (contract 1.7). */
const ALIASES: Readonly<Record<string, ReplyEventType>> = { receive_result: 'result', receiveResult: 'result' };

/**
 * Parses an event from outside.
 *
 * @returns undefined for an unknown name or invalid data: such events are skipped, so that an older widget works with a
 *   newer server
 */
export function readReplyEvent(type: string, data: unknown): ReplyEvent | undefined {
  const name = Object.hasOwn(replyEventData, type)
    ? (type as ReplyEventType)
    : Object.hasOwn(ALIASES, type)
      ? ALIASES[type]
      : undefined;
  if (name === undefined) return undefined;
  const parsed = v.safeParse(replyEventData[name], data);
  return parsed.success ? ({ type: name, data: parsed.output } as ReplyEvent) : undefined;
}
