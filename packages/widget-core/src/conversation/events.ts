import * as v from 'valibot';
import type { ErrorCode, WidgetError } from '../errors';
import { idSchema, messageSchema, microSchema, type Message } from '../api/message';
import { partsSchema, toolPartSchema } from '../api/parts';
import { activityMessageSchema, type NumberedReplyEvent } from '../api/replyEvents';
import { contactSchema, type MessageCreateRequest } from '../api/requests';
import { jsonSchema } from '../lib/json';
import type { ListedMessage } from '../transport/conversationApi';
import type { LiveReply, Send } from './state';

const errorCodeSchema = v.custom<ErrorCode>((value) => typeof value === 'string');
const optionalId = v.optional(idSchema);

/** Delivery state of a visitor's message. */
const deliverySchema = v.variant('state', [
  v.object({ state: v.literal('sending') }),
  v.object({ state: v.literal('waiting') }),
  v.object({
    state: v.literal('failed'),
    code: errorCodeSchema,
    message: v.string(),
    retryAt: v.optional(v.number()),
  }),
]);

/** A reply in progress; its text is in its parts. */
export const liveReplySchema = v.object({
  key: idSchema,
  answers: optionalId,
  replaces: optionalId,
  runId: optionalId,
  messageId: optionalId,
  state: v.picklist(['thinking', 'writing']),
  parts: partsSchema,
  activities: v.array(activityMessageSchema),
  isReconnecting: v.boolean(),
  startedAt: v.number(),
});

const failureSchema = v.object({
  answers: optionalId,
  code: errorCodeSchema,
  message: v.string(),
  canRetry: v.boolean(),
  retryAt: v.optional(v.number()),
});

/**
 * Every change of a conversation, as a schema, because tabs exchange these facts.
 *
 * A fact names a reply by its render key, so a late or repeated fact has no effect.
 */
export const factSchema = v.variant('type', [
  /** Loaded from this browser's storage at the start. */
  v.object({ type: v.literal('history-loaded'), conversationId: optionalId, messages: v.array(messageSchema) }),
  /** Fetched from the server, which is authoritative for the messages it has stored. */
  v.object({ type: v.literal('history-synced'), messages: v.array(messageSchema) }),
  v.object({ type: v.literal('loading-changed'), isLoading: v.boolean() }),
  /** A session was created. If its conversation differs from the previous one, only pending messages are kept. */
  v.object({ type: v.literal('session-started'), conversationId: idSchema }),
  v.object({ type: v.literal('conversation-restarted') }),
  v.object({ type: v.literal('messages-replaced'), messages: v.array(messageSchema) }),
  /** With `replaces`, the message takes the place of another one of the visitor and of everything after that. */
  v.object({
    type: v.literal('message-sent'),
    message: messageSchema,
    delivery: deliverySchema,
    replaces: optionalId,
    /** Position in the queue; `respond`: whether the bot answers. */
    order: v.optional(v.number()),
    respond: v.optional(v.boolean()),
  }),
  /** A restart removed a pending message. */
  v.object({ type: v.literal('message-withdrawn'), key: idSchema }),
  v.object({ type: v.literal('delivery-changed'), key: idSchema, delivery: deliverySchema }),
  /** The server has stored the visitor's message under this id. */
  v.object({ type: v.literal('message-stored'), key: idSchema, id: idSchema }),
  v.object({ type: v.literal('message-received'), message: messageSchema }),
  /**
   * With `continues`, the rest of an unfinished reply. `sendId`: the send it belongs to, if that is not the message it
   * answers.
   */
  v.object({
    type: v.literal('reply-start'),
    key: idSchema,
    answers: optionalId,
    replaces: optionalId,
    continues: optionalId,
    startedAt: v.number(),
    sendId: optionalId,
  }),
  /** A reply that was in progress before this page was loaded, or whose state another tab posted. */
  v.object({ type: v.literal('reply-restored'), reply: liveReplySchema }),
  v.object({ type: v.literal('reply-identified'), key: idSchema, runId: idSchema, messageId: idSchema }),
  /** Text at an offset; text that is already known is not added again. */
  v.object({ type: v.literal('text-delta'), key: idSchema, offset: v.number(), text: v.string() }),
  v.object({ type: v.literal('activity-added'), key: idSchema, activity: activityMessageSchema }),
  v.object({ type: v.literal('tool-began'), key: idSchema, tool: toolPartSchema }),
  v.object({
    type: v.literal('tool-ended'),
    key: idSchema,
    callId: v.string(),
    state: v.picklist(['done', 'failed', 'refused']),
    output: v.optional(jsonSchema),
    error: v.nullish(v.string()),
    app: v.nullish(v.string()),
    endedAt: v.number(),
  }),
  /** `index`: number of the reasoning section, from 0. `offset`: position of the text in that section. */
  v.object({
    type: v.literal('reasoning-delta'),
    key: idSchema,
    index: v.number(),
    offset: v.number(),
    text: v.string(),
    startedAt: v.number(),
  }),
  v.object({ type: v.literal('reasoning-ended'), key: idSchema, index: v.number(), endedAt: v.number() }),
  v.object({ type: v.literal('reply-reconnecting'), key: idSchema, isReconnecting: v.boolean() }),
  /** `message` is undefined if the reply was empty. */
  v.object({ type: v.literal('reply-end'), key: idSchema, message: v.optional(messageSchema) }),
  v.object({ type: v.literal('reply-failed'), key: idSchema, failure: failureSchema }),
  v.object({ type: v.literal('failure-cleared') }),
  /** Preview of a link in a message. */
  v.object({ type: v.literal('link-previewed'), key: idSchema, micro: microSchema }),
  v.object({ type: v.literal('vote-cast'), messageId: idSchema, vote: v.optional(v.picklist(['up', 'down'])) }),
]);

