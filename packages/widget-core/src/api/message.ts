import * as v from 'valibot';
import { ID_PATTERN } from '../lib/ids';
import { jsonObjectSchema, type JsonObject } from '../lib/json';
import { partsSchema, type MessagePart } from './parts';

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
export const MESSAGE_TYPES: readonly MessageType[] = ['user', 'bot', 'intro', 'initial', 'input', 'context'];
/** What kind of message it is (contract 1.6). `context` is a line about the conversation, not part of it. */
export type MessageType = 'user' | 'bot' | 'intro' | 'initial' | 'input' | 'context';

/** A link preview (specification 3, `micro`). */
export const microSchema = v.object({
  url: v.string(),
  title: v.nullish(v.string()),
  description: v.nullish(v.string()),
  image: v.nullish(v.string()),
  logo: v.nullish(v.string()),
  publisher: v.nullish(v.string()),
});
/** A link preview. All but `url` are as the other site gives them; `image` and `logo` are addresses. */
export interface Micro {
  url: string;
  title?: string | null | undefined;
  description?: string | null | undefined;
  image?: string | null | undefined;
  logo?: string | null | undefined;
  publisher?: string | null | undefined;
}

/** What a reply rests on; shown as a numbered source. */
export const referenceSchema = v.object({
  source: v.string(),
  title: v.nullish(v.string()),
  url: v.nullish(v.string()),
});
/** What a reply rests on; shown as a numbered source. `source` names it where it has no `title`. */
export interface Reference {
  source: string;
  title?: string | null | undefined;
  url?: string | null | undefined;
}

/** A file of a message. `localURL` is a blob address of one tab, never stored or sent. `size` in bytes. */
export const attachmentSchema = v.object({
  type: v.string(),
  localName: v.string(),
  localURL: v.nullish(v.string()),
  id: v.nullish(idSchema),
  size: v.nullish(v.number()),
  url: v.nullish(v.string()),
});
/** A file of a message. */
export interface Attachment {
  /** Media type. */
  type: string;
  /** Name of the file as the visitor sees it. */
  localName: string;
  /** Blob address of one tab, never stored or sent. */
  localURL?: string | null | undefined;
  /** The server's id, once uploaded. */
  id?: string | null | undefined;
  /** In bytes. */
  size?: number | null | undefined;
  url?: string | null | undefined;
}

/** One message: the same shape on the wire, in storage and in window messages [W-14]. */
export const messageSchema = v.object({
  id: idSchema,
  originalMessageId: v.nullish(idSchema),
  sequenceMessageId: v.nullish(idSchema),
  versions: v.nullish(v.array(idSchema)),
  type: v.picklist(MESSAGE_TYPES),
  text: v.string(),
  meta: v.nullish(jsonObjectSchema),
  micro: v.nullish(microSchema),
  extra: v.nullish(
    v.object({
      visible: v.nullish(v.boolean()),
      hidden: v.nullish(v.boolean()),
      local: v.nullish(v.boolean()),
      replacedBy: v.nullish(idSchema),
    }),
  ),
  failure: v.nullish(v.object({ code: v.string(), message: v.string() })),
  parts: v.nullish(partsSchema),
  end: v.nullish(v.picklist(['abort', 'length'])),
  author: v.nullish(v.object({ name: v.string(), picture: v.nullish(v.string()) })),
  references: v.nullish(v.array(referenceSchema)),
  attachments: v.nullish(v.array(attachmentSchema)),
  createdAt: v.nullish(timeSchema),
  updatedAt: v.nullish(timeSchema),
});

/** One message: the same shape on the wire, in storage and in window messages. Times in milliseconds since the epoch. */
export interface Message {
  /** The server's id once known, before that the client's. */
  id: string;
  /** The id under which the message was first shown: the render key, so that a change of `id` does not remount it. */
  originalMessageId?: string | null | undefined;
  /** Id of the first message of the same turn, when a reply is stored as several messages. */
  sequenceMessageId?: string | null | undefined;
  /** Ids of all versions of this message, itself among them, oldest first; absent when there is only one. */
  versions?: string[] | null | undefined;
  type: MessageType;
  /** Markdown (contract, part 3). */
  text: string;
  meta?: JsonObject | null | undefined;
  micro?: Micro | null | undefined;
  extra?: MessageExtra | null | undefined;
  /**
   * What went wrong with a reply: a code and a sentence fit to be shown. Of a bot message: it broke off here. Of a
   * visitor's message, when no message followed: its reply failed before the first word.
   */
  failure?: Record<'code' | 'message', string> | null | undefined;
  /** What a reply is made of, in order: its words and what the bot did between them. Absent when it is words only. */
  parts?: MessagePart[] | null | undefined;
  /**
   * How a reply ended before its end: stopped by the visitor, or cut at the length a model may write. Absent when it is
   * complete, or `failure` has the reason.
   */
  end?: 'abort' | 'length' | null | undefined;
  /** The person who wrote this instead of the bot. */
  author?: Author | null | undefined;
  references?: Reference[] | null | undefined;
  attachments?: Attachment[] | null | undefined;
  createdAt?: number | null | undefined;
  updatedAt?: number | null | undefined;
}

/** Where a message is shown. */
export interface MessageExtra {
  visible?: boolean | null | undefined;
  hidden?: boolean | null | undefined;
  /** Said by the page, in this browser only. */
  local?: boolean | null | undefined;
  /** Render key of the visitor's edit that hides it, in this browser only: shown again if the edit is refused. */
  replacedBy?: string | null | undefined;
}

/** A person who answers instead of the bot; `picture` is an address. */
export interface Author {
  name: string;
  picture?: string | null | undefined;
}

/** A message from outside, before its parts are read: those of a kind that is not known here are left out. */
export interface MessageInput extends Omit<Message, 'parts'> {
  parts?: unknown[] | null | undefined;
}

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

/** Whether the visitor wrote it. */
export function isVisitors(message: Pick<Message, 'type'>): boolean {
  return message.type === 'user' || message.type === 'input';
}
