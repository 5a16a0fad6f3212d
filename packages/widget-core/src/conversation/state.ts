import type { ErrorCode } from '../errors';
import type { ActivityMessage } from '../api/replyEvents';
import { messageKey, type Message } from '../api/message';
import type { MessagePart } from '../api/parts';
import type { OutboxEntry } from '../storage/outbox';

export { isPlaced, messageKey } from '../api/message';

/** How far a message of the visitor has come. A message without an entry has arrived. */
export type Delivery = (
  | { readonly state: 'sending' }
  /** Offline or cut off: it goes out by itself when the connection is back. */
  | { readonly state: 'waiting' }
  /** Given up: the visitor may try again. */
  | {
      readonly state: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      /** Earliest useful time of a retry, in milliseconds since 1970; undefined if the server gave none. */
      readonly retryAt?: number | undefined;
    }
) & {
  /** Id of the message whose place it takes. */
  readonly replaces?: string | undefined;
};

/** A reply while it is written [W-15]. It becomes a message when it is complete. */
export interface LiveReply {
  /** Render key; the finished message keeps it as `originalMessageId`, so that nothing is remounted. */
  readonly key: string;
  /** Render key of the message it answers; undefined if the bot begins the conversation. */
  readonly answers: string | undefined;
  /**
   * Id of the reply it is another version of, or the rest of: that one is not shown meanwhile, and again when nothing
   * comes.
   */
  readonly replaces?: string | undefined;
  /** Known from the first event of the stream on. */
  readonly runId: string | undefined;
  readonly messageId: string | undefined;
  /** `thinking`: sent, no text yet; `writing`: from the first token on. */
  readonly state: 'thinking' | 'writing';
  /** What there is of it, in the order in which it happened. */
  readonly parts: readonly MessagePart[];
  /** The words of `parts`; they only grow while the reply is live. */
  readonly text: string;
  /** Function calls and reasoning of servers that do not send parts, shown when the widget is verbose. */
  readonly activities: readonly ActivityMessage[];
  /** True while the connection is being restored. */
  readonly isReconnecting: boolean;
  readonly startedAt: number;
  /** Id of the send it belongs to. */
  readonly sendId?: string | undefined;
  /** The stream event up to which it is complete; undefined: only the start of the run is safe to resume from. */
  readonly cursor?: string | undefined;
}

/** A reply that did not come: shown in the chat with a way on. */
export interface ReplyFailure {
  /** Render key of the message that got no answer; undefined if the bot begins the conversation. */
  readonly answers: string | undefined;
  /** Id of the reply to generate another version of. */
  readonly replaces?: string | undefined;
  /** Id of the reply whose continuation was refused. */
  readonly continues?: string | undefined;
  readonly code: ErrorCode;
  /** Fit to be shown. */
  readonly message: string;
  /** Whether trying again makes sense. */
  readonly canRetry: boolean;
  /** Earliest useful time of a retry, in milliseconds since 1970; undefined if the server gave none. */
  readonly retryAt?: number | undefined;
}

/** What a visitor thought of a message. */
export type Vote = 'up' | 'down';

/** An entry of the send queue: a message, or a request for a reply. It is removed once the server has it. */
export interface Send {
  /** Client id of the send, sortable by time: message id, render key and idempotency key at once. */
  readonly id: string;
  /** Place in the queue. Undefined: not this tab's to send, because the server has it or it was taken back. */
  readonly order: number | undefined;
  /** The shown message; undefined for a request without a message. */
  readonly message?: Message | undefined;
  /** Render key of the message to answer, if it is not `message`. */
  readonly answers?: string | undefined;
  /** Id of the message, or of the reply, whose place it takes. */
  readonly replaces?: string | undefined;
  /** Id of the reply to continue. */
  readonly continues?: string | undefined;
  /** Whether the bot answers. */
  readonly respond: boolean;
  /** How often its request left, from here or from a page that is gone. */
  readonly attempt: number;
  /** The body as it was sent first: a repetition must be equal to be recognised. */
  readonly body?: OutboxEntry['body'];
  readonly delivery: Delivery;
}

