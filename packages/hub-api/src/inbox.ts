import { idSchema, MESSAGE_TEXT_MAX_LENGTH, timeSchema } from '@sotto/widget-core/api';
import { clientMessageIdSchema, webAddress } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import {
  agentSchema,
  assigneeSchema,
  CONVERSATION_STATES,
  itemListQuerySchema,
  listOf,
  ownContactSchema,
  visitFields,
} from './builder';
import { labelSchema } from './notes';

const stateSchema = v.picklist(CONVERSATION_STATES);
const momentSchema = v.pipe(v.string(), v.toNumber(), timeSchema);
const nameSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80));
const pictureSchema = webAddress('https');

/** GET /v1/inbox/list. `from` and `to`: time of the last activity, in milliseconds since the epoch. */
export const inboxQuerySchema = v.object({
  ...itemListQuerySchema.entries,
  widgetId: v.optional(idSchema),
  labelId: v.optional(idSchema),
  state: v.optional(stateSchema),
  vote: v.optional(v.picklist(['up', 'down'])),
  /** Assigned to the caller, or to nobody. */
  assigned: v.optional(v.picklist(['me', 'nobody'])),
  hasContact: v.optional(v.picklist(['true', 'false'])),
  /** A call of a tool in it has failed. */
  tool: v.optional(v.picklist(['failed'])),
  from: v.optional(momentSchema),
  to: v.optional(momentSchema),
  /** Words of its messages, or their beginnings. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
});

const inboxItemSchema = v.object({
  id: idSchema,
  widgetId: idSchema,
  state: stateSchema,
  /** Whether the visitor has written since the owner last read it. */
  isUnread: v.boolean(),
  agent: v.nullable(agentSchema),
  assignee: v.nullable(assigneeSchema),
  contact: v.nullable(ownContactSchema),
  votes: v.object({ up: v.number(), down: v.number() }),
  labels: v.array(labelSchema),
  /** Beginning of the visitor's first message. */
  firstText: v.nullable(v.string()),
  /** Beginning of the last message, and its author. */
  lastText: v.nullable(v.string()),
  lastSpeaker: v.nullable(v.picklist(['visitor', 'bot', 'person'])),
  /** What visitors read as the name of the person who wrote it; null: the visitor or the bot did. */
  lastName: v.nullable(v.string()),
  ...visitFields,
  createdAt: timeSchema,
  lastActivityAt: timeSchema,
});
export type InboxItem = v.InferOutput<typeof inboxItemSchema>;
/** Visitors' conversations with the caller's widgets, most recently active first. */
export const inboxListResponseSchema = listOf(inboxItemSchema);

/** GET /v1/inbox/count. Each number stops at 100. */
export const inboxCountResponseSchema = v.object({
  /** Conversations that wait for a person. */
  waiting: v.number(),
  /** Conversations of the last 30 days with messages that the owner has not read. */
  unread: v.number(),
  /** Whether this server sends email; otherwise mails are logged. */
  sendsMail: v.boolean(),
});

/** POST /v1/conversation/{id}/update. */
export const conversationUpdateRequestSchema = v.object({
  state: v.optional(stateSchema),
  isRead: v.optional(v.boolean()),
});
/** Also the response of `take-over`, `hand-back` and `typing`. */
export const conversationUpdateResponseSchema = v.object({
  id: idSchema,
  state: stateSchema,
  agent: v.nullable(agentSchema),
});
/** POST /v1/conversation/{id}/assign: to a member of the team; null: to nobody. */
export const conversationAssignRequestSchema = v.object({ userId: v.nullable(idSchema) });
/** POST /v1/conversation/{id}/take-over. @default the account's name and picture */
export const takeOverRequestSchema = v.object({
  name: v.optional(nameSchema),
  picture: v.optional(v.nullable(pictureSchema)),
});
/** POST /v1/conversation/{id}/message/answer. `id`: makes repeated calls idempotent. */
export const personMessageRequestSchema = v.object({
  ...takeOverRequestSchema.entries,
  id: v.optional(clientMessageIdSchema),
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MESSAGE_TEXT_MAX_LENGTH)),
});
