import * as v from 'valibot';
import type { ErrorCode } from '../errors';
import { idSchema, messageSchema, microSchema } from '../api/message';
import { activityMessageSchema } from '../api/replyEvents';

const errorCodeSchema = v.custom<ErrorCode>((value) => typeof value === 'string');
const optionalId = v.optional(idSchema);

/** How far a message of the visitor has come. */
export const deliverySchema = v.variant('state', [
  v.object({ state: v.literal('sending') }),
  v.object({ state: v.literal('waiting') }),
  v.object({ state: v.literal('failed'), code: errorCodeSchema, message: v.string() }),
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
  activities: v.array(activityMessageSchema),
  isReconnecting: v.boolean(),
  startedAt: v.number(),
});

const failureSchema = v.object({ answers: optionalId, code: errorCodeSchema, message: v.string(), canRetry: v.boolean() });

/**
 * Everything that can happen to a conversation, as schemas: other tabs send these events too.
 *
 * Replies are named by their render key, so an event that comes late or twice finds the wrong reply or none, and does nothing.
 */
export const conversationEventSchema = v.variant('type', [
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
  v.object({ type: v.literal('message-sent'), message: messageSchema, delivery: deliverySchema, replaces: optionalId }),
  /** A restart has taken back what was still under way. */
  v.object({ type: v.literal('message-withdrawn'), key: idSchema }),
  v.object({ type: v.literal('delivery-changed'), key: idSchema, delivery: deliverySchema }),
  /** The server has the visitor's message, under this id. */
  v.object({ type: v.literal('message-stored'), key: idSchema, id: idSchema }),
  v.object({ type: v.literal('message-received'), message: messageSchema }),
  v.object({ type: v.literal('reply-start'), key: idSchema, answers: optionalId, replaces: optionalId, startedAt: v.number() }),
  /** A reply that ran before this page was loaded, or in a tab that tells this one. */
  v.object({ type: v.literal('reply-restored'), reply: liveReplySchema }),
  v.object({ type: v.literal('reply-identified'), key: idSchema, runId: idSchema, messageId: idSchema }),
  /** Text at a place: text that is known already is not added twice. */
  v.object({ type: v.literal('text-delta'), key: idSchema, offset: v.number(), text: v.string() }),
  v.object({ type: v.literal('activity-added'), key: idSchema, activity: activityMessageSchema }),
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
export type ConversationEvent = v.InferOutput<typeof conversationEventSchema>;
