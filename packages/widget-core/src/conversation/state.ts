import type { ErrorCode } from '../errors';
import type { ActivityMessage } from '../api/replyEvents';
import { messageKey, type Message } from '../api/message';
import type { MessagePart } from '../api/parts';
import type { OutboxEntry } from '../storage/outbox';

export { isPlaced, messageKey } from '../api/message';

/** Delivery state of a sent message; none once the server has accepted it. */
export type Delivery = (
  | { readonly state: 'sending' }
  /** Offline or disconnected: sent automatically once the connection is back. */
  | { readonly state: 'waiting' }
  /** Sending failed: the visitor may retry. */
  | {
      readonly state: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      /** Earliest useful time of a retry, in milliseconds since 1970; undefined if the server gave none. */
      readonly retryAt?: number | undefined;
    }
) & {
  /** Id of the message it replaces. */
  readonly replaces?: string | undefined;
};

/** A reply in progress [W-15]. It becomes a message when it is complete. */
export interface LiveReply {
  /** Render key; the finished message keeps it as `originalMessageId`, so that nothing is remounted. */
  readonly key: string;
  /** Render key of the message it answers; undefined if the bot starts the conversation. */
  readonly answers: string | undefined;
  /**
   * Id of the reply that this one regenerates or continues. That reply is hidden meanwhile, and shown again if this one
   * stays empty.
   */
  readonly replaces?: string | undefined;
  /** Known from the first event of the stream. */
  readonly runId: string | undefined;
  readonly messageId: string | undefined;
  /** `thinking`: sent, no text yet; `writing`: from the first token on. */
  readonly state: 'thinking' | 'writing';
  /** Its parts so far, in chronological order. */
  readonly parts: readonly MessagePart[];
  /** The text of `parts`; it only grows while the reply is live. */
  readonly text: string;
  /** Function calls and reasoning of servers that do not send parts, shown when the widget is verbose. */
  readonly activities: readonly ActivityMessage[];
  /** True while the connection is being restored. */
  readonly isReconnecting: boolean;
  readonly startedAt: number;
  /** Id of the send it belongs to. */
  readonly sendId?: string | undefined;
  /** Id of the last stream event that was applied in full; undefined: the stream must be read from the start. */
  readonly cursor?: string | undefined;
}

/** Failed reply, shown with a retry button. */
export interface ReplyFailure {
  /** Render key of the unanswered message; undefined if the bot starts the conversation. */
  readonly answers: string | undefined;
  /** Id of the reply to generate another version of. */
  readonly replaces?: string | undefined;
  /** Id of the reply whose continuation was refused. */
  readonly continues?: string | undefined;
  readonly code: ErrorCode;
  /** User-facing message. */
  readonly message: string;
  /** Whether a retry is useful. */
  readonly canRetry: boolean;
  /** Earliest useful time of a retry, in milliseconds since 1970; undefined if the server gave none. */
  readonly retryAt?: number | undefined;
}

/** The visitor's vote on a message. */
export type Vote = 'up' | 'down';

/** An entry of the send queue: a message, or a request for a reply. It is removed once the server has it. */
export type Send = Readonly<Omit<OutboxEntry, 'order' | 'failure'>> & {
  /** Position in the queue. Undefined: this tab must not send it, because the server has it or it was withdrawn. */
  readonly order: number | undefined;
  readonly delivery: Delivery;
};

/** The network task of this tab. At most one runs; results of older attempts are ignored. */
export type Task = { readonly attempt: number } & NewTask;
export type NewTask =
  /** Waits for the final events of a reply that another tab streamed. */
  | { readonly type: 'handover'; readonly key: string }
  | ({ readonly type: 'stream' } & StreamTask)
  | { readonly type: 'create'; readonly id: string }
  /** Checks whether the requested reply has arrived in the meantime. */
  | { readonly type: 'check'; readonly id: string }
  /** Reads the message list for a reply that can no longer be streamed. */
  | { readonly type: 'repair'; readonly key: string; readonly then: StreamTask['then'] }
  | { readonly type: 'look'; readonly id: string }
  /** Another reply is running: pause before the next attempt. */
  | { readonly type: 'pause' };

