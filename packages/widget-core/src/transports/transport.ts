import type { Attachment, Message } from '../api/message';
import type { FunctionDefinition } from '../api/requests';
import type { Thread } from '../api/threads';
import type { Json, JsonObject } from '../lib/json';

/**
 * Why a reply is requested.
 *
 * - `message`: the visitor wrote, or retries after a failure
 * - `edit`: the visitor changed an earlier message; what followed it is no longer in `messages`
 * - `regenerate`: another reply to the last message
 * - `continue`: the rest of the last message, which is the bot's and incomplete
 * - `functions`: the page has run the requested functions; the results are in the parts of the last message
 * - `begin`: the bot writes the first message, or another version of it
 */
export type TransportTrigger = 'message' | 'edit' | 'regenerate' | 'continue' | 'functions' | 'begin';

/** A request to the backend. */
export interface TransportRequest {
  /** ID of the message to reply to, which stays the same when the message is sent again. */
  readonly id: string;
  readonly trigger: TransportTrigger;
  /** The visitor's latest text; empty if there is none. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Metadata that the page has attached to this message. */
  readonly meta?: JsonObject | undefined;
  /** The conversation, oldest first, including the message to reply to. Superseded versions are omitted. */
  readonly messages: readonly Message[];
  /** A UUID of this conversation. It survives a reload; a restart creates a new one. */
  readonly conversationId: string;
  /** The page functions that the model may call, by name. `parameters` is a JSON Schema object. */
  readonly functions: Readonly<Record<string, FunctionDefinition>>;
  /** BCP 47 tag of the visitor's language. */
  readonly language?: string | undefined;
}

/** Options of a call. */
export interface TransportOptions {
  /** Aborted when the visitor stops the reply, or the widget is closed. */
  readonly signal: AbortSignal;
}

/** An event of a reply. */
export type ReplyEvent = (
  | {
      /** The backend has accepted the message. Without this event, the first other one implies it. */
      readonly type: 'accepted';
      /** Id of the reply. */
      readonly messageId?: string | undefined;
    }
  /** More text, in Markdown. */
  | { readonly type: 'text'; readonly text: string }
  /** More reasoning of the model. */
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'reasoning-end' }
  /** The last `length` characters of text were reasoning. Visitors see the change when the reply ends. */
  | { readonly type: 'take-back'; readonly length: number }
  /** The backend runs a tool. `title` is shown to visitors; without it they see only that something is being done. */
  | {
      readonly type: 'tool-begin';
      readonly callId: string;
      readonly name: string;
      readonly title?: string | undefined;
      readonly input?: Json | undefined;
    }
  | {
      readonly type: 'tool-end';
      readonly callId: string;
      readonly output?: Json | undefined;
      /** User-facing reason of the failure. */
      readonly error?: string | undefined;
      readonly isRefused?: boolean | undefined;
    }
  /** A page function must be called. */
  | {
      readonly type: 'call';
      readonly callId: string;
      readonly name: string;
      readonly input: Json;
      /** Stored with the call and included in later `messages`, also after a reload. Not shown to visitors. */
      readonly more?: Json | undefined;
    }
  /** The sources of the reply. */
  | {
      readonly type: 'source';
      readonly id?: string | undefined;
      readonly title?: string | undefined;
      readonly url?: string | undefined;
    }
  | {
      readonly type: 'file';
      readonly url: string;
      readonly mediaType: string;
      readonly name?: string | undefined;
    }
  /** Custom data, available by name in `message.meta.data`; the last value per name. */
  | { readonly type: 'data'; readonly name: string; readonly value: Json; readonly id?: string | undefined }
  /** The reply is complete. Without this event, the end of the iterable implies it. */
  | {
      readonly type: 'end';
      /** `length`: cut off at the model's length limit. `abort`: stopped. @default 'stop' */
      readonly reason?: 'stop' | 'length' | 'abort' | undefined;
      readonly usage?: TokenUsage | undefined;
    }
  /** The reply has failed. Its text so far is kept. `message` is shown to visitors. */
  | { readonly type: 'error'; readonly message?: string | undefined; readonly code?: string | undefined }
) & {
  /** Where to continue after a lost connection or a reload: passed to `resume`. */
  readonly cursor?: string | undefined;
};

/** Tokens used by a reply. */
export interface TokenUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly model?: string | undefined;
}

/** Result of a page function. */
export type FunctionResult =
  | { readonly value: Json }
  | { readonly error: Readonly<Record<'code' | 'message', string>> };

/**
 * Connects a widget to any backend.
 *
 * Only `send` is required. Missing methods hide their buttons.
 */
export interface Transport {
  /** Requests a reply. A failure is thrown, or reported by an `error` event. */
  send(request: TransportRequest, options: TransportOptions): AsyncIterable<ReplyEvent>;
  /**
   * Resumes a running reply after `cursor`. If the first event is `accepted`, the reply is sent again from its start.
   * Throws if the reply is no longer available.
   */
  resume?(cursor: string, options: TransportOptions): AsyncIterable<ReplyEvent>;
  /**
   * Receives the result of a page function while the reply continues. Without this method, `send` is called again
   * with the results and the trigger `functions`.
   */
  answer?(callId: string, result: FunctionResult): Promise<void>;
  /** Stores a file. Without this method, there is no button for files. */
  upload?(
    file: File,
    options: TransportOptions & {
      /** @param share - from 0 to 1 */
      readonly onProgress: (share: number) => void;
    },
  ): Promise<Attachment>;
  /**
   * Receives a vote. Without this method, there are no vote buttons.
   *
   * @param reason - what was wrong with the reply, up to 1,000 characters; sent in a second call, after the visitor has
   *   entered it
   */
  vote?(message: Message, vote: 'up' | 'down', reason?: string): Promise<void>;
  /** Receives the visitor's contact details. Without this method, only the browser stores them. */
  identify?(contact: Readonly<Partial<Record<'name' | 'email' | 'phone', string | undefined>>>): Promise<void>;
  /**
   * Lists the visitor's conversations page by page, most recently used first. With `loadThread`, visitors can return
   * to earlier ones.
   *
   * @param cursor - the cursor of the previous page; undefined for the first one
   */
  listThreads?(cursor: string | undefined, options: TransportOptions): Promise<ThreadPage>;
  /** Returns the messages of a conversation, oldest first. @param id - an id returned by `listThreads` */
  loadThread?(id: string, options: TransportOptions): Promise<readonly Message[]>;
}

/** A page of a visitor's conversations. */
export interface ThreadPage {
  readonly threads: readonly Thread[];
  /** Undefined if there are no more. */
  readonly cursor?: string | undefined;
}