/** What the network is doing for this tab. One thing at a time; what belongs to another attempt changes nothing. */
export type Task = { readonly attempt: number } &
  /** The reply may have ended in the tab that streamed it, and its last words be on their way. */
  (
    | { readonly type: 'handover'; readonly key: string }
    /** Reads the stream of a reply. */
    | ({ readonly type: 'stream' } & StreamTask)
    /** Stores a message that requires no reply. */
    | { readonly type: 'create'; readonly id: string }
    /** Checks whether the requested reply has arrived in the meantime. */
    | { readonly type: 'check'; readonly id: string }
    /** Reads the message list for a reply that can no longer be streamed. */
    | { readonly type: 'repair'; readonly key: string; readonly then: StreamTask['then'] }
    /** Checks whether the server has the abandoned send. */
    | { readonly type: 'look'; readonly id: string }
    /** Another reply ran: waits before the next try. */
    | { readonly type: 'pause' }
  );

/** How far the stream of a reply has been read. */
export interface StreamTask {
  /** Render key of the reply. Undefined: whether one is running is not determined yet. */
  readonly key: string | undefined;
  readonly answers: string | undefined;
  /** The send whose request opened the stream; undefined when a running reply is gone on with. */
  readonly sendId: string | undefined;
  /**
   * Whether the message list is read afterwards and the other tabs are notified: only the server has the versions and
   * the order.
   */
  readonly then: 'sync' | 'sync-here' | 'nothing';
  /** Whether another reply ran when a send came (409): then this stream is that reply's. */
  readonly isConflict: boolean;
  /** The first event of the server has arrived. */
  readonly isAccepted: boolean;
  readonly isFinished: boolean;
  readonly failure: ReplyFailure | undefined;
  readonly messageId: string | undefined;
  /** Characters of the text read. */
  readonly position: number;
  /** Which time of thinking is read, and how far. */
  readonly thought: number;
  readonly thoughtPosition: number;
}

/** What this tab is doing for the conversation. */
export interface Work {
  /** The lock that the tabs of a conversation share: only the tab that holds it sends and streams. */
  readonly lock: 'none' | 'waiting' | 'held';
  /** The page is in the back/forward cache, or closing: it requests no lock and begins no task. */
  readonly isPaused: boolean;
  readonly task: Task | undefined;
  /** Number of the newest task. */
  readonly attempt: number;
  /** A reply may be running that this tab has not seen. */
  readonly shouldProbe: boolean;
  /** How often in a row a send has met another reply. */
  readonly conflicts: number;
  /**
   * A new conversation was created because the server had lost the previous one, and no message has been stored in it
   * yet.
   */
  readonly hasBegunAnew: boolean;
  /** Render key of a reply that is stopped as soon as the server has begun it. */
  readonly stopping: string | undefined;
  /** Text of another tab's reply is missing, and that tab's state was requested. */
  readonly hasRequestedText: boolean;
  /** Ids of ended conversations: late events of them are ignored. */
  readonly ended: readonly string[];
}

/** The messages and the reply in progress. Created by `step` alone. */
export interface ConversationState {
  /** Undefined until the first send has made a session [W-28]. */
  readonly conversationId: string | undefined;
  /** Finished messages in the order they are shown; hidden ones included. Keyed by `messageKey`. */
  readonly messages: readonly Message[];
  /** By render key. */
  readonly deliveries: Readonly<Record<string, Delivery>>;
  readonly reply: LiveReply | undefined;
  readonly failure: ReplyFailure | undefined;
  /** By message id. */
  readonly votes: Readonly<Record<string, Vote>>;
  /** True while a stored conversation is being read. */
  readonly isLoading: boolean;
  /** Grows by one with every restart; forms and lists are remounted by it [W-11]. */
  readonly generation: number;
}

/** The whole state: the public state, the send queue, and the work of this tab. */
export interface EngineState extends ConversationState {
  /** In no order; `deliveries` is what of it is shown. */
  readonly sends: readonly Send[];
  readonly work: Work;
}

/** No messages yet. */
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

/** The status words of the public API. */
export type ConversationStatus = 'idle' | 'thinking' | 'writing';

/** The message with a render key. */
export function findMessage(messages: readonly Message[], key: string | undefined): Message | undefined {
  return messages.find((message) => messageKey(message) === key);
}

/** Whether a message of the visitor is still on its way: the server will place it behind everything that it has now. */
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
  // A reply of tools or reasoning alone would be an empty bubble.
  const isWordless = message.text === '' && message.parts?.length && !message.attachments?.length && !message.failure;
  return message.type !== 'context' && !isWordless;
}

/** What the bot is doing now. */
export function conversationStatus(state: ConversationState): ConversationStatus {
  return state.reply?.state ?? 'idle';
}
