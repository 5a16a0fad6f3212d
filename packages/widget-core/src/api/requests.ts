import * as v from 'valibot';
import { jsonObjectSchema, jsonSchema } from '../lib/json';
import { channelSchema } from './replyEvents';
import { attachmentSchema, clientMessageIdSchema, idSchema, MESSAGE_TEXT_MAX_LENGTH, MESSAGE_TYPES } from './message';

const textSchema = v.pipe(
  v.string(),
  v.maxLength(MESSAGE_TEXT_MAX_LENGTH, `Text is longer than ${String(MESSAGE_TEXT_MAX_LENGTH)} characters`),
);

const contactEntries = {
  name: v.optional(v.pipe(v.string(), v.maxLength(200))),
  email: v.optional(v.pipe(v.string(), v.maxLength(254))),
  phone: v.optional(v.pipe(v.string(), v.maxLength(40))),
  identity: v.optional(v.pipe(v.string(), v.maxLength(4096))),
};

/** The schema of contact by a name of its own. @see MessageSchema */
export interface ContactSchema extends v.ObjectSchema<typeof contactEntries, undefined> {
  readonly type: 'object';
}

/** Name, email and phone of a visitor; `identity` is a JWT of the host's backend that vouches for them. */
export const contactSchema: ContactSchema = v.object(contactEntries);
export type Contact = v.InferOutput<typeof contactSchema>;

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
  /**
   * Continue this conversation; needs its last token as `Authorization`, and for a conversation of a verified subject a
   * proof of that subject.
   */
  conversationId: v.optional(idSchema),
  /**
   * SHA-256 of `verifier`, base64url (RFC 7636): lets the browser session that began an anonymous conversation keep it
   * when its visitor signs in.
   */
  challenge: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'Expected a SHA-256 in base64url'))),
  /**
   * Shows that the caller began this anonymous conversation, which is to become that of the subject in
   * `contact.identity`.
   */
  verifier: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.~-]{43,128}$/, 'Expected 43 to 128 letters, digits and . ~ _ -')),
  ),
  durationInSeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1800), v.maxValue(86_400)), 3600),
});
export type SessionCreateRequest = v.InferInput<typeof sessionCreateRequestSchema>;

const functionDefinitionEntries = {
  description: v.optional(v.string(), ''),
  parameters: v.optional(jsonObjectSchema, {}),
  result: v.optional(v.union([v.object({ data: jsonSchema }), v.object({ channel: channelSchema })])),
  confirm: v.optional(v.union([v.boolean(), v.string()])),
};

/** The schema of functionDefinition by a name of its own. @see MessageSchema */
export interface FunctionDefinitionSchema extends v.ObjectSchema<typeof functionDefinitionEntries, undefined> {
  readonly type: 'object';
}

/** A function that lives in the visitor's browser, as the model sees it. `parameters` is a JSON Schema object. */
export const functionDefinitionSchema: FunctionDefinitionSchema = v.object(functionDefinitionEntries);
export type FunctionDefinition = v.InferOutput<typeof functionDefinitionSchema>;

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
 * What the model may call in the browser: a record by name, or a list of definitions with names; always read as a
 * record.
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
  /** The visitor's words; absent: the bot goes on from the present state. */
  text: v.optional(textSchema),
  type: v.optional(v.picklist(['user', 'input']), 'user'),
  hidden: v.optional(v.boolean(), false),
  meta: v.optional(jsonObjectSchema),
  attachments: v.optional(v.pipe(v.array(v.object({ id: idSchema })), v.maxLength(10, 'At most 10 files a message'))),
  /**
   * Id of the visitor's message whose place `text` takes, or, without `text`, of the reply that another one is wanted
   * for.
   */
  replaces: v.optional(idSchema),
  /**
   * Without `text`: id of the newest reply, which ended before its end. What comes is its rest: the same message goes
   * on.
   */
  continues: v.optional(idSchema),
  functions: v.optional(functionsSchema),
  /** BCP 47 tag of the visitor's language. */
  language: v.optional(v.pipe(v.string(), v.maxLength(35))),
  limits: v.optional(
    v.object({
      iterations: v.optional(v.pipe(v.number(), v.minValue(1))),
      calls: v.optional(v.pipe(v.number(), v.minValue(1))),
    }),
  ),
});
export type CompleteRequest = v.InferInput<typeof completeRequestSchema>;

/** POST /v1/conversation/{conversationId}/abort. */
export const abortRequestSchema = v.object({ reason: v.optional(v.pipe(v.string(), v.maxLength(200))) });

/** POST /v1/conversation/{conversationId}/message/create: a message that wants no reply. */
export const messageCreateRequestSchema = v.object({
  id: clientMessageIdSchema,
  type: v.picklist(['user', 'input', 'context', 'bot']),
  text: textSchema,
  hidden: v.optional(v.boolean(), false),
  meta: v.optional(jsonObjectSchema),
  attachments: v.optional(v.array(attachmentSchema)),
});
export type MessageCreateRequest = v.InferInput<typeof messageCreateRequestSchema>;

/** Query of GET /v1/conversation/{conversationId}/message/list. */
export const messageListQuerySchema = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  take: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100)), '50'),
  order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
});

/** POST …/upvote and …/downvote [S-8]. */
export const voteRequestSchema = v.object({
  value: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-100), v.maxValue(100))),
  reason: v.optional(v.pipe(v.string(), v.maxLength(1000))),
});

/** POST /v1/channel/{channel}/publish [S-10]. */
export const publishRequestSchema = v.object({ message: jsonObjectSchema });

/** POST …/synthesize [S-9]. Without `text` the stored message is spoken. */
export const synthesizeRequestSchema = v.object({ text: v.optional(textSchema) });

/** POST …/unfurl [W-23]. */
export const unfurlRequestSchema = v.object({
  url: v.pipe(
    v.string(),
    v.maxLength(2048, 'Address is longer than 2048 characters'),
    v.url('Expected an http or https address'),
    v.regex(/^https?:\/\//i, 'Expected an http or https address'),
  ),
});

/** Query of GET …/attachment/list. */
export const attachmentListQuerySchema = v.object({
  cursor: messageListQuerySchema.entries.cursor,
  take: messageListQuerySchema.entries.take,
});

/** Query of GET /v1/file/{fileId}/thumbnail/download [S-11]. Every strategy is treated as `auto`. */
export const thumbnailQuerySchema = v.object({
  strategy: v.optional(v.pipe(v.string(), v.maxLength(40)), 'auto'),
  cache: v.optional(v.picklist(['true', 'false']), 'true'),
  version: v.optional(v.pipe(v.string(), v.maxLength(100))),
});
