import * as v from 'valibot';
import { jsonObjectSchema, jsonSchema } from '../lib/json';
import { attachmentSchema, idSchema, messageSchema, referenceSchema } from './message';
import { partsSchema } from './parts';

/** Why a reply ended (contract 1.7). */
export const REPLY_END_REASONS = ['stop', 'length', 'activity', 'iteration', 'error', 'abort'] as const;
export type ReplyEndReason = (typeof REPLY_END_REASONS)[number];

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
export type ActivityMessage = v.InferOutput<typeof activityMessageSchema>;

/** The data of each reply event, by name: one map for both stream forms. */
export const replyEventData = {
  completeBegin: v.object({
    /** Id of the run. */
    id: idSchema,
    conversationId: idSchema,
    /** Id of the bot message being written. */
    messageId: idSchema,
    /** Id under which the visitor's text was stored. */
    userMessageId: v.nullish(idSchema),
  }),
  message: v.union([messageSchema, activityMessageSchema]),
  token: v.object({ token: v.string() }),
  /** Empty where the owner does not show what the model thinks: once, when it begins to think. */
  reasoningToken: v.object({ token: v.string() }),
  /** The model has stopped thinking. */
  reasoningEnd: v.object({}),
  /** A call of a tool has begun, in verbose sessions. `input` only for readers who may see it. */
  toolBegin: v.object({
    callId: v.string(),
    name: v.string(),
    title: v.nullish(v.string()),
    input: v.optional(jsonSchema),
  }),
  /** It is over: with an `output` where the reader may see it, or with an `error` fit to be shown. */
  toolEnd: v.object({
    callId: v.string(),
    state: v.picklist(['done', 'failed', 'refused']),
    output: v.optional(jsonSchema),
    error: v.nullish(v.string()),
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
    /** The finished text; it wins over the tokens put together. */
    text: v.string(),
    usage: v.object({ token: v.number() }),
    end: v.object({ reason: v.picklist(REPLY_END_REASONS) }),
    userMessageId: v.nullish(idSchema),
    references: v.nullish(v.array(referenceSchema)),
    meta: v.nullish(jsonObjectSchema),
    /** Files of the reply. */
    attachments: v.nullish(v.array(attachmentSchema)),
    /** The finished reply in its parts, absent when it is words only; they win over those put together. */
    parts: v.nullish(partsSchema),
  }),
  completeEnd: v.object({ id: idSchema }),
} as const;

export type ReplyEventType = keyof typeof replyEventData;

/** One event of a streamed reply, as it travels: a name and its data. */
export type ReplyEvent = {
  [Type in ReplyEventType]: { readonly type: Type; readonly data: v.InferOutput<(typeof replyEventData)[Type]> };
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