/** A change of a conversation. */
export type Fact = v.InferOutput<typeof factSchema>;

/**
 * Messages between the tabs of one conversation (contract 5.5). They never carry a token: tabs read it from storage.
 * `conversationId` is the sender's, so that late events of an ended conversation are recognized.
 */
export const tabMessageSchema = v.variant('type', [
  v.object({
    type: v.literal('event'),
    conversationId: optionalId,
    event: factSchema,
    lastEventId: v.optional(v.string()),
  }),
  /** Requests the reply in progress when a tab starts or is shown again; everything else is in storage. */
  v.object({ type: v.literal('state?') }),
  v.object({
    type: v.literal('state'),
    conversationId: optionalId,
    reply: liveReplySchema,
    lastEventId: v.optional(v.string()),
  }),
  v.object({ type: v.literal('restart'), conversationId: optionalId }),
  v.object({ type: v.literal('logout') }),
  v.object({ type: v.literal('contact'), contact: v.nullable(contactSchema) }),
  v.object({ type: v.literal('language'), language: v.string() }),
]);

export type TabMessage = v.InferOutput<typeof tabMessageSchema>;

/**
 * Origin of a fact: it happened in this tab (`here`), came from another tab (`other`), was read back from this
 * browser's storage (`storage`) or from the server's message list (`server`). Only facts from `here` are sent to other
 * tabs.
 */
export type Origin = 'here' | 'other' | 'storage' | 'server';

/** A request for a reply without a new message. */
export interface ReplyRequest {
  /** Render key of the unanswered message. */
  readonly answers?: string | undefined;
  /** Id of the reply to generate another version of. */
  readonly replaces?: string | undefined;
  /** Id of the reply to continue. */
  readonly continues?: string | undefined;
}

/** The server's message list and its conversation, or the error of the request. */
export type ListOutcome =
  | { readonly conversationId: string; readonly items: readonly ListedMessage[] }
  | { readonly error: unknown };

/**
 * Purpose of a message list request: for a task, or to merge the list into the shown messages (`here`: and notify the
 * other tabs).
 */
export type ListPurpose = 'task' | 'sync' | 'sync-here' | 'refresh';

/** Timer names of a conversation; at most one timer runs per name. */
export type TimerName = 'handover' | 'pause' | 'look' | 'stop' | 'silence' | 'lock';

