import * as v from 'valibot';
import { ID_PATTERN } from '../lib/ids';
import { jsonObjectSchema, type JsonObject } from '../lib/json';
import { partsSchema, type MessagePart } from './parts';

/** An opaque id (contract 0). */
export const idSchema = v.pipe(v.string(), v.regex(ID_PATTERN, 'Expected an id'));

/** Client-made id of a send, so that a repeated send is recognized: 8 to 64 characters, sortable by time. */
export const clientMessageIdSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{8,64}$/, 'Expected a client message id'),
);

/** Milliseconds since the epoch. */
export const timeSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Maximum length of a message text, in characters (contract 1.5). */
export const MESSAGE_TEXT_MAX_LENGTH = 32_768;

/** Message types; contract 1.6 defines them. */
export const MESSAGE_TYPES: readonly MessageType[] = ['user', 'bot', 'intro', 'initial', 'input', 'context'];
/** Type of a message (contract 1.6). `context` is a note about the conversation, not part of it. */
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
/** A link preview. All fields but `url` come from the linked site; `image` and `logo` are URLs. */
export interface Micro {
  url: string;
  title?: string | null | undefined;
  description?: string | null | undefined;
  image?: string | null | undefined;
  logo?: string | null | undefined;
  publisher?: string | null | undefined;
}

/** A source of a reply, shown as a numbered reference. */
export const referenceSchema = v.object({
  source: v.string(),
  title: v.nullish(v.string()),
  url: v.nullish(v.string()),
});
/** A source of a reply, shown as a numbered reference. `source` is its name if it has no `title`. */
export interface Reference {
  source: string;
  title?: string | null | undefined;
  url?: string | null | undefined;
}

/** A file of a message. `localURL` is an object URL of one tab, neither stored nor sent. `size` in bytes. */
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
  /** File name shown to the visitor. */
  localName: string;
  /** Object URL of one tab, neither stored nor sent. */
  localURL?: string | null | undefined;
  /** The server's id, once uploaded. */
  id?: string | null | undefined;
  /** In bytes. */
  size?: number | null | undefined;
  url?: string | null | undefined;
}

/** A message, in the same form in the API, in storage and in window messages [W-14]. */
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

/** A message, in the same form in the API, in storage and in window messages. Times in milliseconds since the epoch. */
export interface Message {
  /** The server's id once known, otherwise the client's. */
  id: string;
  /**
   * The id under which the message was first shown. It is the render key, so that a new `id` does not remount the
   * message.
   */
  originalMessageId?: string | null | undefined;
  /** Id of the first message of the same turn, if a reply is stored as several messages. */
  sequenceMessageId?: string | null | undefined;
  /** Ids of all versions of this message including itself, oldest first; absent if there is only one. */
  versions?: string[] | null | undefined;
  type: MessageType;
  /** Markdown (contract, part 3). */
  text: string;
  meta?: JsonObject | null | undefined;
  micro?: Micro | null | undefined;
  extra?: MessageExtra | null | undefined;
  /**
   * Code and user-facing message of a failed reply. On a bot message: it was interrupted here. On a visitor's message
   * without a following one: its reply failed before the first word.
   */
  failure?: Record<'code' | 'message', string> | null | undefined;
  /** The parts of a reply in order: its text and the bot's actions. Absent if it is only text. */
  parts?: MessagePart[] | null | undefined;
  /**
   * Why a reply is incomplete: stopped by the visitor, or cut off at the model's length limit. Absent if it is
   * complete, or if `failure` has the reason.
   */
  end?: 'abort' | 'length' | null | undefined;
  /** The human agent who wrote this instead of the bot. */
  author?: Author | null | undefined;
  references?: Reference[] | null | undefined;
  attachments?: Attachment[] | null | undefined;
  createdAt?: number | null | undefined;
  updatedAt?: number | null | undefined;
}

/** Display options of a message. */
export interface MessageExtra {
  visible?: boolean | null | undefined;
  hidden?: boolean | null | undefined;
  /** Added by the page, in this browser only. */
  local?: boolean | null | undefined;
  /** Render key of the visitor's edit that hides it, in this browser only: it is shown again if the edit is refused. */
  replacedBy?: string | null | undefined;
}

/** A person who replies instead of the bot; `picture` is a URL. */
export interface Author {
  name: string;
  picture?: string | null | undefined;
}

/** A message from outside with unvalidated parts: unknown kinds are dropped. */
export interface MessageInput extends Omit<Message, 'parts'> {
  parts?: unknown[] | null | undefined;
}

/** The render key of a message, which never changes. */
export function messageKey(message: Pick<Message, 'id' | 'originalMessageId'>): string {
  return message.originalMessageId ?? message.id;
}

/** Whether the server has assigned its own id, and thereby a position, to a message. */
export function isPlaced(message: Pick<Message, 'id' | 'originalMessageId'>): boolean {
  return messageKey(message) !== message.id;
}

/** A message without object URLs, which belong to one tab and are neither stored nor sent (contract 1.6). */
export function withoutLocalAddresses(message: Message): Message {
  if (!message.attachments) return message;
  return { ...message, attachments: message.attachments.map((attachment) => ({ ...attachment, localURL: undefined })) };
}

/** Whether the visitor wrote the message. */
export function isVisitors(message: Pick<Message, 'type'>): boolean {
  return message.type === 'user' || message.type === 'input';
}
