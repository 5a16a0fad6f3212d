import * as v from 'valibot';
import { idSchema, messageSchema, timeSchema } from '../api/message';
import { channelSchema } from '../api/replyEvents';
import { contactSchema, functionDefinitionSchema, functionNameSchema } from '../api/requests';
import { isJson, jsonObjectSchema, jsonSchema, type JsonObject } from '../lib/json';
import { frameEvents } from './frameEvents';
import { note, request, type MessageMap } from './messageMap';
import type { FunctionAnswer } from './payloads';

const empty = v.object({});

/** Settings of a host; the widget's own schema validates each field, so that an invalid one affects only itself. */
export const settingsSchema = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value),
  'Expected an object of settings',
);

/** A message as a host may write it: only the text is required. */
export const hostMessageSchema = v.object({
  ...messageSchema.entries,
  id: v.optional(idSchema),
  type: v.optional(messageSchema.entries.type, 'user'),
});

/** Functions of the host by name, without their handlers, which stay in the host window. Null removes a function. */
export const hostFunctionsSchema = v.record(
  functionNameSchema,
  v.nullable(v.object({ ...functionDefinitionSchema.entries, timeoutMs: v.optional(v.number()) })),
);

/**
 * The type is explicit: TypeScript cannot check the declaration of an inferred union over recursive JSON
 * (`skipLibCheck: false`).
 */
const functionAnswerSchema: v.GenericSchema<unknown, FunctionAnswer> = v.union([
  v.object({ abort: v.literal(true), reason: v.optional(v.string()) }),
  v.object({ value: v.optional(jsonSchema) }),
]);

/**
 * Properties of the browser around the frame; lengths in CSS pixels. The frame cannot measure them, because its own
 * window is only the panel.
 */
export const mediaSchema = v.object({
  mobile: v.boolean(),
  width: v.number(),
  height: v.number(),
  scheme: v.picklist(['light', 'dark']),
  reducedMotion: v.boolean(),
  highContrast: v.boolean(),
  keyboardInset: v.number(),
  safeArea: v.object({ top: v.number(), right: v.number(), bottom: v.number(), left: v.number() }),
  touch: v.boolean(),
});

/** The host page that the visitor is on. */
export const pageSchema = v.object({ url: v.string(), title: v.string(), referrer: v.string() });

/** `text` is accepted for `message`; handlers always receive `message`. */
const textOrMessage = {
  message: v.optional(v.string()),
  text: v.optional(v.string()),
  meta: v.optional(jsonObjectSchema),
};
const withMessage = <Payload extends { message?: string | undefined; text?: string | undefined }>(
  payload: Payload,
): Payload & { message: string } => ({
  ...payload,
  message: payload.message ?? payload.text ?? '',
});

const fileSchema = v.custom<File>((value) => value instanceof File, 'Expected a File');
const contactOrNull = v.nullable(contactSchema);

/** The messages of a host page to the frame (contract 2.4). Their names come from the specification, section 7. */
export const hostToFrame = {
  restartConversation: request(v.object({ confirm: v.optional(v.boolean(), false) }), empty),
  downloadConversation: request(
    v.object({ as: v.optional(v.picklist(['file', 'text', 'json']), 'file') }),
    v.object({ text: v.optional(v.string()) }),
  ),
  initiateMessage: request(v.object({ message: v.optional(v.string()), meta: v.optional(jsonObjectSchema) }), empty),
  sendMessage: request(
    v.pipe(
      v.object({
        ...textOrMessage,
        hidden: v.optional(v.boolean(), false),
        respond: v.optional(v.boolean(), true),
        attachments: v.optional(v.array(fileSchema), []),
      }),
      v.check(
        ({ message, text, attachments }) => (message ?? text) !== undefined || attachments.length > 0,
        'Expected a message',
      ),
      v.transform(withMessage),
    ),
    messageSchema,
  ),
  receiveMessage: request(
    v.pipe(
      v.object({
        ...textOrMessage,
        type: v.optional(v.picklist(['bot', 'context']), 'bot'),
        peek: v.optional(v.boolean(), true),
      }),
      v.check(({ message, text }) => (message ?? text) !== undefined, 'Expected a message'),
      v.transform(withMessage),
    ),
    messageSchema,
  ),
  /** Sends the unanswered message again. */
  retry: request(empty, empty),
  /** Requests the rest of an interrupted reply; the id is the message's. */
  continueReply: request(v.object({ id: v.string() }), empty),
  render: request(v.object({ frame: v.nullable(v.string()), title: v.optional(v.string()) }), empty),
  setOpen: note(v.object({ open: v.boolean(), focus: v.optional(v.boolean()), reason: v.optional(v.string()) })),
  setMaximize: note(v.object({ maximize: v.boolean() })),
  media: note(mediaSchema),
  assignContact: request(contactSchema, v.object({ id: v.string() })),
  getMessages: request(empty, v.object({ value: v.array(messageSchema) })),
  setMessages: request(v.object({ messages: v.array(hostMessageSchema) }), empty),
  getFunctions: request(empty, v.object({ value: v.array(v.string()) })),
  setFunctions: request(v.object({ functions: hostFunctionsSchema }), empty),
  getMeta: request(empty, v.object({ value: jsonObjectSchema })),
  setMeta: request(v.object({ meta: jsonObjectSchema }), empty),
  getContact: request(empty, v.object({ value: contactOrNull })),
  setContact: request(v.object({ contact: contactOrNull }), empty),
  publish: request(v.object({ channel: channelSchema, message: jsonObjectSchema }), v.object({ id: v.string() })),
  configure: request(settingsSchema, empty),
  page: note(pageSchema),
  setInput: request(v.object({ text: v.string(), focus: v.optional(v.boolean(), false) }), empty),
  setLanguage: request(v.object({ language: v.string() }), empty),
  stop: request(empty, empty),
  focus: note(empty),
  notify: request(v.object({ notifications: v.record(v.string(), v.nullable(v.object({ text: v.string() }))) }), empty),
  logout: request(v.object({ forget: v.optional(v.boolean(), false) }), empty),
} satisfies MessageMap;

/** The frame's requests to its host page. */
const frameRequests = {
  /** The frame passes the timeout of the function's definition (`timeoutMs`). */
  callFunction: request(
    v.object({ name: functionNameSchema, args: jsonSchema, callId: v.string() }),
    functionAnswerSchema,
  ),
  createSession: request(
    v.object({
      messages: v.optional(v.array(hostMessageSchema)),
      meta: v.optional(jsonObjectSchema),
      conversationId: v.optional(idSchema),
    }),
    v.object({ conversationId: idSchema, token: v.string(), expiresAt: timeSchema }),
  ),
  /** Sent only if the host has its own transport; see `createHostTransport`. */
  callTransport: request(
    v.object({
      method: v.string(),
      id: v.string(),
      input: v.optional(jsonSchema),
      file: v.optional(fileSchema),
    }),
    v.object({ value: v.optional(jsonSchema) }),
  ),
  navigate: request(
    v.object({ url: v.string(), target: v.picklist(['_top', '_blank']) }),
    v.object({ handled: v.boolean() }),
  ),
} satisfies MessageMap;

/**
 * The messages of the frame to its host page (contract 2.5). None carries a token, except the response to
 * `createSession`, where the host chooses to.
 */
export const frameToHost = { ...frameEvents, ...frameRequests };
