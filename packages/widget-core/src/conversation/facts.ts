import * as v from 'valibot';
import type { ErrorCode } from '../errors';
import { idSchema, messageSchema, microSchema } from '../api/message';
import { reasoningPartSchema, toolPartSchema } from '../api/parts';
import { activityMessageSchema } from '../api/replyEvents';
import { contactSchema } from '../api/requests';
import { jsonSchema } from '../lib/json';

const errorCodeSchema = v.custom<ErrorCode>((value) => typeof value === 'string');
const optionalId = v.optional(idSchema);

/** How far a message of the visitor has come. */
const deliverySchema = v.variant('state', [
  v.object({ state: v.literal('sending') }),
  v.object({ state: v.literal('waiting') }),
  v.object({ state: v.literal('failed'), code: errorCodeSchema, message: v.string() }),
]);

const place = { at: v.number() };
const stepSchema = v.variant('type', [
  v.object({ ...reasoningPartSchema.entries, ...place }),
  v.object({ ...toolPartSchema.entries, ...place }),
]);

/** A reply while it is written. */
export const liveReplySchema = v.object({
  key: idSchema,
  answers: optionalId,
  replaces: optionalId,
  runId: optionalId,
  messageId: optionalId,
  state: v.picklist(['thinking', 'writing']),
  text: v.string(),
  steps: v.optional(v.array(stepSchema), []),
  activities: v.array(activityMessageSchema),
  isReconnecting: v.boolean(),
  startedAt: v.number(),
});

const failureSchema = v.object({
  answers: optionalId,
  code: errorCodeSchema,
  message: v.string(),
  canRetry: v.boolean(),
});

/**
 * Everything that can happen to a conversation, as schemas: tabs tell each other these facts.
 *
 * Replies are named by their render key, so a fact that comes late or twice finds the wrong reply or none, and does
 * nothing.
 */
export const factSchema = v.variant('type', [
  /** What this browser remembers of the conversation, read at the start. */
  v.object({ type: v.literal('history-loaded'), conversationId: optionalId, messages: v.array(messageSchema) }),
  /** What the server has: it is the truth for its own messages. */
  v.object({ type: v.literal('history-synced'), messages: v.array(messageSchema) }),
  v.object({ type: v.literal('loading-changed'), isLoading: v.boolean() }),
  /** A session was made. For another conversation than before, only messages under way stay. */
  v.object({ type: v.literal('session-started'), conversationId: idSchema }),
  v.object({ type: v.literal('conversation-restarted') }),
  v.object({ type: v.literal('messages-replaced'), messages: v.array(messageSchema) }),
  /** With `replaces`, in the place of another message of the visitor and of all that followed it. */
  v.object({
    type: v.literal('message-sent'),
    message: messageSchema,
    delivery: deliverySchema,
    replaces: optionalId,
    /** Place in the queue, and whether the bot answers. */
    order: v.optional(v.number()),
    respond: v.optional(v.boolean()),
  }),
  /** A restart has taken back what was still under way. */
  v.object({ type: v.literal('message-withdrawn'), key: idSchema }),
  v.object({ type: v.literal('delivery-changed'), key: idSchema, delivery: deliverySchema }),
  /** The server has the visitor's message, under this id. */
  v.object({ type: v.literal('message-stored'), key: idSchema, id: idSchema }),
  v.object({ type: v.literal('message-received'), message: messageSchema }),
  /**
   * With `continues`, the rest of a reply that ended before its end. `sendId`: the send it belongs to, when that is not
   * the message it answers.
   */
  v.object({
    type: v.literal('reply-start'),
    key: idSchema,
    answers: optionalId,
    replaces: optionalId,
    continues: optionalId,
    startedAt: v.number(),
    sendId: optionalId,
  }),
  /** A reply that ran before this page was loaded, or in a tab that tells this one. */
  v.object({ type: v.literal('reply-restored'), reply: liveReplySchema }),
  v.object({ type: v.literal('reply-identified'), key: idSchema, runId: idSchema, messageId: idSchema }),
  /** Text at a place: text that is known already is not added twice. */
  v.object({ type: v.literal('text-delta'), key: idSchema, offset: v.number(), text: v.string() }),
  v.object({ type: v.literal('activity-added'), key: idSchema, activity: activityMessageSchema }),
  v.object({ type: v.literal('tool-began'), key: idSchema, tool: toolPartSchema }),
  v.object({
    type: v.literal('tool-ended'),
    key: idSchema,
    callId: v.string(),
    state: v.picklist(['done', 'failed', 'refused']),
    output: v.optional(jsonSchema),
    error: v.nullish(v.string()),
    endedAt: v.number(),
  }),
  /** `index`: which time of thinking it is, from 0. `offset`: the place of the text in it. */
  v.object({
    type: v.literal('reasoning-delta'),
    key: idSchema,
    index: v.number(),
    offset: v.number(),
    text: v.string(),
    startedAt: v.number(),
  }),
  v.object({ type: v.literal('reasoning-ended'), key: idSchema, index: v.number(), endedAt: v.number() }),
  v.object({ type: v.literal('reply-reconnecting'), key: idSchema, isReconnecting: v.boolean() }),
  /** Without a message: nothing was written. */
  v.object({ type: v.literal('reply-end'), key: idSchema, message: v.optional(messageSchema) }),
  v.object({ type: v.literal('reply-failed'), key: idSchema, failure: failureSchema }),
  v.object({ type: v.literal('failure-cleared') }),
  /** What is behind a link of a message. */
  v.object({ type: v.literal('link-previewed'), key: idSchema, micro: microSchema }),
  v.object({ type: v.literal('vote-cast'), messageId: idSchema, vote: v.optional(v.picklist(['up', 'down'])) }),
]);

/** Something that happened to a conversation. */
export type Fact = v.InferOutput<typeof factSchema>;

/**
 * What the tabs of one conversation tell each other (contract 5.5). None carries a token: a tab reads it from storage.
 * `conversationId` is the sender's, so that a late event of a conversation that is over is recognised.
 */
export const tabMessageSchema = v.variant('type', [
  v.object({
    type: v.literal('event'),
    conversationId: optionalId,
    event: factSchema,
    lastEventId: v.optional(v.string()),
  }),
  /** A new tab asks for the reply that is being written: everything else stands in storage. */
  v.object({ type: v.literal('state?') }),
  v.object({
    type: v.literal('state'),
    conversationId: optionalId,
    reply: liveReplySchema,
    lastEventId: v.optional(v.string()),
  }),
  v.object({ type: v.literal('restart'), conversationId: optionalId }),
  v.object({ type: v.literal('logout') }),
  v.object({ type: v.literal('contact'), contact: v.nullable(contactSchema) }),
  v.object({ type: v.literal('language'), language: v.string() }),
]);

/** A message between tabs. */
export type TabMessage = v.InferOutput<typeof tabMessageSchema>;