/** Progress of a reply stream. */
export interface StreamTask {
  /** Render key of the reply; undefined until it is known whether one is running. */
  readonly key: string | undefined;
  readonly answers: string | undefined;
  /** The send whose request opened the stream; undefined when a running reply is resumed. */
  readonly sendId: string | undefined;
  /**
   * What follows the stream: reading the message list, because only the server has the versions and the order, and
   * notifying the other tabs.
   */
  readonly then: 'sync' | 'sync-here' | 'nothing';
  /** The send was refused because another reply is running (409): this is that reply's stream. */
  readonly isConflict: boolean;
  /** The first event of the server has arrived. */
  readonly isAccepted: boolean;
  readonly isFinished: boolean;
  readonly failure: ReplyFailure | undefined;
  readonly messageId: string | undefined;
  /** Characters of the text read. */
  readonly position: number;
  /** Index of the reasoning section being read, and the characters read of it. */
  readonly thought: number;
  readonly thoughtPosition: number;
}

/** This tab's part of the work on the conversation. */
export interface Work {
  /** The lock that the tabs of a conversation share: only the tab that holds it sends and streams. */
  readonly lock: 'none' | 'waiting' | 'held';
  /** The page is in the back/forward cache, or closing: it requests no lock and starts no task. */
  readonly isPaused: boolean;
  readonly task: Task | undefined;
  /** Number of the latest task. */
  readonly attempt: number;
  /** A reply that this tab has not seen may be running. */
  readonly shouldProbe: boolean;
  /** How many times in a row a send was refused because another reply was running. */
  readonly conflicts: number;
  /**
   * A new conversation was created because the server had lost the previous one, and no message has been stored in it
   * yet.
   */
  readonly hasBegunAnew: boolean;
  /** Render key of a reply to stop as soon as the server has started it. */
  readonly stopping: string | undefined;
  /** Text of another tab's reply is missing, and that tab's state was requested. */
  readonly hasRequestedText: boolean;
  /** Ids of ended conversations: late events of them are ignored. */
  readonly ended: readonly string[];
}

/** The messages and the reply in progress. Created by `step` alone. */
export interface ConversationState {
  /** Undefined until the first send has created a session [W-28]. */
  readonly conversationId: string | undefined;
  /** Finished messages in display order, including hidden ones. Keyed by `messageKey`. */
  readonly messages: readonly Message[];
  /** By render key. */
  readonly deliveries: Readonly<Record<string, Delivery>>;
  readonly reply: LiveReply | undefined;
  readonly failure: ReplyFailure | undefined;
  /** By message id. */
  readonly votes: Readonly<Record<string, Vote>>;
  /** True while a stored conversation is being read. */
  readonly isLoading: boolean;
  /** Incremented by every restart, so that forms and lists are remounted [W-11]. */
  readonly generation: number;
}

/** The whole state: the public state, the send queue, and the work of this tab. */
export interface EngineState extends ConversationState {
  /** Unordered; `deliveries` is the shown part of it. */
  readonly sends: readonly Send[];
  readonly work: Work;
}

export const EMPTY_CONVERSATION: EngineState = {
  conversationId: undefined,
  messages: [],
  deliveries: {},
  reply: undefined,
  failure: undefined,
  votes: {},
  isLoading: false,
  generation: 0,
  sends: [],
  work: {
    lock: 'none',
    isPaused: false,
    task: undefined,
    attempt: 0,
    shouldProbe: false,
    conflicts: 0,
    hasBegunAnew: false,
    stopping: undefined,
    hasRequestedText: false,
    ended: [],
  },
};

/** Status values of the public API. */
export type ConversationStatus = 'idle' | 'thinking' | 'writing';

export function findMessage(messages: readonly Message[], key: string | undefined): Message | undefined {
  return messages.find((message) => messageKey(message) === key);
}

/** Whether a visitor's message is still pending: the server will store it after everything it has now. */
export function isUnderWay(
  deliveries: ConversationState['deliveries'],
  message: Pick<Message, 'id' | 'originalMessageId'>,
): boolean {
  return (deliveries[messageKey(message)]?.state ?? 'failed') !== 'failed';
}

/** Whether a visitor sees a message: by its type, unless the message overrides it (contract 1.6). */
export function isVisible(
  message: Pick<Message, 'type' | 'extra'> & Partial<Pick<Message, 'text' | 'parts' | 'attachments' | 'failure'>>,
  verbose: boolean,
): boolean {
  if (message.extra?.hidden === true) return false;
  if (message.extra?.visible !== undefined && message.extra.visible !== null) return message.extra.visible;
  if (verbose) return true;
  // A reply that consists only of tools or reasoning would be an empty bubble.
  const isWordless = message.text === '' && message.parts?.length && !message.attachments?.length && !message.failure;
  return message.type !== 'context' && !isWordless;
}

/** The bot's current status. */
export function conversationStatus(state: ConversationState): ConversationStatus {
  return state.reply?.state ?? 'idle';
}
