import { idSchema, timeSchema } from '@sotto/widget-core/api';
import { webAddress } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { itemListQuerySchema, listOf } from './builder';

/** Events that a webhook can receive. */
export const WEBHOOK_EVENTS = [
  'conversation.started',
  'message.created',
  'handover.requested',
  'contact.created',
  'vote.created',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

const eventsSchema = v.pipe(
  v.array(v.picklist(WEBHOOK_EVENTS)),
  v.minLength(1, 'Choose at least one event'),
  v.maxLength(WEBHOOK_EVENTS.length),
);

/** An address that receives events. */
export const webhookSchema = v.object({
  id: idSchema,
  /** Empty if it cannot be decrypted because the server has another key. */
  url: v.string(),
  events: v.array(v.picklist(WEBHOOK_EVENTS)),
  /** The widget whose events it receives; null: all widgets of the account. */
  widgetId: v.nullable(idSchema),
  isOn: v.boolean(),
  /** Why it is disabled: by its owner, after five days of failures, or because its server answered 410 Gone. */
  off: v.nullable(v.picklist(['owner', 'failing', 'gone'])),
  /** Start of the current series of failures; null if the last attempt succeeded. */
  failingSince: v.nullable(timeSchema),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Webhook = v.InferOutput<typeof webhookSchema>;
export const webhookListResponseSchema = listOf(webhookSchema);

/** POST /v1/webhook/create. `widgetId: null`: every widget of the account. */
export const webhookCreateRequestSchema = v.object({
  url: v.pipe(v.string(), v.trim(), webAddress('https')),
  events: eventsSchema,
  widgetId: v.optional(v.nullable(idSchema), null),
});
/** Also the response of `…/secret/roll`: the signing secret is returned only there. */
export const webhookSecretResponseSchema = v.object({ id: idSchema, secret: v.string() });

/** POST /v1/webhook/{id}/update. */
export const webhookUpdateRequestSchema = v.object({
  events: v.optional(eventsSchema),
  widgetId: v.optional(v.nullable(idSchema)),
  isOn: v.optional(v.boolean()),
});

/** An event that was sent or is waiting. */
export const webhookDeliverySchema = v.object({
  id: idSchema,
  /** The `webhook-id` header. */
  eventId: v.string(),
  event: v.string(),
  /** The exact body. */
  body: v.string(),
  status: v.picklist(['pending', 'delivered', 'failed', 'canceled']),
  attempts: v.number(),
  /** Time of the next attempt; null: none. */
  dueAt: v.nullable(timeSchema),
  /** Status of the last response; null if there was none. */
  httpStatus: v.nullable(v.number()),
  /** Why the last attempt failed. */
  error: v.nullable(v.string()),
  /** Duration of the last attempt, in milliseconds. */
  durationMs: v.nullable(v.number()),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type WebhookDelivery = v.InferOutput<typeof webhookDeliverySchema>;
/** GET /v1/webhook/{id}/delivery/list: newest first. */
export const webhookDeliveryListQuerySchema = itemListQuerySchema;
export const webhookDeliveryListResponseSchema = listOf(webhookDeliverySchema);
