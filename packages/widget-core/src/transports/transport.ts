import type { Attachment, Message } from '../api/message';
import type { FunctionDefinition } from '../api/requests';
import type { Json, JsonObject } from '../lib/json';

/**
 * Why a reply is wanted.
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
  /** Id of the message that wants a reply. The same when it is sent again. */
  readonly id: string;
  readonly trigger: TransportTrigger;
  /** The visitor's last words; empty when there are none. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** What the page has attached to this message. */
  readonly meta?: JsonObject | undefined;
  /** The conversation, oldest first, with the message that wants a reply. Superseded versions are left out. */
  readonly messages: readonly Message[];
  /** A UUID of this conversation. Survives a reload; a restart makes a new one. */
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
  /** More of what the model thinks. */
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'reasoning-end' }
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
  | { readonly type: 'call'; readonly callId: string; readonly name: string; readonly input: Json }
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
  /** Anything of yours; found in `message.meta.data` by its name, the last value of each. */
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
  /** Where to go on after a lost connection or a reload: given back to `resume`. */
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
  { readonly value: Json } | { readonly error: { readonly code: string; readonly message: string } };

/**
 * How a widget reaches a backend of any kind.
 *
 * Only `send` is needed. What a transport cannot do has no button.
 */
export interface Transport {
  /** Requests a reply. A failure is thrown, or reported by an `error` event. */
  send(request: TransportRequest, options: TransportOptions): AsyncIterable<ReplyEvent>;
  /**
   * Resumes a running reply, after `cursor`. When the first event is `accepted`, the reply is sent again from
   * its beginning. Throws when the reply is gone.
   */
  resume?(cursor: string, options: TransportOptions): AsyncIterable<ReplyEvent>;
  /**
   * Takes the result of a page function while the reply goes on. Without this method the reply is asked for once more
   * with the results, by `send` with the trigger `functions`.
   */
  answer?(callId: string, result: FunctionResult): Promise<void>;
  /** Keeps a file. Without it there is no button for files. */
  upload?(
    file: File,
    options: TransportOptions & {
      /** @param share - from 0 to 1 */
      readonly onProgress: (share: number) => void;
    },
  ): Promise<Attachment>;
  /** Without it there are no buttons for votes. */
  vote?(message: Message, vote: 'up' | 'down'): Promise<void>;
  /** Receives the visitor's contact details. Without it only the browser stores them. */
  identify?(contact: {
    readonly name?: string | undefined;
    readonly email?: string | undefined;
    readonly phone?: string | undefined;
  }): Promise<void>;
}
