import type { WidgetError } from '../../errors';
import type { Message } from '../../api/message';
import type { NumberedReplyEvent } from '../../api/replyEvents';
import type { MessageCreateRequest } from '../../api/requests';
import type { ListedMessage } from '../../transport/conversationApi';
import type { Fact, TabMessage } from '../facts';
import type { LiveReply, Send } from '../state';

/**
 * Where a fact comes from: it happened in this tab (`here`), another tab told us (`other`), it was read back from this
 * browser's storage (`storage`) or from the server's message list (`server`). Only what happened here is told to other
 * tabs.
 */
export type Origin = 'here' | 'other' | 'storage' | 'server';

/** What is wanted of the bot without a new message. */
export interface ReplyRequest {
  /** Render key of the message that has no answer. */
  readonly answers?: string | undefined;
  /** Id of the reply that another version is wanted of. */
  readonly replaces?: string | undefined;
  /** Id of the reply whose rest is wanted. */
  readonly continues?: string | undefined;
}

/** A list of the server, and the conversation it is of; an error when there was none to be had. */
export type ListOutcome =
  { readonly conversationId: string; readonly items: readonly ListedMessage[] } | { readonly error: unknown };

/**
 * Why the message list is read: to answer a task, or to lay it over what is shown (`here`: the other tabs are told).
 */
export type ListPurpose = 'task' | 'sync' | 'sync-here' | 'refresh';

/** The timers of a conversation; each name has one at most. */
export type TimerName = 'handover' | 'pause' | 'look' | 'stop' | 'silence';

/** Everything that can happen to the machine. Whatever names an attempt that is over changes nothing. */
export type Event =
  /** Something was said, voted, previewed or read: told by the page, by the server, or by another tab. */
  | { readonly type: 'fact'; readonly fact: Fact; readonly origin?: Origin; readonly lastEventId?: string | undefined }
  // The visitor and the page
  | {
      readonly type: 'send';
      readonly message: Message;
      readonly respond: boolean;
      readonly replaces?: string | undefined;
    }
  | ({ readonly type: 'wish'; readonly id: string } & ReplyRequest)
  /** What was given up goes out again. `id`: of the wish for the reply that did not come. */
  | { readonly type: 'retry'; readonly id: string }
  | { readonly type: 'stop' }
  /** `isOwn`: here; otherwise storage has been cleared while this page was away. */
  | { readonly type: 'restart'; readonly isOwn: boolean; readonly isLogout: boolean }
  /**
   * The page is here: what was under way goes on. `refresh`: a session is there to ask with; `fresh` without being
   * renewed.
   */
  | { readonly type: 'go-on'; readonly session: 'none' | 'stale' | 'fresh' }
  | { readonly type: 'online' }
  // Storage
  | {
      readonly type: 'loaded';
      readonly messages: readonly Message[];
      readonly conversationId: string | undefined;
      readonly sends: readonly Send[];
      readonly reply: LiveReply | undefined;
    }
  /** What stands in storage after another tab has cleared it: it was said since. */
  | { readonly type: 'sends-read'; readonly sends: readonly Send[]; readonly before: readonly string[] }
  /** What storage says of a send of which another tab has told something. */
  | {
      readonly type: 'send-read';
      readonly fact: Extract<Fact, { type: 'delivery-changed' }>;
      readonly kept: Send | undefined;
    }
  // The lock
  | { readonly type: 'became-writer'; readonly sends: readonly Send[] }
  | { readonly type: 'lost-writer' }
  // The network
  | { readonly type: 'body-made'; readonly id: string; readonly body: NonNullable<Send['body']> }
  /** Storage has the send no more: another tab took it back. */
  | { readonly type: 'send-missing'; readonly attempt: number; readonly id: string }
  | { readonly type: 'stream-event'; readonly attempt: number; readonly event: NumberedReplyEvent }
  | { readonly type: 'stream-reconnecting'; readonly attempt: number; readonly isReconnecting: boolean }
  | { readonly type: 'stream-ended'; readonly attempt: number; readonly error?: WidgetError }
  | {
      readonly type: 'created';
      readonly attempt: number;
      readonly generation: number;
      readonly key: string;
      readonly id: string;
    }
  | { readonly type: 'create-failed'; readonly attempt: number; readonly error: unknown }
  | { readonly type: 'listed'; readonly attempt: number; readonly purpose: ListPurpose; readonly outcome: ListOutcome }
  /** The server has heard that the reply is to end; `isHeard` false: it could not be told. */
  | { readonly type: 'stop-answered'; readonly key: string; readonly isConfirmed: boolean }
  // Other tabs
  | { readonly type: 'told'; readonly message: Extract<TabMessage, { type: 'event' | 'state' | 'state?' }> }
  /** Another tab has taken the conversation out of storage. */
  | { readonly type: 'told-restart'; readonly conversationId: string | undefined; readonly isLogout: boolean }
  // Timers
  | { readonly type: 'timer'; readonly name: TimerName };

