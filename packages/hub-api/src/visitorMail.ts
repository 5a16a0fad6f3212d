import { idSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';

/** POST /v1/visitor-mail/open: the fragment of the link in a mail. */
export const visitorLinkRequestSchema = v.object({ token: v.pipe(v.string(), v.maxLength(400)) });
/** What the page behind the link stores in the browser, and the name of the conversation for the hosted page. */
export const visitorLinkResponseSchema = v.object({
  widgetId: idSchema,
  session: v.string(),
  key: v.string(),
  value: v.string(),
  /** Time of the server: the times in `value` are counted from it. */
  now: timeSchema,
});

/** Why a mail failed or was not sent. */
const reasonSchema = v.picklist(['bounced', 'refused', 'limit', 'asked']);
/** A mail with answers. */
export const visitorMailSchema = v.object({
  id: idSchema,
  state: v.picklist(['waiting', 'queued', 'sent', 'failed', 'stopped']),
  reason: v.nullable(reasonSchema),
  /** Where it was sent; null while it waits. */
  email: v.nullable(v.string()),
  /** Number of messages in it. */
  answers: v.number(),
  /** When it is sent at the earliest; null unless it waits. */
  dueAt: v.nullable(timeSchema),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type VisitorMail = v.InferOutput<typeof visitorMailSchema>;
/** GET /v1/conversation/{id}/mail/fetch. */
export const mailLogResponseSchema = v.object({
  /** The address that the visitor has left. */
  email: v.nullable(v.string()),
  /** Why this address gets no mails; null: it gets them. */
  stopped: v.nullable(v.picklist(['asked', 'bounced'])),
  /** Whether this server sends mails, and this widget those with answers. */
  isOn: v.boolean(),
  items: v.array(visitorMailSchema),
});
export type MailLog = v.InferOutput<typeof mailLogResponseSchema>;
