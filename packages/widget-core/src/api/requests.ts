import * as v from 'valibot';
import { jsonObjectSchema, jsonSchema, type Json, type JsonObject } from '../lib/json';
import { channelSchema } from './replyEvents';
import {
  attachmentSchema,
  clientMessageIdSchema,
  idSchema,
  MESSAGE_TEXT_MAX_LENGTH,
  MESSAGE_TYPES,
  type Attachment,
  type MessageType,
} from './message';

const textSchema = v.pipe(
  v.string(),
  v.maxLength(MESSAGE_TEXT_MAX_LENGTH, `Text is longer than ${String(MESSAGE_TEXT_MAX_LENGTH)} characters`),
);

/** Maximum length of a vote's reason, in UTF-16 units. */
export const VOTE_REASON_MAX_LENGTH = 1_000;

/** Name, email and phone of a visitor; `identity` is a JWT of the host's backend that proves their identity. */
export const contactSchema = v.object({
  name: v.optional(v.pipe(v.string(), v.maxLength(200))),
  email: v.optional(v.pipe(v.string(), v.maxLength(254))),
  phone: v.optional(v.pipe(v.string(), v.maxLength(40))),
  identity: v.optional(v.pipe(v.string(), v.maxLength(4096))),
});

/**
 * Contact details and identity of a visitor. At most 200 characters of `name`, 254 of `email`, 40 of `phone`, 4096 of
 * `identity`.
 */
export interface Contact {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** A JWT of the host's backend that proves the visitor's identity. */
  identity?: string | undefined;
}

/** POST /v1/integration/widget/{integrationId}/session/create [S-6]. */
export const sessionCreateRequestSchema = v.object({
  messages: v.optional(
    v.pipe(
      v.array(v.object({ type: v.picklist(MESSAGE_TYPES), text: textSchema, meta: v.optional(jsonObjectSchema) })),
      v.maxLength(50, 'At most 50 messages at session creation'),
    ),
  ),
  meta: v.optional(jsonObjectSchema),
  contact: v.optional(contactSchema),
  page: v.optional(v.string()),
  conversationId: v.optional(idSchema),
  challenge: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'Expected a SHA-256 in base64url'))),
  verifier: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.~-]{43,128}$/, 'Expected 43 to 128 letters, digits and . ~ _ -')),
  ),
  durationInSeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1800), v.maxValue(86_400)), 3600),
});
/** Request to start a conversation, or to resume one. */
export interface SessionCreateRequest {
  /** Earlier messages, oldest first; at most 50. */
  messages?: OpeningMessage[] | undefined;
  meta?: JsonObject | undefined;
  contact?: Contact | undefined;
  /** Address of the page that the visitor is on; kept without query and fragment. */
  page?: string | undefined;
  /**
   * Continues this conversation. Requires its latest token as `Authorization`, and for a conversation of a verified
   * subject a proof of that subject.
   */
  conversationId?: string | undefined;
  /**
   * SHA-256 of `verifier`, base64url (RFC 7636). Lets the browser session that started an anonymous conversation keep
   * it when its visitor signs in.
   */
  challenge?: string | undefined;
  /**
   * Proves that the caller started this anonymous conversation, which is then assigned to the subject in
   * `contact.identity`.
   */
  verifier?: string | undefined;
  /** From 1800 to 86400. @default 3600 */
  durationInSeconds?: number | undefined;
}

/** A message that is part of a conversation from its start. */
export interface OpeningMessage {
  type: MessageType;
  text: string;
  meta?: JsonObject | undefined;
}

/** A validated `SessionCreateRequest` with its default. */
export interface CheckedSessionCreateRequest extends SessionCreateRequest {
  durationInSeconds: number;
}

/** A function in the visitor's browser, as the model sees it. `parameters` is a JSON Schema object. */
export const functionDefinitionSchema = v.object({
  description: v.optional(v.string(), ''),
  title: v.optional(v.string()),
  // Read-only objects too: constants that also give the type of a handler's arguments.
  parameters: v.optional(jsonObjectSchema as v.GenericSchema<Readonly<Record<string, unknown>>, JsonObject>, {}),
  result: v.optional(v.union([v.object({ data: jsonSchema }), v.object({ channel: channelSchema })])),
  confirm: v.optional(v.union([v.boolean(), v.string()])),
});

/** A function in the visitor's browser, as the model sees it. */
export interface FunctionDefinition {
  description: string;
  /** Description for visitors: `Looks up your order`. Without it they see only that something is being done. */
  title?: string | undefined;
  /** A JSON Schema object. */
  parameters: JsonObject;
  /** A fixed result: `data`, or data from a channel. Absent: the function is called. */
  result?: { data: Json } | { channel: string } | undefined;
  /** Whether the visitor is asked before each call, or the text of the question. @default false */
  confirm?: boolean | string | undefined;
}

