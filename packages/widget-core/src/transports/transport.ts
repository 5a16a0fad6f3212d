import type { Attachment, Message } from '../api/message';
import type { FunctionDefinition } from '../api/requests';
import type { Thread } from '../api/threads';
import type { Json, JsonObject } from '../lib/json';

/**
 * Why a reply is requested.
 *
 * - `message`: the visitor wrote, or tries again after a failure
 * - `edit`: the visitor changed an earlier message; what followed it is no longer in `messages`
 * - `regenerate`: another reply to the last message
 * - `continue`: the rest of the last message, which is the bot's and unfinished
 * - `functions`: the page has run the functions that were called; their results are in the parts of the last message
 * - `begin`: the bot is to write the first message, or another one
 */
export type TransportTrigger = 'message' | 'edit' | 'regenerate' | 'continue' | 'functions' | 'begin';

/** What a backend is asked. */
export interface TransportRequest {
  /** ID of the message to reply to. It is the same when the message is sent again. */
  readonly id: string;
  readonly trigger: TransportTrigger;
  /** The visitor's last words; empty when there are none. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** What the page has attached to this message. */
  readonly meta?: JsonObject | undefined;
  /** The conversation, oldest first, including the message to reply to. Superseded versions are omitted. */
  readonly messages: readonly Message[];
  /** A UUID of this conversation. It survives a reload; a restart creates a new one. */
  readonly conversationId: string;
  /** What the model may call on the page, by name. `parameters` is a JSON Schema object. */
  readonly functions: Readonly<Record<string, FunctionDefinition>>;
  /** BCP 47 tag of the visitor's language. */
  readonly language?: string | undefined;
}

/** How a call is ended. */
export interface TransportOptions {
  /** Aborted when the visitor stops the reply, or the widget is closed. */
  readonly signal: AbortSignal;
}

/** One thing that happens in a reply. */
export type ReplyEvent = (
  | {
      /** The backend has the message. Without this event, the first other one means the same. */
      readonly type: 'accepted';
      /** Id of the reply. */
      readonly messageId?: string | undefined;
    }
  /** More text, in Markdown. */
  | { readonly type: 'text'; readonly text: string }
  /** More reasoning of the model. */
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'reasoning-end' }
  /** The last `length` characters of text were reasoning. Visitors see it at the end of the reply. */
  | { readonly type: 'take-back'; readonly length: number }
  /** The backend runs a tool. `title` is shown to visitors; without one they see only that something is done. */
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
      /** Why it failed, fit to be shown. */
      readonly error?: string | undefined;
      readonly isRefused?: boolean | undefined;
    }
  /** A function of the page is to run. */
  | {
      readonly type: 'call';
      readonly callId: string;
      readonly name: string;
      readonly input: Json;
      /** Stored with the call, which has it in `messages` from then on, also after a reload. Not for visitors. */
      readonly more?: Json | undefined;
    }
  /** What the reply rests on. */
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
  /** Custom data, available by name in `message.meta.data`; the last value of each name. */
  | { readonly type: 'data'; readonly name: string; readonly value: Json; readonly id?: string | undefined }
  /** The reply is complete. Without this event, the end of the iterable means the same. */
  | {
      readonly type: 'end';
      /** `length`: cut at the length the model may write. `abort`: stopped. @default 'stop' */
      readonly reason?: 'stop' | 'length' | 'abort' | undefined;
      readonly usage?: TokenUsage | undefined;
    }
  /** There will be no more. Text that came before stays. `message` is fit to be shown. */
  | { readonly type: 'error'; readonly message?: string | undefined; readonly code?: string | undefined }
) & {
  /** Where to continue after a lost connection or a reload: passed to `resume`. */
  readonly cursor?: string | undefined;
};

/** What a reply has cost, in tokens. */
export interface TokenUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly model?: string | undefined;
}

/** What came of a function of the page. */
export type FunctionResult =
  | { readonly value: Json }
  | { readonly error: Readonly<Record<'code' | 'message', string>> };

/**
 * How a widget reaches a backend of any kind.
 *
 * Only `send` is needed. What a transport cannot do has no button.
 */
export interface Transport {
  /** Requests a reply. A failure is thrown, or reported by an `error` event. */
  send(request: TransportRequest, options: TransportOptions): AsyncIterable<ReplyEvent>;
  /**
   * Resumes a running reply after `cursor`. If the first event is `accepted`, the reply is sent again from its
   * beginning. Throws if the reply is no longer available.
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
   * Takes a vote. Without it there are no buttons for votes.
   *
   * @param reason - what was wrong with the answer, of up to 1,000 characters: comes in a second call, when the visitor
   *   has said why
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
  /** The messages of a conversation, oldest first. @param id - as `listThreads` named it */
  loadThread?(id: string, options: TransportOptions): Promise<readonly Message[]>;
}

/** Some of a visitor's conversations. */
export interface ThreadPage {
  readonly threads: readonly Thread[];
  /** Undefined: there are no more. */
  readonly cursor?: string | undefined;
}
