import { idSchema, jsonObjectSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';

const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Response to a deletion: POST …/delete of a conversation, a contact, a subject, an account. */
export const receiptSchema = v.object({
  id: idSchema,
  deletedAt: timeSchema,
  target: v.object({ type: v.picklist(['conversation', 'subject', 'account']), id: v.string() }),
  counts: v.object({
    conversations: countSchema,
    messages: countSchema,
    replies: countSchema,
    votes: countSchema,
    contacts: countSchema,
    files: countSchema,
    /** Of the files. */
    bytes: countSchema,
    widgets: v.optional(countSchema),
    bots: v.optional(countSchema),
    skillsets: v.optional(countSchema),
    datasets: v.optional(countSchema),
    documents: v.optional(countSchema),
    blueprints: v.optional(countSchema),
    keys: v.optional(countSchema),
  }),
});

/** Somebody the host vouched for: `sub` of the proof, or its mail address. */
const subjectFields = {
  subject: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
  /** One widget. @default every widget of the account */
  widgetId: v.optional(idSchema),
};
/** POST /v1/subject/delete. */
export const subjectDeleteRequestSchema = v.object(subjectFields);
/** POST /v1/subject/sign-out. */
export const subjectSignOutRequestSchema = v.object(subjectFields);
/** Response to POST …/sign-out: the conversations whose sessions were ended. */
export const visitorSignOutResponseSchema = v.object({ conversations: countSchema });
/** POST /v1/subject/export. */
export const subjectExportQuerySchema = v.object(subjectFields);

/** POST /v1/account/delete: the address of the account, so that nobody deletes it by accident. */
export const accountDeleteRequestSchema = v.object({ email: v.pipe(v.string(), v.trim(), v.maxLength(254)) });

/** GET /v1/audit/list: what was done in an account, or on the whole server, newest first. */
export const auditListQuerySchema = v.object({
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'Expected a cursor of an earlier answer'))),
  take: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(100)), '50'),
});
/** One thing that was done. */
export const auditEntrySchema = v.object({
  sequence: v.number(),
  createdAt: timeSchema,
  accountId: v.nullable(v.string()),
  actor: v.picklist(['person', 'key', 'visitor', 'anonymous', 'server']),
  actorId: v.nullable(v.string()),
  keyId: v.nullable(v.string()),
  /** The network the call came from: /24 of IPv4, /64 of IPv6. */
  network: v.nullable(v.string()),
  action: v.string(),
  targetType: v.nullable(v.string()),
  targetId: v.nullable(v.string()),
  details: jsonObjectSchema,
  hash: v.string(),
});
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>;
export const auditListResponseSchema = v.object({ items: v.array(auditEntrySchema), cursor: v.nullable(v.string()) });
