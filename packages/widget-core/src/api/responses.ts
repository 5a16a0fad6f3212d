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
 * Answer of session creation. Every field is optional here because a host's own session source may answer with
 * anything; the session manager decides what is missing (`Failed to get a fresh token`).
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
  /** Whether an earlier conversation goes on. */
  resumed?: boolean | null | undefined;
}

/** Answer of calls that name what they touched. */
export const idResponseSchema = v.object({ id: idSchema });

/** Answer of abort; null when nothing ran. */
export const abortResponseSchema = v.object({ id: v.nullable(idSchema) });

/** Answer of the message list. */
export const messageListResponseSchema = v.object({
  items: v.array(v.union([messageSchema, activityMessageSchema])),
  cursor: v.nullable(v.string()),
});
/** A page of a conversation, oldest message first unless asked otherwise. `cursor` leads to the next page. */
export interface MessageListResponse {
  items: (Message | ActivityMessage)[];
  cursor: string | null;
}

/** A `MessageListResponse` from outside, before the parts of its messages are read. */
export interface MessageListResponseInput {
  items: (MessageInput | ActivityMessageInput)[];
  cursor: string | null;
}

/** Answer of complete as plain JSON. */
export const completeResponseSchema = v.object({
  ...replyEventData.result.entries,
  messages: v.array(v.union([messageSchema, activityMessageSchema])),
});
/** A finished reply, and the messages that were made for it. */
export interface CompleteResponse extends ReplyResult {
  messages: (Message | ActivityMessage)[];
}

/** A `CompleteResponse` from outside, before the parts of its messages are read. */
export interface CompleteResponseInput extends Omit<ReplyResult, 'parts'> {
  parts?: unknown[] | null | undefined;
  messages: (MessageInput | ActivityMessageInput)[];
}

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
/** A file that the server took. `url` works for an hour; `size` in bytes. */
export interface UploadResponse {
  id: string;
  name: string;
  type: string;
  size: number;
  url: string;
  /** Where the bytes are to be sent, when not here. */
  uploadRequest?: { method: 'PUT'; url: string; headers: Record<string, string> } | null | undefined;
}

/** What the frame and the loader may know of a widget (contract 1.6, public configuration). */
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
/** What the frame and the loader may know of a widget: the server's public answer about it. */
export interface Integration {
  integrationId: string;
  version: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  /** The public part of the widget's settings; checked field by field when it is read. */
  config: Record<string, unknown>;
  /** Origins of pages that may show the widget. */
  allowedOrigins: string[];
  /** Origins whose pictures are shown without asking. */
  imageOrigins: string[];
  /** Origins that forms of messages may send to. */
  formOrigins: string[];
  /** The languages a visitor may choose from; BCP 47 tags. */
  languages: string[];
  features: Features;
  limits: UploadLimits;
}

/** What the backend can do; what it cannot do has no button. */
export interface Features {
  synthesize: boolean;
  unfurl: boolean;
  upload: boolean;
  live?: boolean | null | undefined;
  /** @default true */
  vote?: boolean | undefined;
  /** Who can go back to earlier conversations. @default nobody */
  threads?: 'verified' | 'everyone' | undefined;
}

/** How much one message may hold: bytes of a file, files, characters. */
export interface UploadLimits {
  attachmentMaxBytes: number;
  attachmentsPerMessage: number;
  textMaxLength: number;
}