/** Events of the state machine. Events of an ended attempt are ignored. */
export type Event =
  /** A change of the conversation by the page, the server or another tab. */
  | { readonly type: 'fact'; readonly fact: Fact; readonly origin?: Origin; readonly lastEventId?: string | undefined }
  // The visitor and the page
  | {
      readonly type: 'send';
      readonly message: Message;
      readonly respond: boolean;
      readonly replaces?: string | undefined;
    }
  | ({ readonly type: 'request-reply'; readonly id: string } & ReplyRequest)
  /** Sends abandoned messages again. `id`: id of the request for the missing reply. */
  | { readonly type: 'retry'; readonly id: string }
  | { readonly type: 'stop' }
  /** `isOwn` false: storage was cleared while this page was hidden. */
  | { readonly type: 'restart'; readonly isOwn: boolean; readonly isLogout: boolean }
  /**
   * The page is active: unfinished work resumes. `session`: whether a session exists, and whether its token must be
   * renewed first (`stale`).
   */
  | {
      readonly type: 'resume';
      readonly session: 'none' | 'stale' | 'fresh';
      /** Storage contents after the back/forward cache, where other tabs may have written meanwhile. */
      readonly stored?: { readonly messages: readonly Message[]; readonly sends: readonly Send[] };
    }
  | { readonly type: 'online' }
  /** The page is hidden, perhaps in the back/forward cache, or shown again. */
  | { readonly type: 'page-hidden' }
  | { readonly type: 'page-shown' }
  // Storage
  | {
      readonly type: 'loaded';
      readonly messages: readonly Message[];
      readonly conversationId: string | undefined;
      readonly sends: readonly Send[];
      readonly reply: LiveReply | undefined;
    }
  /**
   * The sends in storage. `before`: messages shown when another tab cleared storage, so these sends are newer;
   * undefined when another tab started or was shown again.
   */
  | { readonly type: 'sends-read'; readonly sends: readonly Send[]; readonly before: readonly string[] | undefined }
  /** The stored state of a send that another tab has reported on. */
  | {
      readonly type: 'send-read';
      readonly fact: Extract<Fact, { type: 'delivery-changed' }>;
      readonly kept: Send | undefined;
    }
  // The lock
  | { readonly type: 'became-writer'; readonly sends: readonly Send[] }
  /** Another tab took the lock. */
  | { readonly type: 'lost-writer' }
  /** The browser refused the lock request. */
  | { readonly type: 'lock-failed' }
  // The network
  | { readonly type: 'body-made'; readonly id: string; readonly body: NonNullable<Send['body']> }
  /** The send is no longer in storage: another tab removed it. */
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
  /** The server answered the stop request; `isConfirmed` false: the request failed. */
  | { readonly type: 'stop-answered'; readonly key: string; readonly isConfirmed: boolean }
  // Other tabs
  | { readonly type: 'tab-message'; readonly message: Extract<TabMessage, { type: 'event' | 'state' | 'state?' }> }
  /** Another tab removed the conversation from storage. */
  | { readonly type: 'tab-restarted'; readonly conversationId: string | undefined; readonly isLogout: boolean }
  // Timers
  | { readonly type: 'timer'; readonly name: TimerName }
  /** A runner threw while it executed an effect. */
  | { readonly type: 'effect-failed'; readonly effect: Effect; readonly error: unknown };

/** Environment of a step. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isOnline: boolean;
  /** False with a transport of the host's own: then there is no message list and no stop call. */
  readonly hasServer: boolean;
}

/** An effect of the machine. The runners execute it, and turn its result into events. */
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
  /** The server has lost this conversation: the next call creates another one. */
  | { readonly type: 'leave-session'; readonly conversationId: string }
  | { readonly type: 'stop-run'; readonly key: string; readonly reason: 'restart' | undefined }
  // Storage
  | { readonly type: 'keep-messages'; readonly messages: readonly Message[]; readonly isWritten: boolean }
  | { readonly type: 'keep-send'; readonly send: Send; readonly isNew: boolean }
  | { readonly type: 'drop-send'; readonly id: string }
  | { readonly type: 'keep-reply'; readonly reply: LiveReply | undefined; readonly isWritten: boolean }
  | { readonly type: 'clear'; readonly isOwn: boolean }
  | { readonly type: 'read-sends'; readonly before: readonly string[] | undefined }
  | { readonly type: 'read-send'; readonly fact: Extract<Fact, { type: 'delivery-changed' }> }
  // Tabs and their lock
  | { readonly type: 'post'; readonly message: TabMessage }
  /** Requests the lock. `isForced`: takes it from the tab that holds it. */
  | { readonly type: 'acquire'; readonly isForced: boolean }
  /** Releases the lock, or cancels the request for it. */
  | { readonly type: 'release' }
  // Functions of the page
  | {
      readonly type: 'call-function';
      readonly request: Extract<NumberedReplyEvent, { type: 'waitForChannelMessageBegin' }>['data'];
      readonly isReplay: boolean;
    }
  | { readonly type: 'end-call'; readonly channel: string }
  | { readonly type: 'end-calls' }
  // Timers
  | { readonly type: 'wait'; readonly name: TimerName; readonly ms: number }
  | { readonly type: 'unwait'; readonly name: TimerName }
  // Listeners
  | { readonly type: 'fact-applied'; readonly fact: Fact; readonly origin: Origin }
  | { readonly type: 'reply-event'; readonly event: NumberedReplyEvent; readonly messageId: string | undefined }
  | { readonly type: 'restarted'; readonly previousConversationId: string | undefined; readonly isLogout: boolean }
  /** The result of a send for its caller: the reply, the stored message, undefined, or an error. */
  | {
      readonly type: 'settled';
      readonly id: string;
      readonly message?: Message | undefined;
      readonly error?: WidgetError;
    }
  /** As `settled`, for all other sends. */
  | { readonly type: 'settled-others'; readonly except: readonly string[]; readonly error: WidgetError }
  | { readonly type: 'report'; readonly error: unknown };
