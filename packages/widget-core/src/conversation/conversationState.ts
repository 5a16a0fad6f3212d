import type { ErrorCode } from '../errors';
import type { ActivityMessage } from '../api/replyEvents';
import type { Message } from '../api/message';

/** How far a message of the visitor has come. A message without an entry has arrived. */
export type Delivery = (
  | { readonly state: 'sending' }
  /** Offline or cut off: it goes out by itself when the connection is back. */
  | { readonly state: 'waiting' }
  /** Given up: the visitor may try again. */
  | { readonly state: 'failed'; readonly code: ErrorCode; readonly message: string }
) & {
  /** Id of the message whose place it takes. */
  readonly replaces?: string | undefined;
};

/** A reply while it is written [W-15]. It becomes a message when it is complete. */
export interface LiveReply {
  /** Render key; the finished message keeps it as `originalMessageId`, so that nothing is remounted. */
  readonly key: string;
  /** Render key of the message it answers; undefined when the bot was asked to begin. */
  readonly answers: string | undefined;
  /** Id of the reply it is another version of: that one is not shown meanwhile, and again when nothing comes. */
  readonly replaces?: string | undefined;
  /** Known from the first event of the stream on. */
  readonly runId: string | undefined;
  readonly messageId: string | undefined;
  /** `thinking`: sent, no text yet; `writing`: from the first token on. */
  readonly state: 'thinking' | 'writing';
  /** The text so far; only ever grows while the reply lives. */
  readonly text: string;
  /** Function calls and reasoning, shown when the widget is verbose. */
  readonly activities: readonly ActivityMessage[];
  /** True while the connection is being restored. */
  readonly isReconnecting: boolean;
  readonly startedAt: number;
}

/** A reply that did not come: shown in the chat with a way on. */
export interface ReplyFailure {
  /** Render key of the message that got no answer; undefined when the bot was asked to begin. */
  readonly answers: string | undefined;
  /** Id of the reply that another version was wanted of. */
  readonly replaces?: string | undefined;
  readonly code: ErrorCode;
  /** Fit to be shown. */
  readonly message: string;
  /** Whether trying again makes sense. */
  readonly canRetry: boolean;
}

/** What a visitor thought of a message. */
export type Vote = 'up' | 'down';

/** What has been said and what is being said. Made by the reducer alone. */
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

/** The status words of the public API. */
export type ConversationStatus = 'idle' | 'thinking' | 'writing';

/** The name under which a message is rendered for as long as it lives. */
export function messageKey(message: Pick<Message, 'id' | 'originalMessageId'>): string {
  return message.originalMessageId ?? message.id;
}

/** Whether a message of the visitor is still on its way: the server will place it behind everything that it has now. */
export function isUnderWay(deliveries: ConversationState['deliveries'], message: Pick<Message, 'id' | 'originalMessageId'>): boolean {
  return (deliveries[messageKey(message)]?.state ?? 'failed') !== 'failed';
}

/** Whether the server has given a message an id, and with it a place, of its own. */
export function isPlaced(message: Pick<Message, 'id' | 'originalMessageId'>): boolean {
  return messageKey(message) !== message.id;
}

/** Whether a visitor sees a message: by its type, unless the message says otherwise (contract 1.6). */
export function isVisible(message: Pick<Message, 'type' | 'extra'>, verbose: boolean): boolean {
  if (message.extra?.hidden === true) return false;
  if (message.extra?.visible !== undefined && message.extra.visible !== null) return message.extra.visible;
  return message.type !== 'context' || verbose;
}

/** What the bot is doing now. */
export function conversationStatus(state: ConversationState): ConversationStatus {
  return state.reply?.state ?? 'idle';
}
