import * as v from 'valibot';
import { jsonObjectSchema } from '../lib/json';
import { activityMessageSchema, replyEventData } from './replyEvents';
import { idSchema, messageSchema, microSchema, timeSchema } from './message';

/**
 * Answer of session creation. Every field is optional here because a host's own session source may answer with
 * anything; the session manager decides what is missing (`Failed to get a fresh token`).
 */
export const sessionCreateResponseSchema = v.object({
  conversationId: v.nullish(idSchema),
  token: v.nullish(v.string()),
  /** Milliseconds since the epoch. */
  expiresAt: v.nullish(timeSchema),
  resumed: v.nullish(v.boolean()),
});
export type SessionCreateResponse = v.InferOutput<typeof sessionCreateResponseSchema>;

/** Answer of calls that name what they touched. */
export const idResponseSchema = v.object({ id: idSchema });

/** Answer of abort; null when nothing ran. */
export const abortResponseSchema = v.object({ id: v.nullable(idSchema) });

/** Answer of the message list. */
export const messageListResponseSchema = v.object({
  items: v.array(v.union([messageSchema, activityMessageSchema])),
  cursor: v.nullable(v.string()),
});
export type MessageListResponse = v.InferOutput<typeof messageListResponseSchema>;

/** Answer of complete as plain JSON. */
export const completeResponseSchema = v.object({
  ...replyEventData.result.entries,
  messages: v.array(v.union([messageSchema, activityMessageSchema])),
});

/** Answer of synthesize [S-9]. `url` is absolute or relative to the configured base. */
export const synthesizeResponseSchema = v.object({ id: idSchema, url: v.string(), expiresAt: timeSchema });

/**
 * Answer of unfurl [W-23]; null when there is nothing to show. Relative addresses in it are relative to the configured
 * base.
 */
export const unfurlResponseSchema = v.object({ micro: v.nullable(microSchema) });

/** Answer of an upload [W-25]. `url` works for an hour; `size` in bytes. With `uploadRequest` the bytes go there. */
export const uploadResponseSchema = v.object({
  id: idSchema,
  name: v.string(),
  type: v.string(),
  size: v.number(),
  url: v.string(),
  uploadRequest: v.nullish(
    v.object({ method: v.literal('PUT'), url: v.string(), headers: v.record(v.string(), v.string()) }),
  ),
});
export type UploadResponse = v.InferOutput<typeof uploadResponseSchema>;

/** Answer of the attachment list. */
export const attachmentListResponseSchema = v.object({
  items: v.array(
    v.object({ id: idSchema, name: v.string(), type: v.string(), size: v.number(), createdAt: timeSchema }),
  ),
  cursor: v.nullable(v.string()),
});

/** What the frame and the loader may know of a widget (contract 1.6, public configuration). */
export const integrationSchema = v.object({
  integrationId: idSchema,
  version: v.number(),
  updatedAt: timeSchema,
  /** The public part of the widget's settings; checked field by field by `resolveConfig`. */
  config: v.record(v.string(), v.unknown()),
  allowedOrigins: v.array(v.string()),
  imageOrigins: v.array(v.string()),
  formOrigins: v.array(v.string()),
  languages: v.array(v.string()),
  /** What the backend can do; what it cannot do has no button. */
  features: v.object({
    synthesize: v.boolean(),
    unfurl: v.boolean(),
    upload: v.boolean(),
    live: v.nullish(v.boolean()),
    /** @default true */
    vote: v.optional(v.boolean()),
  }),
  limits: v.object({ attachmentMaxBytes: v.number(), attachmentsPerMessage: v.number(), textMaxLength: v.number() }),
});
export type Integration = v.InferOutput<typeof integrationSchema>;

/** The small part of the settings that the loader needs for its launcher (config.json, config.mjs). */
export const loaderConfigSchema = v.object({
  v: v.number(),
  id: idSchema,
  layout: v.string(),
  position: v.string(),
  colorScheme: v.string(),
  theme: jsonObjectSchema,
  buttonIcon: v.nullish(v.string()),
  buttonTitle: v.nullish(v.string()),
  barTitle: v.nullish(v.string()),
  hideButton: v.boolean(),
  disabled: v.boolean(),
  language: v.nullish(v.string()),
  voiceIn: v.boolean(),
  voiceOut: v.boolean(),
  peek: v.boolean(),
  /** Version of the server, for whoever looks for a fault. */
  server: v.optional(v.string()),
});
export type LoaderConfig = v.InferOutput<typeof loaderConfigSchema>;
