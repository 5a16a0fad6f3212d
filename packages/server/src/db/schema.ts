import type { Budget } from '../config/usageLimits';
import type { Attachment, JsonObject, Message, MessagePart, Reference } from '@sotto/widget-core/api';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users, type ProvenClaims } from './accountSchema';
import { bots, type Visibility } from './builderSchema';
import { listed } from './hubSchema';
import { inboxColumns, inboxIndexes, noteColumns, wordColumns, wordIndexes } from './inboxSchema';
import { labels } from './inboxTables';
import { mailColumns, mailStopColumns, visitorColumns, visitorMailColumns } from './mailSchema';
import { deliveryColumns, webhookColumns } from './webhookSchema';

export * from './accountSchema';
export * from './auditSchema';
export * from './builderSchema';
export * from './checkSchema';
export * from './hubSchema';
export * from './inboxTables';
export * from './memberSchema';
export * from './previewSchema';
export * from './serverSchema';

/** A moment, in milliseconds since the epoch, as everywhere in the API. */
const moment = (name: string) => bigint(name, { mode: 'number' });

/** How much one visitor, one address and the whole widget may use in a day; an absent number is no limit. */
export interface Budgets {
  readonly visitor?: Budget | undefined;
  readonly address?: Budget | undefined;
  readonly widget?: Budget | undefined;
}

/** Something of the Hub that is being tried out: what it is, and with which settings. */
export interface Trial {
  readonly type: 'skillset' | 'dataset' | 'bot';
  readonly id: string;
  readonly backstory: string;
  /** Undefined: the server's default. */
  readonly model?: string | undefined;
}

/** A reply as far as it is written: the data to store it if its process crashes. */
export interface Draft {
  readonly text: string;
  readonly parts: readonly MessagePart[] | null;
  readonly tokens: number;
  /** Ids of what it looked up. */
  readonly steps: readonly string[];
  /** How it is to be written (`ReplyOptions`): for the process that continues it. */
  readonly options?: JsonObject | undefined;
  /** Where it begins another version of a reply. */
  readonly fork?:
    | { readonly parent?: { readonly id: string; readonly sequence: number } | undefined; readonly versionOf: string }
    | undefined;
}

/** A chat on a site, with everything its owner chose. */
export const widgets = pgTable(
  'widgets',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Who made it; null: the server itself. */
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'cascade' }),
    slug: text('slug').unique(),
    description: text('description').notNull().default(''),
    visibility: text('visibility').$type<Visibility>().notNull().default('private'),
    ...listed(),
    clonedFrom: jsonb('cloned_from').$type<{ id: string; version?: number | undefined }>(),
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id, { onDelete: 'cascade' }),
    /** Public settings, contract 4.1. */
    config: jsonb('config').$type<JsonObject>().notNull().default({}),
    allowedOrigins: jsonb('allowed_origins').$type<string[]>().notNull().default([]),
    imageOrigins: jsonb('image_origins').$type<string[]>().notNull().default([]),
    formOrigins: jsonb('form_origins').$type<string[]>().notNull().default([]),
    languages: jsonb('languages').$type<string[]>().notNull().default([]),
    /** How long after its last activity a conversation can be continued, in milliseconds. */
    sessionDurationMs: moment('session_duration_ms').notNull().default(86_400_000),
    /** Verifies the proofs of the host's backend; null: no visitor is verified. */
    identitySecret: text('identity_secret'),
    /** Whether a session needs such a proof. */
    requiresIdentity: boolean('requires_identity').notNull().default(false),
    /** How old the proof behind a token may be, in milliseconds. */
    identityFreshnessMs: moment('identity_freshness_ms').notNull().default(86_400_000),
    /** Days after its last sign of life that a conversation is deleted; null: never. */
    retentionDays: integer('retention_days').default(365),
    /** Days that files of visitors are kept; null: as long as their conversation. */
    attachmentRetentionDays: integer('attachment_retention_days').default(90),
    /** Whether visitors may delete their own conversation. */
    visitorsMayDelete: boolean('visitors_may_delete').notNull().default(true),
    /** Whether visitors who have left get a person's answers by mail. */
    mailsAnswers: boolean('mails_answers').notNull().default(true),
    /** How much may be used in a day. */
    budgets: jsonb('budgets').$type<Budgets>().notNull().default({}),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('widgets_owner').on(table.ownerId, table.createdAt, table.id),
    index('widgets_bot').on(table.botId),
    index('widgets_visibility').on(table.visibility, table.createdAt),
    index('widgets_hub_search').using('gin', table.hubSearch),
  ],
);

