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
/** Why a reply ended. `activity`: a function of the page is to be called; `iteration`: a limit of the request. */
export type ReplyEndReason = 'stop' | 'length' | 'activity' | 'iteration' | 'error' | 'abort';

/** What a client may send as the outcome of a function it was asked to call (contract 1.8). */
export const channelSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{16,128}$/, 'Expected a channel id of 16 characters or more'),
);

/**
 * A call of a function and its answer, or the model's reasoning: shown as a context line when the session is verbose.
 */
export const activityMessageSchema = v.object({
  ...messageSchema.entries,
  type: v.picklist(['activity', 'reasoning']),
});
/** What the bot did, as a message: a function call and its result, or its reasoning. Verbose sessions only. */
export interface ActivityMessage extends Omit<Message, 'type'> {
  type: 'activity' | 'reasoning';
}
/** An `ActivityMessage` from outside, before its parts are read. */
export interface ActivityMessageInput extends Omit<MessageInput, 'type'> {
  type: 'activity' | 'reasoning';
}

/** The data of each reply event, by name: one map for both stream forms. */
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
    /** A tool of the server asks for the visitor's word: nothing runs in the page, the answer is `{ approved }`. */
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

/** What each event of a streamed reply carries, by its name. */
export interface ReplyEventData {
  completeBegin: ReplyBegin;
  /** A message that is complete. */
  message: Message | ActivityMessage;
  token: { token: string };
  /** Empty where the owner does not show what the model thinks: once, when it begins to think. */
  reasoningToken: { token: string };
  /** The model has stopped thinking. */
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

/** A reply begins. */
export interface ReplyBegin {
  /** Id of the run. */
  id: string;
  conversationId: string;
  /** Id of the bot message being written. */
  messageId: string;
  /** Id under which the visitor's text was stored. */
  userMessageId?: string | null | undefined;
}

/** A call of a tool has begun, in verbose sessions. */
export interface ToolBegin {
  callId: string;
  name: string;
  title?: string | null | undefined;
  /** Only for readers who may see it. */
  input?: Json | undefined;
}

/** A call of a tool is over. */
export interface ToolEnd extends Pick<ToolPart, 'output' | 'error' | 'app'> {
  callId: string;
  state: 'done' | 'failed' | 'refused';
  durationMs: number;
}

/** What one answer of the model used, in tokens. */
export interface ReplyUsage {
  model: string;
  inputTokensUsed: number;
  outputTokensUsed: number;
}

/** The reply waits for a function of the page; its outcome is published on `channel`. */
export interface ChannelWait {
  channel: string;
  function: { name: string; args: Json };
  callId: string;
  timeoutMs: number;
  /** Whether the visitor is asked first, or the words of the question. */
  confirm?: boolean | string | null | undefined;
  /** The visitor's yes or no is the answer: no function of the page runs. @default false */
  isApproval?: boolean | null | undefined;
}

/** The reply waits no longer for a function. */
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

/** The reply failed; `parts` are what stands of it. */
export interface ReplyError {
  message: string;
  code: string;
  parts?: MessagePart[] | null | undefined;
}

/** The finished reply. */
export interface ReplyResult {
  id: string;
  /** The finished text; it wins over the tokens put together. */
  text: string;
  usage: { token: number };
  end: { reason: ReplyEndReason };
  userMessageId?: string | null | undefined;
  references?: Reference[] | null | undefined;
  meta?: JsonObject | null | undefined;
  /** Files of the reply. */
  attachments?: Attachment[] | null | undefined;
  /** The finished reply in its parts, absent when it is words only; they win over those put together. */
  parts?: MessagePart[] | null | undefined;
}

/** Name of an event of a streamed reply. */
export type ReplyEventType = keyof ReplyEventData;

/** One event of a streamed reply, as it travels: a name and its data. */
export type ReplyEvent = {
  [Type in ReplyEventType]: { readonly type: Type; readonly data: ReplyEventData[Type] };
}[ReplyEventType];

/** A reply event with the id it can be resumed after: `{runId}.{n}`, n counting from 1. */
export type NumberedReplyEvent = ReplyEvent & { readonly id?: string | undefined };

/** Spellings of other servers that a client accepts and ours never sends (contract 1.7). */
const ALIASES: Readonly<Record<string, ReplyEventType>> = { receive_result: 'result', receiveResult: 'result' };

/**
 * Reads one event from outside.
 *
 * @returns undefined for a name nobody knows or data of another shape: unknown events are skipped, so an older widget
 *   survives a newer server
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