/** A `FunctionDefinition` as input. */
export interface FunctionDefinitionInput extends Pick<FunctionDefinition, 'title' | 'confirm'> {
  /** Description for the model. @default '' */
  description?: string | undefined;
  /** A JSON Schema object. @default {} */
  parameters?: Readonly<Record<string, unknown>> | undefined;
  result?: { data: unknown } | { channel: string } | undefined;
}

/** Name of a function: letters, digits, `_` and `$`, at most 64. */
export const functionNameSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/, 'Expected a function name'),
);

const functionRecordSchema = v.pipe(
  v.record(functionNameSchema, functionDefinitionSchema),
  v.maxEntries(64, 'At most 64 functions'),
);

const functionListSchema = v.pipe(
  v.array(v.object({ name: functionNameSchema, ...functionDefinitionSchema.entries })),
  v.maxLength(64, 'At most 64 functions'),
  v.transform((list): v.InferOutput<typeof functionRecordSchema> =>
    Object.fromEntries(list.map(({ name, ...definition }) => [name, definition])),
  ),
);

/**
 * The functions that the model may call in the browser: a record by name, or a list of definitions with names; always
 * parsed to a record.
 */
const functionsSchema = v.lazy(
  (
    input,
  ): v.GenericSchema<
    v.InferInput<typeof functionRecordSchema> | v.InferInput<typeof functionListSchema>,
    v.InferOutput<typeof functionRecordSchema>
  > => (Array.isArray(input) ? functionListSchema : functionRecordSchema),
);

/** POST /v1/conversation/{conversationId}/complete [S-12]. */
export const completeRequestSchema = v.object({
  id: v.optional(clientMessageIdSchema),
  text: v.optional(textSchema),
  type: v.optional(v.picklist(['user', 'input']), 'user'),
  hidden: v.optional(v.boolean(), false),
  meta: v.optional(jsonObjectSchema),
  attachments: v.optional(v.pipe(v.array(v.object({ id: idSchema })), v.maxLength(10, 'At most 10 files a message'))),
  replaces: v.optional(idSchema),
  continues: v.optional(idSchema),
  functions: v.optional(functionsSchema),
  language: v.optional(v.pipe(v.string(), v.maxLength(35))),
  limits: v.optional(
    v.object({
      iterations: v.optional(v.pipe(v.number(), v.minValue(1))),
      calls: v.optional(v.pipe(v.number(), v.minValue(1))),
    }),
  ),
});
/** Request for a reply. */
export interface CompleteRequest {
  /** Id of the visitor's message: 8 to 64 letters, digits, `_` and `-`. Repeated ids mean the same message. */
  id?: string | undefined;
  /** The visitor's text; absent: the bot continues from the current state. */
  text?: string | undefined;
  /** @default 'user' */
  type?: 'user' | 'input' | undefined;
  /** Visible to the model, but not shown. @default false */
  hidden?: boolean | undefined;
  meta?: JsonObject | undefined;
  /** Uploaded files; at most 10. */
  attachments?: { id: string }[] | undefined;
  /** Id of the visitor's message that `text` replaces, or, without `text`, of the reply to regenerate. */
  replaces?: string | undefined;
  /** Without `text`: id of the newest reply, if it is incomplete. Its rest is appended to the same message. */
  continues?: string | undefined;
  /**
   * The functions that the model may call in the browser: by name, or as a list of definitions with names; at most 64.
   */
  functions?: Record<string, FunctionDefinitionInput> | (FunctionDefinitionInput & { name: string })[] | undefined;
  /** BCP 47 tag of the visitor's language. */
  language?: string | undefined;
  /** Maximum iterations of the model, and maximum tool calls; each at least 1. */
  limits?: { iterations?: number | undefined; calls?: number | undefined } | undefined;
}

/** A validated `CompleteRequest` with its defaults; functions by name. */
export interface CheckedCompleteRequest extends Omit<CompleteRequest, 'functions'> {
  type: 'user' | 'input';
  hidden: boolean;
  functions?: Record<string, FunctionDefinition> | undefined;
}

/** POST /v1/conversation/{conversationId}/message/create: a message that requires no reply. */
export const messageCreateRequestSchema = v.object({
  id: clientMessageIdSchema,
  type: v.picklist(['user', 'input', 'context', 'bot']),
  text: textSchema,
  hidden: v.optional(v.boolean(), false),
  meta: v.optional(jsonObjectSchema),
  attachments: v.optional(v.array(attachmentSchema)),
});
/** A message that requires no reply. */
export interface MessageCreateRequest {
  /** 8 to 64 letters, digits, `_` and `-`. Repeated ids mean the same message. */
  id: string;
  type: 'user' | 'input' | 'context' | 'bot';
  text: string;
  /** Visible to the model, but not shown. @default false */
  hidden?: boolean | undefined;
  meta?: JsonObject | undefined;
  attachments?: Attachment[] | undefined;
}
/** A validated `MessageCreateRequest` with its default. */
export interface CheckedMessageCreateRequest extends MessageCreateRequest {
  hidden: boolean;
}

/** POST …/synthesize [S-9]. Without `text`, the stored message is spoken. */
export const synthesizeRequestSchema = v.object({ text: v.optional(textSchema) });
