import * as v from 'valibot';
import type { WidgetError } from '../errors';
import { idSchema, messageSchema, microSchema, type Message } from '../api/message';
import { partsSchema, toolPartSchema } from '../api/parts';
import { activityMessageSchema, type NumberedReplyEvent } from '../api/replyEvents';
import { contactSchema, type MessageCreateRequest } from '../api/requests';
import { jsonSchema } from '../lib/json';
import { failureEntries } from '../storage/outbox';
import type { ListedMessage } from '../transport/conversationApi';
import type { LiveReply, Send } from './state';

const optionalId = v.optional(idSchema);

const deliverySchema = v.variant('state', [
  v.object({ state: v.literal('sending') }),
  v.object({ state: v.literal('waiting') }),
  v.object({ state: v.literal('failed'), ...failureEntries }),
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

/** A value with a `type`. */
function named<const Type extends string, Fields extends v.ObjectEntries>(type: Type, fields: Fields) {
  return v.object({ type: v.literal(type), ...fields });
}

const failureSchema = v.object({ answers: optionalId, ...failureEntries, canRetry: v.boolean() });

/**
 * Every change of a conversation, as a schema, because tabs exchange these facts.
 *
 * A fact names a reply by its render key, so a late or repeated fact has no effect.
 */
export const factSchema = v.variant('type', [
  named('history-loaded', { conversationId: optionalId, messages: v.array(messageSchema) }),
  /** Fetched from the server, which is authoritative for the messages it has stored. */
  named('history-synced', { messages: v.array(messageSchema) }),
  named('loading-changed', { isLoading: v.boolean() }),
  /** A session was created. If its conversation differs from the previous one, only pending messages are kept. */
  named('session-started', { conversationId: idSchema }),
  named('conversation-restarted', {}),
  named('messages-replaced', { messages: v.array(messageSchema) }),
  /** With `replaces`, the message takes the place of another one of the visitor and of everything after that. */
  named('message-sent', {
    message: messageSchema,
    delivery: deliverySchema,
    replaces: optionalId,
    /** Position in the queue; `respond`: whether the bot answers. */
    order: v.optional(v.number()),
    respond: v.optional(v.boolean()),
  }),
  /** A restart removed a pending message. */
  named('message-withdrawn', { key: idSchema }),
  named('delivery-changed', { key: idSchema, delivery: deliverySchema }),
  /** The server has stored the visitor's message under this id. */
  named('message-stored', { key: idSchema, id: idSchema }),
  named('message-received', { message: messageSchema }),
  /**
   * With `continues`, the rest of an unfinished reply. `sendId`: the send it belongs to, if that is not the message it
   * answers.
   */
  named('reply-start', {
    key: idSchema,
    answers: optionalId,
    replaces: optionalId,
    continues: optionalId,
    startedAt: v.number(),
    sendId: optionalId,
  }),
  /** A reply that was in progress before this page was loaded, or whose state another tab posted. */
  named('reply-restored', { reply: liveReplySchema }),
  named('reply-identified', { key: idSchema, runId: idSchema, messageId: idSchema }),
  /** Text at an offset; text that is already known is not added again. */
  named('text-delta', { key: idSchema, offset: v.number(), text: v.string() }),
  named('activity-added', { key: idSchema, activity: activityMessageSchema }),
  named('tool-began', { key: idSchema, tool: toolPartSchema }),
  named('tool-ended', {
    key: idSchema,
    callId: v.string(),
    state: v.picklist(['done', 'failed', 'refused']),
    output: v.optional(jsonSchema),
    error: v.nullish(v.string()),
    app: v.nullish(v.string()),
    endedAt: v.number(),
  }),
  /** `index`: number of the reasoning section, from 0. `offset`: position of the text in that section. */
  named('reasoning-delta', {
    key: idSchema,
    index: v.number(),
    offset: v.number(),
    text: v.string(),
    startedAt: v.number(),
  }),
  named('reasoning-ended', { key: idSchema, index: v.number(), endedAt: v.number() }),
  named('reply-reconnecting', { key: idSchema, isReconnecting: v.boolean() }),
  /** `message` is undefined if the reply was empty. */
  named('reply-end', { key: idSchema, message: v.optional(messageSchema) }),
  named('reply-failed', { key: idSchema, failure: failureSchema }),
  named('failure-cleared', {}),
  named('link-previewed', { key: idSchema, micro: microSchema }),
  named('vote-cast', { messageId: idSchema, vote: v.optional(v.picklist(['up', 'down'])) }),
]);

export type Fact = v.InferOutput<typeof factSchema>;
export type FactOf<Type extends Fact['type']> = Extract<Fact, { type: Type }>;
export type ReplyEventOf<Type extends NumberedReplyEvent['type']> = Extract<NumberedReplyEvent, { type: Type }>;

/**
 * Messages between the tabs of one conversation (contract 5.5). They never carry a token: tabs read it from storage.
 * `conversationId` is the sender's, so that late events of an ended conversation are recognized.
 */
export const tabMessageSchema = v.variant('type', [
  named('event', {
    conversationId: optionalId,
    event: factSchema,
    lastEventId: v.optional(v.string()),
  }),
  /** Requests the reply in progress when a tab starts or is shown again; everything else is in storage. */
  named('state?', {}),
  named('state', {
    conversationId: optionalId,
    reply: liveReplySchema,
    lastEventId: v.optional(v.string()),
  }),
  named('restart', { conversationId: optionalId }),
  named('logout', {}),
  named('contact', { contact: v.nullable(contactSchema) }),
  named('language', { language: v.string() }),
]);

export type TabMessage = v.InferOutput<typeof tabMessageSchema>;

/**
 * Origin of a fact: it happened in this tab (`here`), came from another tab (`other`), was read back from this
 * browser's storage (`storage`) or from the server's message list (`server`). Only facts from `here` are sent to other
 * tabs.
 */
export type Origin = 'here' | 'other' | 'storage' | 'server';

/** A request for a reply without a new message. */
export type ReplyRequest = Pick<Send, 'answers' | 'replaces' | 'continues'>;

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

/** The members of a union by their `type`. */
type Union<Fields> = { [Type in keyof Fields]: { readonly type: Type } & Readonly<Fields[Type]> }[keyof Fields];

/** Events of the state machine, by type. Events of an ended attempt are ignored. */
interface Events {
  /** A change of the conversation by the page, the server or another tab. */
  fact: { fact: Fact; origin?: Origin; lastEventId?: string | undefined };
  // The visitor and the page
  send: { message: Message; respond: boolean; replaces?: string | undefined };
  'request-reply': { id: string } & ReplyRequest;
  /** Sends abandoned messages again. `id`: id of the request for the missing reply. */
  retry: { id: string };
  stop: object;
  /** `isOwn` false: storage was cleared while this page was hidden. */
  restart: { isOwn: boolean; isLogout: boolean };
  /**
   * The page is active: unfinished work resumes. `session`: whether a session exists, and whether its token must be
   * renewed first (`stale`). `stored`: storage contents after the back/forward cache, where other tabs may have
   * written meanwhile.
   */
  resume: {
    session: 'none' | 'stale' | 'fresh';
    stored?: { readonly messages: readonly Message[]; readonly sends: readonly Send[] };
  };
  online: object;
  /** The page is hidden, perhaps in the back/forward cache, or shown again. */
  'page-hidden': object;
  'page-shown': object;
  // Storage
  loaded: {
    messages: readonly Message[];
    conversationId: string | undefined;
    sends: readonly Send[];
    reply: LiveReply | undefined;
  };
  /**
   * The sends in storage. `before`: messages shown when another tab cleared storage, so these sends are newer;
   * undefined when another tab started or was shown again.
   */
  'sends-read': { sends: readonly Send[]; before: readonly string[] | undefined };
  'send-read': { fact: FactOf<'delivery-changed'>; kept: Send | undefined };
  // The lock
  'became-writer': { sends: readonly Send[] };
  'lost-writer': object;
  'lock-failed': object;
  // The network
  'body-made': { id: string; body: NonNullable<Send['body']> };
  /** The send is no longer in storage: another tab removed it. */
  'send-missing': { attempt: number; id: string };
  'stream-event': { attempt: number; event: NumberedReplyEvent };
  'stream-reconnecting': { attempt: number; isReconnecting: boolean };
  'stream-ended': { attempt: number; error?: WidgetError };
  created: { attempt: number; generation: number; key: string; id: string };
  'create-failed': { attempt: number; error: unknown };
  listed: { attempt: number; purpose: ListPurpose; outcome: ListOutcome };
  /** The server answered the stop request; `isConfirmed` false: the request failed. */
  'stop-answered': { key: string; isConfirmed: boolean };
  // Other tabs
  'tab-message': { message: Extract<TabMessage, { type: 'event' | 'state' | 'state?' }> };
  /** Another tab removed the conversation from storage. */
  'tab-restarted': { conversationId: string | undefined; isLogout: boolean };
  timer: { name: TimerName };
  'effect-failed': { effect: Effect; error: unknown };
}

export type Event = Union<Events>;
export type EventOf<Type extends keyof Events> = Extract<Event, { type: Type }>;

export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isOnline: boolean;
  /** False with a transport of the host's own: then there is no message list and no stop call. */
  readonly hasServer: boolean;
}

/** Effects of the machine, by type. The runners execute them, and turn their results into events. */
interface Effects {
  // Network
  'open-stream': { attempt: number; send: Send };
  'resume-stream': { attempt: number; lastEventId: string | undefined };
  'close-stream': object;
  'create-message': { attempt: number; generation: number; key: string; request: MessageCreateRequest };
  'list-messages': { attempt: number; purpose: ListPurpose };
  /** The server has lost this conversation: the next call creates another one. */
  'leave-session': { conversationId: string };
  'stop-run': { key: string; reason: 'restart' | undefined };
  // Storage
  'keep-messages': { messages: readonly Message[]; isWritten: boolean };
  'keep-send': { send: Send; isNew: boolean };
  'drop-send': { id: string };
  'keep-reply': { reply: LiveReply | undefined; isWritten: boolean };
  clear: { isOwn: boolean };
  'read-sends': { before: readonly string[] | undefined };
  'read-send': { fact: FactOf<'delivery-changed'> };
  // Tabs and their lock
  post: { message: TabMessage };
  /** Requests the lock. `isForced`: takes it from the tab that holds it. */
  acquire: { isForced: boolean };
  /** Releases the lock, or cancels the request for it. */
  release: object;
  // Functions of the page
  'call-function': { request: ReplyEventOf<'waitForChannelMessageBegin'>['data']; isReplay: boolean };
  'end-call': { channel: string };
  'end-calls': object;
  // Timers
  wait: { name: TimerName; ms: number };
  unwait: { name: TimerName };
  // Listeners
  'fact-applied': { fact: Fact; origin: Origin };
  'reply-event': { event: NumberedReplyEvent; messageId: string | undefined };
  restarted: { previousConversationId: string | undefined; isLogout: boolean };
  /** The result of a send for its caller: the reply, the stored message, undefined, or an error. */
  settled: { id: string; message?: Message | undefined; error?: WidgetError };
  'settled-others': { except: readonly string[]; error: WidgetError };
  report: { error: unknown };
}

export type Effect = Union<Effects>;
export type EffectOf<Type extends keyof Effects> = Extract<Effect, { type: Type }>;