/** What is true outside at the moment of an event. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isOnline: boolean;
  /** False with a transport of the host's own: then there is no list to ask and nothing to be told to stop. */
  readonly hasServer: boolean;
}

/** What the machine wants to be done. The runners do it, and turn what comes of it into events. */
export type Effect =
  // Network
  | { readonly type: 'open-stream'; readonly attempt: number; readonly send: Send }
  | { readonly type: 'resume-stream'; readonly attempt: number; readonly lastEventId: string | undefined }
  | { readonly type: 'close-stream' }
  | {
      readonly type: 'create-message';
      readonly attempt: number;
      readonly generation: number;
      readonly key: string;
      readonly request: MessageCreateRequest;
    }
  | { readonly type: 'list-messages'; readonly attempt: number; readonly purpose: ListPurpose }
  | { readonly type: 'stop-run'; readonly key: string; readonly reason: 'restart' | undefined }
  // Storage
  | { readonly type: 'keep-messages'; readonly messages: readonly Message[]; readonly isWritten: boolean }
  | { readonly type: 'keep-send'; readonly send: Send; readonly isNew: boolean }
  | { readonly type: 'drop-send'; readonly id: string }
  | { readonly type: 'keep-reply'; readonly reply: LiveReply | undefined; readonly isWritten: boolean }
  | { readonly type: 'clear'; readonly isOwn: boolean }
  | { readonly type: 'read-sends'; readonly before: readonly string[] }
  | { readonly type: 'read-send'; readonly fact: Extract<Fact, { type: 'delivery-changed' }> }
  // Tabs and their lock
  | { readonly type: 'post'; readonly message: TabMessage }
  | { readonly type: 'acquire'; readonly isForced: boolean }
  | { readonly type: 'release' }
  // Functions of the page
  | {
      readonly type: 'call-function';
      readonly wanted: Extract<NumberedReplyEvent, { type: 'waitForChannelMessageBegin' }>['data'];
      readonly isReplay: boolean;
    }
  | { readonly type: 'end-call'; readonly channel: string }
  | { readonly type: 'end-calls' }
  // Timers
  | { readonly type: 'wait'; readonly name: TimerName; readonly ms: number }
  | { readonly type: 'unwait'; readonly name: TimerName }
  // Whoever listens
  | { readonly type: 'happened'; readonly fact: Fact; readonly origin: Origin }
  | { readonly type: 'heard'; readonly event: NumberedReplyEvent; readonly messageId: string | undefined }
  | { readonly type: 'restarted'; readonly previousConversationId: string | undefined; readonly isLogout: boolean }
  /** What came of a send, for whoever waits for it: a reply, the stored message, nothing, or an error. */
  | {
      readonly type: 'settled';
      readonly id: string;
      readonly message?: Message | undefined;
      readonly error?: WidgetError;
    }
  /** As `settled`, for all sends but these. */
  | { readonly type: 'settled-others'; readonly except: readonly string[]; readonly error: WidgetError }
  | { readonly type: 'report'; readonly error: unknown };
