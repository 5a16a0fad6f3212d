import * as v from 'valibot';
import {
  activityMessageSchema,
  replyEventData,
  type ActivityMessage,
  type ActivityMessageInput,
  type ReplyResult,
} from './replyEvents';
import { idSchema, messageSchema, microSchema, timeSchema, type Message, type MessageInput } from './message';

/**
 * Response to session creation. Every field is optional because a host's own session source may return anything; the
 * session manager checks what is missing (`Failed to get a fresh token`).
 */
export const sessionCreateResponseSchema = v.object({
  conversationId: v.nullish(idSchema),
  token: v.nullish(v.string()),
  expiresAt: v.nullish(timeSchema),
  resumed: v.nullish(v.boolean()),
});
/** Response to session creation. The session manager reports what is missing or null (`Failed to get a fresh token`). */
export interface SessionCreateResponse {
  conversationId?: string | null | undefined;
  token?: string | null | undefined;
  /** Milliseconds since the epoch. */
  expiresAt?: number | null | undefined;
  /** Whether an earlier conversation is continued. */
  resumed?: boolean | null | undefined;
}

/** Response with the id of the affected object. */
export const idResponseSchema = v.object({ id: idSchema });

/** Response to abort; null if nothing was running. */
export const abortResponseSchema = v.object({ id: v.nullable(idSchema) });

/** Response of the message list. */
export const messageListResponseSchema = v.object({
  items: v.array(v.union([messageSchema, activityMessageSchema])),
  cursor: v.nullable(v.string()),
});
/** A page of a conversation, by default oldest message first. Pass `cursor` to get the next page. */
export interface MessageListResponse {
  items: (Message | ActivityMessage)[];
  cursor: string | null;
}

/** A `MessageListResponse` from outside with unvalidated message parts. */
export interface MessageListResponseInput {
  items: (MessageInput | ActivityMessageInput)[];
  cursor: string | null;
}

/** Response of complete as plain JSON. */
export const completeResponseSchema = v.object({
  ...replyEventData.result.entries,
  messages: v.array(v.union([messageSchema, activityMessageSchema])),
});
/** A complete reply, and the messages that were created for it. */
export interface CompleteResponse extends ReplyResult {
  messages: (Message | ActivityMessage)[];
}

/** A `CompleteResponse` from outside with unvalidated message parts. */
export interface CompleteResponseInput extends Omit<ReplyResult, 'parts'> {
  parts?: unknown[] | null | undefined;
  messages: (MessageInput | ActivityMessageInput)[];
}

/** Response of synthesize [S-9]. `url` is absolute or relative to the configured base. */
export const synthesizeResponseSchema = v.object({ id: idSchema, url: v.string(), expiresAt: timeSchema });

/** Response of unfurl [W-23]; null if there is no preview. Relative URLs in it are relative to the configured base. */
export const unfurlResponseSchema = v.object({ micro: v.nullable(microSchema) });

/**
 * Response to an upload [W-25]. `url` is valid for an hour; `size` in bytes. With `uploadRequest` the bytes are sent
 * there.
 */
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
/** An uploaded file. `url` is valid for an hour; `size` in bytes. */
export interface UploadResponse {
  id: string;
  name: string;
  type: string;
  size: number;
  url: string;
  /** Where to send the bytes, if not to this server. */
  uploadRequest?: { method: 'PUT'; url: string; headers: Record<string, string> } | null | undefined;
}

/** Public configuration of a widget for frame and loader (contract 1.6). */
export const integrationSchema = v.object({
  integrationId: idSchema,
  version: v.number(),
  updatedAt: timeSchema,
  config: v.record(v.string(), v.unknown()),
  allowedOrigins: v.array(v.string()),
  imageOrigins: v.array(v.string()),
  formOrigins: v.array(v.string()),
  languages: v.array(v.string()),
  features: v.object({
    synthesize: v.boolean(),
    unfurl: v.boolean(),
    upload: v.boolean(),
    live: v.nullish(v.boolean()),
    vote: v.optional(v.boolean()),
    threads: v.optional(v.picklist(['verified', 'everyone'])),
  }),
  limits: v.object({ attachmentMaxBytes: v.number(), attachmentsPerMessage: v.number(), textMaxLength: v.number() }),
});
/** Public configuration of a widget for frame and loader. */
export interface Integration {
  integrationId: string;
  version: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  /** The public part of the widget's settings; each field is validated when it is read. */
  config: Record<string, unknown>;
  /** Origins of pages that may embed the widget. */
  allowedOrigins: string[];
  /** Origins whose pictures are shown without consent. */
  imageOrigins: string[];
  /** Origins that forms in messages may submit to. */
  formOrigins: string[];
  /** The languages a visitor may choose; BCP 47 tags. */
  languages: string[];
  features: Features;
  limits: UploadLimits;
}

/** Features of the backend; missing features have no button. */
export interface Features {
  synthesize: boolean;
  unfurl: boolean;
  upload: boolean;
  live?: boolean | null | undefined;
  /** @default true */
  vote?: boolean | undefined;
  /** Which visitors can return to earlier conversations. @default none */
  threads?: 'verified' | 'everyone' | undefined;
}

/** Limits per message: bytes per file, number of files, characters. */
export interface UploadLimits {
  attachmentMaxBytes: number;
  attachmentsPerMessage: number;
  textMaxLength: number;
}
