import * as v from 'valibot';
import { ID_PATTERN } from '../lib/ids';
import { jsonObjectSchema } from '../lib/json';
import { partsSchema } from './parts';

/** An opaque id (contract 0). */
export const idSchema = v.pipe(v.string(), v.regex(ID_PATTERN, 'Expected an id'));

/** Id a client gives to what it sends, so that a repeated send is recognised: 8 to 64 characters, sortable by time. */
export const clientMessageIdSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{8,64}$/, 'Expected a client message id'),
);

/** Milliseconds since the epoch. */
export const timeSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Longest message text, in characters (contract 1.5). */
export const MESSAGE_TEXT_MAX_LENGTH = 32_768;

/** Message types; what each means stands in contract 1.6. */
export const MESSAGE_TYPES = ['user', 'bot', 'intro', 'initial', 'input', 'context'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** A link preview (specification 3, `micro`). */
export const microSchema = v.object({
  url: v.string(),
  title: v.nullish(v.string()),
  description: v.nullish(v.string()),
  image: v.nullish(v.string()),
  logo: v.nullish(v.string()),
  publisher: v.nullish(v.string()),
});
export type Micro = v.InferOutput<typeof microSchema>;

/** What a reply rests on; shown as a numbered source. */
export const referenceSchema = v.object({
  source: v.string(),
  title: v.nullish(v.string()),
  url: v.nullish(v.string()),
});
export type Reference = v.InferOutput<typeof referenceSchema>;

/** A file of a message. `localURL` is a blob address of one tab, never stored or sent. `size` in bytes. */
export const attachmentSchema = v.object({
  type: v.string(),
  localName: v.string(),
  localURL: v.nullish(v.string()),
  id: v.nullish(idSchema),
  size: v.nullish(v.number()),
  url: v.nullish(v.string()),
});
export type Attachment = v.InferOutput<typeof attachmentSchema>;

const messageEntries = {
  /** The server's id once known, before that the client's. */
  id: idSchema,
  /** The id under which the message was first shown: the render key, so that a change of `id` does not remount it. */
  originalMessageId: v.nullish(idSchema),
  /** Id of the first message of the same turn, when a reply is stored as several messages. */
  sequenceMessageId: v.nullish(idSchema),
  /** Ids of all versions of this message, itself among them, oldest first; absent when there is only one. */
  versions: v.nullish(v.array(idSchema)),
  type: v.picklist(MESSAGE_TYPES),
  /** Markdown (contract, part 3). */
  text: v.string(),
  meta: v.nullish(jsonObjectSchema),
  micro: v.nullish(microSchema),
  /** `local`: said by the page, in this browser only. */
  extra: v.nullish(
    v.object({ visible: v.nullish(v.boolean()), hidden: v.nullish(v.boolean()), local: v.nullish(v.boolean()) }),
  ),
  /**
   * What went wrong with a reply: a code and a sentence fit to be shown. Of a bot message: it broke off here. Of a
   * visitor's message, when nothing has been
   * said since: its reply failed before the first word.
   */
  failure: v.nullish(v.object({ code: v.string(), message: v.string() })),
  /** What a reply is made of, in order: its words and what the bot did between them. Absent when it is words only. */
  parts: v.nullish(partsSchema),
  /**
   * How a reply ended before its end: stopped by the visitor, or cut at the length a model may write. Absent when it is
   * complete, or `failure` says why not.
   */
  end: v.nullish(v.picklist(['abort', 'length'])),
  /** The person who says this instead of the bot. */
  author: v.nullish(v.object({ name: v.string(), picture: v.nullish(v.string()) })),
  references: v.nullish(v.array(referenceSchema)),
  attachments: v.nullish(v.array(attachmentSchema)),
  createdAt: v.nullish(timeSchema),
  updatedAt: v.nullish(timeSchema),
};

/** A schema of its own name, so that declarations which speak of it do not repeat its fields. */
export interface MessageSchema extends v.ObjectSchema<typeof messageEntries, undefined> {
  readonly type: 'object';
}

/** One message: the same shape on the wire, in storage and in window messages [W-14]. */
export const messageSchema: MessageSchema = v.object(messageEntries);
export type Message = v.InferOutput<typeof messageSchema>;

/** The name under which a message is rendered for as long as it lives. */
export function messageKey(message: Pick<Message, 'id' | 'originalMessageId'>): string {
  return message.originalMessageId ?? message.id;
}

/** Whether the server has given a message an id, and with it a place, of its own. */
export function isPlaced(message: Pick<Message, 'id' | 'originalMessageId'>): boolean {
  return messageKey(message) !== message.id;
}

/**
 * A message as it may leave its tab: a blob address belongs to one tab, so it is neither stored nor sent (contract
 * 1.6).
 */
export function withoutLocalAddresses(message: Message): Message {
  if (!message.attachments) return message;
  return { ...message, attachments: message.attachments.map((attachment) => ({ ...attachment, localURL: undefined })) };
}

/** Whether the visitor said it. */
export function isVisitors(message: Pick<Message, 'type'>): boolean {
  return message.type === 'user' || message.type === 'input';
}