/** Sites on which a widget has been seen, which shows its owner whether it is installed. */
export const widgetSites = pgTable(
  'widget_sites',
  {
    widgetId: text('widget_id')
      .notNull()
      .references(() => widgets.id, { onDelete: 'cascade' }),
    origin: text('origin').notNull(),
    firstSeenAt: moment('first_seen_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.widgetId, table.origin] })],
);

/** Proofs of a visitor made until then are refused: their sessions with the widget were ended. */
export const endedSubjects = pgTable(
  'ended_subjects',
  {
    widgetId: text('widget_id')
      .notNull()
      .references(() => widgets.id, { onDelete: 'cascade' }),
    /** `digestOfSubject`: it outlives the erasure of its subject, whose older proofs stay refused. */
    subject: text('subject').notNull(),
    endedAt: moment('ended_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.widgetId, table.subject] })],
);

/** A visitor's conversation with a widget. */
export const conversations = pgTable(
  'conversations',
  {
    id: text('id').primaryKey(),
    widgetId: text('widget_id')
      .notNull()
      .references(() => widgets.id, { onDelete: 'cascade' }),
    /**
     * Whom the host's backend vouched for (`sub` of the proof, or its mail address); null: anonymous. Set once, never
     * changed.
     */
    subject: text('subject'),
    /** The other claims of the subject's newest proof; null: none has been shown since it is kept. */
    visitor: jsonb('visitor').$type<ProvenClaims>(),
    meta: jsonb('meta').$type<JsonObject>(),
    /** What is being tried out on the Hub; null: the widget's own bot answers. */
    trial: jsonb('trial').$type<Trial>(),
    /** The account whose plan pays for it; null: nobody's. */
    payerId: text('payer_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The check that is played in it: nothing that acts is called. */
    checkId: text('check_id'),
    createdAt: moment('created_at').notNull(),
    /** The last message or proof, from which `sessionDurationMs` counts. */
    lastActivityAt: moment('last_activity_at').notNull(),
    ...inboxColumns(),
    ...visitorColumns(),
  },
  (table) => [
    ...inboxIndexes(table),
    index('conversations_widget').on(table.widgetId, table.createdAt),
    index('conversations_subject')
      .on(table.widgetId, table.subject)
      .where(sql`${table.subject} is not null`),
    index('conversations_payer')
      .on(table.payerId, table.createdAt)
      .where(sql`${table.payerId} is not null`),
    index('conversations_activity').on(table.lastActivityAt),
    index('conversations_trial')
      .on(sql`(${table.trial} ->> 'id')`)
      .where(sql`${table.trial} is not null`),
    index('conversations_agent')
      .on(sql`(${table.agent} ->> 'userId')`)
      .where(sql`${table.agent} is not null`),
  ],
);

/** Messages. `sequence` is the order in which the server stored it, which is the order of the conversation. */
export const messages = pgTable(
  'messages',
  {
    sequence: bigserial('sequence', { mode: 'number' }).notNull().unique(),
    id: text('id').primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** The id the sender gave it, so that a repeated send is recognised. */
    clientId: text('client_id'),
    /** A message type of the contract, or `activity` and `reasoning`. */
    type: text('type').notNull(),
    text: text('text').notNull(),
    isHidden: boolean('is_hidden').notNull().default(false),
    /** Whether the account's own program wrote it, and no browser. */
    isTrusted: boolean('is_trusted').notNull().default(false),
    meta: jsonb('meta').$type<JsonObject>(),
    references: jsonb('references').$type<Reference[]>(),
    attachments: jsonb('attachments').$type<Attachment[]>(),
    /**
     * What a reply is made of, in order, as those may see it who see everything; null when it is words only. Its text
     * parts together are `text`.
     */
    parts: jsonb('parts').$type<MessagePart[]>(),
    /** How a reply ended before its end, unless it failed; null when it is complete. */
    endReason: text('end_reason').$type<NonNullable<Message['end']>>(),
    /** The person who wrote this instead of the bot. */
    author: jsonb('author').$type<{ name: string; picture?: string | null | undefined }>(),
    /**
     * The message it follows; null for the first one. Messages that follow the same one are the beginnings of different
     * branches.
     */
    parentId: text('parent_id'),
    /** The first version of this message; null when it is the first itself. */
    versionOf: text('version_of'),
    /** Whether it belongs to the branch that is shown and sent to the model. */
    isCurrent: boolean('is_current').notNull().default(true),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('messages_client_id').on(table.conversationId, table.clientId),
    index('messages_order').on(table.conversationId, table.sequence),
    index('messages_versions')
      .on(table.conversationId)
      .where(sql`${table.versionOf} is not null`),
  ],
);

/** What messages are found by in an inbox: one row for each that was said openly. */
export const messageWords = pgTable(
  'message_words',
  {
    sequence: bigint('sequence', { mode: 'number' })
      .primaryKey()
      .references(() => messages.sequence, { onDelete: 'cascade' }),
    ...wordColumns(),
  },
  wordIndexes,
);

/**
 * One reply being written, or written. At most one a conversation is `running`: the database itself refuses a second.
 */
export const runs = pgTable(
  'runs',
  {
    id: text('id').primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Id of the sent message as its client named it, and the `Idempotency-Key` that came with it. */
    clientId: text('client_id'),
    idempotencyKey: text('idempotency_key'),
    /** Digest of what was sent: the same key with another body is refused. */
    bodyHash: text('body_hash').notNull(),
    userMessageId: text('user_message_id'),
    botMessageId: text('bot_message_id').notNull(),
    /** `running`, `done` (also when stopped), `failed`, `interrupted` (its process crashed). */
    status: text('status').notNull(),
    /** The process that writes it, and its last sign of life. */
    owner: text('owner').notNull(),
    heartbeatAt: moment('heartbeat_at').notNull(),
    /** End reason and token count, once done. */
    endReason: text('end_reason'),
    /** The error that the visitor got; null unless it failed, and if its process crashed. */
    failure: jsonb('failure').$type<{ code: string; message: string }>(),
    tokens: integer('tokens').notNull().default(0),
    /** Whether it is the rest of a message that was there before. */
    isContinuation: boolean('is_continuation').notNull().default(false),
    /**
     * What is written of it so far, stored while it runs, so that it outlives its process; null before the first words
     * and after the end.
     */
    draft: jsonb('draft').$type<Draft>(),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('runs_one_running')
      .on(table.conversationId)
      .where(sql`${table.status} = 'running'`),
    index('runs_client_id').on(table.conversationId, table.clientId),
    index('runs_idempotency_key').on(table.conversationId, table.idempotencyKey),
    index('runs_status').on(table.status, table.heartbeatAt),
  ],
);

/** Contact details that visitors entered; `isVerified` only when the host's backend vouched for it. */
export const contacts = pgTable('contacts', {
  id: text('id').primaryKey(),
  conversationId: text('conversation_id')
    .notNull()
    .unique()
    .references(() => conversations.id, { onDelete: 'cascade' }),
  name: text('name'),
  email: text('email'),
  phone: text('phone'),
  isVerified: boolean('is_verified').notNull().default(false),
  /** What the host's backend calls this visitor, when it vouched for them. */
  externalId: text('external_id'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** What a visitor thought of a reply: one vote a message. */
export const votes = pgTable(
  'votes',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** 1 to 100 up, -100 to -1 down. */
    value: integer('value').notNull(),
    reason: text('reason'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.messageId] }),
    index('votes_message').on(table.messageId),
  ],
);

/** Notes for colleagues on a conversation: neither visitors nor models get them. */
export const conversationNotes = pgTable(
  'conversation_notes',
  {
    ...noteColumns(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
  },
  (table) => [index('conversation_notes_conversation').on(table.conversationId, table.createdAt)],
);

/** Which conversation has which labels. */
export const conversationLabels = pgTable(
  'conversation_labels',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    labelId: text('label_id')
      .notNull()
      .references(() => labels.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.labelId] }),
    index('conversation_labels_label').on(table.labelId),
  ],
);

/** Addresses that receive events of an account's widgets. */
export const webhooks = pgTable(
  'webhooks',
  {
    ...webhookColumns(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The one widget whose events it receives; null: all of them. */
    widgetId: text('widget_id').references(() => widgets.id, { onDelete: 'cascade' }),
  },
  (table) => [index('webhooks_owner').on(table.ownerId, table.createdAt), index('webhooks_widget').on(table.widgetId)],
);

/** What webhooks are sent: the queue, and the log of the last 30 days. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    ...deliveryColumns(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The conversation it is about; null: it is a test. */
    conversationId: text('conversation_id').references(() => conversations.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('webhook_deliveries_log').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_queue')
      .on(table.dueAt)
      .where(sql`status = 'pending'`),
    index('webhook_deliveries_age').on(table.createdAt),
    index('webhook_deliveries_conversation').on(table.conversationId),
  ],
);

/** Mails to be sent, until they are; those that were given up stay for seven days, without their content. */
export const mails = pgTable(
  'mails',
  {
    ...mailColumns(),
    /** The account it is about; null: it is for somebody who may have none yet. */
    accountId: text('account_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The conversation it is about. */
    conversationId: text('conversation_id').references(() => conversations.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('mails_queue')
      .on(table.dueAt)
      .where(sql`gave_up_at is null`),
    index('mails_recipient').on(table.recipient),
    index('mails_account').on(table.accountId),
    index('mails_conversation').on(table.conversationId),
  ],
);

/** Answers of people to visitors who have left: what is going to be mailed, and the log of what was. */
export const visitorMails = pgTable(
  'visitor_mails',
  {
    ...visitorMailColumns(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('visitor_mails_waiting')
      .on(table.conversationId)
      .where(sql`state = 'waiting'`),
    index('visitor_mails_queue')
      .on(table.dueAt)
      .where(sql`state = 'waiting'`),
    index('visitor_mails_log').on(table.conversationId, table.createdAt),
    index('visitor_mails_mail').on(table.mailId),
  ],
);

/** Addresses that a workspace no longer mails: the recipient unsubscribed, or the address does not exist. */
export const mailStops = pgTable(
  'mail_stops',
  {
    ...mailStopColumns(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.recipient] })],
);

/** Answers already given to keyed calls, for 24 hours. A row goes with the conversation and the account it is about. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Keyed digest of the caller, the call and the key: no address and no id is stored in plain text. */
    key: text('key').primaryKey(),
    bodyHash: text('body_hash').notNull(),
    /** The first answer, sealed; null while the first call is still running. */
    answer: text('answer'),
    /** The conversation that calls, or that the call has opened. */
    conversationId: text('conversation_id').references(() => conversations.id, { onDelete: 'cascade' }),
    /** The account that calls. */
    accountId: text('account_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The process that makes the first call (`Processes`); null: one of a version that did not record it. */
    owner: text('owner'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('idempotency_keys_age').on(table.createdAt),
    index('idempotency_keys_conversation').on(table.conversationId),
    index('idempotency_keys_account').on(table.accountId),
  ],
);

/** Files that the server keeps; the bytes are in the file store under the same id. */
export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    /** `attachment` and `speech` belong to a conversation; `icon` and `preview` are public. */
    kind: text('kind').$type<'attachment' | 'speech' | 'icon' | 'preview'>().notNull(),
    conversationId: text('conversation_id').references(() => conversations.id, { onDelete: 'cascade' }),
    /** As given, minus path and control characters. */
    name: text('name').notNull(),
    /** Media type, by ending and first bytes. */
    type: text('type').notNull(),
    /** In bytes. */
    size: integer('size').notNull(),
    /** The beginning of its text, for the model; null when it cannot be read. */
    text: text('text'),
    /** What it was made from, so that the same is not made twice. */
    digest: text('digest'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** When it is thrown away; null: with its conversation. */
    expiresAt: moment('expires_at'),
  },
  (table) => [
    index('files_conversation').on(table.conversationId, table.kind, table.id),
    index('files_expiry').on(table.expiresAt),
    index('files_attachment_age')
      .on(table.createdAt)
      .where(sql`${table.kind} = 'attachment'`),
  ],
);
