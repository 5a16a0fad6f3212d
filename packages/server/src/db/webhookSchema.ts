import type { WebhookEvent } from '@sotto/hub-api';
import { bigint, integer, jsonb, text } from 'drizzle-orm/pg-core';

const moment = (name: string) => bigint(name, { mode: 'number' });

/** Why a webhook gets nothing: its owner has switched it off, it failed for days, its server answered 410 Gone. */
export type WebhookOff = 'owner' | 'failing' | 'gone';

/** How a delivery stands: `canceled` is one that waited when its webhook was switched off. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'canceled';

/** What is kept of a webhook beside whose it is. */
export const webhookColumns = () => ({
  id: text('id').primaryKey(),
  /** Sealed: many addresses carry a key. */
  url: text('url').notNull(),
  events: jsonb('events').$type<WebhookEvent[]>().notNull(),
  /** Sealed. */
  secret: text('secret').notNull(),
  /** The one before, sealed; it signs as well until `previousUntil`. */
  previousSecret: text('previous_secret'),
  previousUntil: moment('previous_until'),
  /** Failures in a row. */
  failures: integer('failures').notNull().default(0),
  /** Since when every attempt has failed; null: the last one did not. */
  failingSince: moment('failing_since'),
  /** Until when it is left alone after a failure. */
  restUntil: moment('rest_until').notNull().default(0),
  off: text('off').$type<WebhookOff>(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** What is kept of a delivery beside where it goes and what it is about. */
export const deliveryColumns = () => ({
  id: text('id').primaryKey(),
  /** The `webhook-id` header: the same for every attempt, and for every webhook of the account. */
  eventId: text('event_id').notNull(),
  event: text('event').notNull(),
  /** As it is sent. */
  body: text('body').notNull(),
  status: text('status').$type<DeliveryStatus>().notNull().default('pending'),
  attempts: integer('attempts').notNull().default(0),
  /** When it is sent, or sent again; while it is being sent, when another process may try. */
  dueAt: moment('due_at').notNull(),
  /** Status of the last answer; null: there was none. */
  httpStatus: integer('http_status'),
  /** Why the last attempt failed. */
  error: text('error'),
  /** Of the last attempt. */
  durationMs: integer('duration_ms'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
