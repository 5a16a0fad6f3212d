import type { Message } from '../api/message';
import type { ActivityMessage } from '../api/replyEvents';
import { assertNever } from '../lib/assertNever';
import type { ConversationEvent } from './conversationEvents';
import { isPlaced, isUnderWay, messageKey, type ConversationState, type Delivery, type LiveReply, type ReplyFailure } from './conversationState';
import { isVisitors, mergeHistory } from './history';
import { readFailure, toBrokenMessage } from './replyFailure';

/** Nothing said yet. */
export const EMPTY_CONVERSATION: ConversationState = {
  conversationId: undefined,
  messages: [],
  deliveries: {},
  reply: undefined,
  failure: undefined,
  votes: {},
  isLoading: false,
  generation: 0,
};

/**
 * What a conversation is after something happened [W-15]. Pure; the same reference when nothing changed.
 *
 * Events of a reply that is no longer the live one are ignored, so late events of other tabs do no harm; but a message that
 * it ended with is a message, whoever was listening while it was written.
 */
export function conversationReducer(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'history-loaded':
      return withFailure({ ...state, conversationId: event.conversationId ?? state.conversationId, messages: event.messages });
    case 'history-synced':
      return withFailure(hideReplaced({ ...state, messages: mergeHistory(state.messages, event.messages, state.deliveries) }));
    case 'loading-changed':
      return state.isLoading === event.isLoading ? state : { ...state, isLoading: event.isLoading };
    case 'session-started':
      return startSession(state, event.conversationId);
    case 'conversation-restarted':
      return { ...EMPTY_CONVERSATION, generation: state.generation + 1 };
    case 'messages-replaced':
      return { ...state, messages: event.messages };
    case 'message-sent':
      return { ...hideReplaced(setDelivery(putMessage(state, event.message), messageKey(event.message), event.delivery, event.replaces)), failure: undefined };
    case 'message-withdrawn':
      return withdraw(state, event.key);
    case 'delivery-changed':
      return changeDelivery(state, event.key, event.delivery);
    case 'message-stored':
      return storeMessage(state, event.key, event.id);
    case 'message-received':
      return putMessage(state, event.message);
    case 'failure-cleared':
      return state.failure === undefined ? state : { ...state, failure: undefined };
    case 'link-previewed':
      return { ...state, messages: state.messages.map((message) => (messageKey(message) === event.key ? { ...message, micro: event.micro } : message)) };
    case 'vote-cast':
      return { ...state, votes: withEntry(state.votes, event.messageId, event.vote) };
    case 'reply-start':
      return { ...markQuestion(state, event.answers, undefined), failure: undefined, reply: startReply(event) };
    case 'reply-restored':
      return { ...state, failure: undefined, reply: toLiveReply(event.reply) };
    case 'reply-identified':
    case 'text-delta':
    case 'activity-added':
    case 'reply-reconnecting':
    case 'reply-failed':
      return state.reply?.key === event.key ? reduceReply(state, state.reply, event) : state;
    case 'reply-end':
      if (state.reply?.key === event.key) return endReply(state, state.reply, event.message);
      return event.message ? putMessage(state, event.message) : state;
    default:
      return assertNever(event);
  }
}

type ReplyEventOf = Extract<
  ConversationEvent,
  { type: 'reply-identified' | 'text-delta' | 'activity-added' | 'reply-reconnecting' | 'reply-failed' }
>;

function reduceReply(state: ConversationState, reply: LiveReply, event: ReplyEventOf): ConversationState {
  switch (event.type) {
    case 'reply-identified':
      return { ...state, reply: { ...reply, runId: event.runId, messageId: event.messageId } };
    case 'text-delta':
      return addText(state, reply, event.offset, event.text);
    case 'activity-added':
      if (reply.activities.some((activity) => activity.id === event.activity.id)) return state;
      return { ...state, reply: { ...reply, activities: [...reply.activities, event.activity] } };
    case 'reply-reconnecting':
      return { ...state, reply: { ...reply, isReconnecting: event.isReconnecting } };
    case 'reply-failed':
      return failReply(state, reply, { ...event.failure, answers: reply.answers ?? event.failure.answers });
    default:
      return assertNever(event);
  }
}

function startReply({ key, answers, replaces, startedAt }: { key: string; answers?: string | undefined; replaces?: string | undefined; startedAt: number }): LiveReply {
  return { key, answers, replaces, runId: undefined, messageId: undefined, state: 'thinking', text: '', activities: [], isReconnecting: false, startedAt };
}

function toLiveReply(reply: Extract<ConversationEvent, { type: 'reply-restored' }>['reply']): LiveReply {
  return { ...reply, answers: reply.answers, runId: reply.runId, messageId: reply.messageId };
}

/** Adds only what goes beyond the text so far; a delta that begins behind its end has lost something before it and is refused. */
function addText(state: ConversationState, reply: LiveReply, offset: number, text: string): ConversationState {
  const known = reply.text.length - offset;
  if (known < 0 || known >= text.length) return state;
  return { ...state, reply: { ...reply, state: 'writing', text: reply.text + (known === 0 ? text : text.slice(known)) } };
}

function endReply(state: ConversationState, reply: LiveReply, message: Message | undefined): ConversationState {
  const messages = message && reply.replaces !== undefined ? hideFrom(state, reply.replaces) : state.messages;
  const done = { ...state, messages, reply: undefined };
  const lines = reply.activities.map(activityToMessage).filter((line) => !state.messages.some((known) => known.id === line.id));
  const added = message ? [...lines, message] : lines;
  return added.reduce((next, entry) => putMessage(next, entry), done as ConversationState);
}

/** What was written of it stays, and can be replaced; when nothing was, the question says that it got no answer. */
function failReply(state: ConversationState, reply: LiveReply, failure: ReplyFailure): ConversationState {
  const broken = toBrokenMessage(reply, failure);
  const { code, message } = failure;
  const ended = endReply(state, reply, broken);
  const marked = broken || reply.replaces !== undefined ? ended : markQuestion(ended, failure.answers, { code, message });
  return { ...marked, failure: { ...failure, replaces: broken?.id ?? reply.replaces } };
}

/** Says of a visitor's message whether its reply failed before the first word. */
function markQuestion(state: ConversationState, key: string | undefined, failure: Message['failure']): ConversationState {
  const question = state.messages.find((message) => messageKey(message) === key);
  if (!question || question.failure === failure) return state;
  return { ...state, messages: state.messages.map((message) => (message === question ? { ...message, failure } : message)) };
}

function withFailure(state: ConversationState): ConversationState {
  return { ...state, failure: readFailure(state) };
}

/** A function call or the model's reasoning as a line of the conversation: context, seen when the widget is verbose. */
export function activityToMessage(activity: ActivityMessage): Message {
  return { ...activity, type: 'context', meta: activity.meta ?? { reasoning: true } };
}

/**
 * Adds a message, or replaces the one with the same id or render key where it stands.
 *
 * What is said to the visitor comes before their messages that are still under way: the server will see it in that order.
 */
function putMessage(state: ConversationState, message: Message): ConversationState {
  const key = messageKey(message);
  const index = state.messages.findIndex((known) => known.id === message.id || messageKey(known) === key);
  if (index < 0) {
    const pending = isVisitors(message) ? -1 : state.messages.findIndex((known) => isPending(state.deliveries, known));
    const place = pending < 0 ? state.messages.length : pending;
    return { ...state, messages: [...state.messages.slice(0, place), message, ...state.messages.slice(place)] };
  }
  return { ...state, messages: state.messages.map((known, place) => (place === index ? message : known)) };
}

/**
 * The visitor's message gets the server's id; a copy that came with the server's list in between disappears.
 *
 * It moves before messages that are still under way: the server took it first. One that has the server's id stays where the
 * server's list has put it.
 */
function storeMessage(state: ConversationState, key: string, id: string): ConversationState {
  const deliveries = withEntry(state.deliveries, key, undefined);
  const found = state.messages.find((message) => messageKey(message) === key);
  if (!found) return { ...state, deliveries };
  const others = state.messages.filter((message) => message === found || message.id !== id);
  if (isPlaced(found)) return { ...state, messages: others, deliveries };
  const stored = found.id === id ? found : { ...found, id, originalMessageId: key };
  const pending = others.find((message) => message === found || isPending(deliveries, message)) ?? found;
  return { ...state, messages: moveBefore(others, found, stored, pending), deliveries };
}

/** Under way, and without a place at the server as far as is known. */
function isPending(deliveries: ConversationState['deliveries'], message: Message): boolean {
  return !isPlaced(message) && isUnderWay(deliveries, message);
}

function withdraw(state: ConversationState, key: string): ConversationState {
  const found = state.messages.find((message) => messageKey(message) === key);
  if (!found || isPlaced(found)) return state;
  return { ...state, messages: state.messages.filter((message) => message !== found), deliveries: withEntry(state.deliveries, key, undefined) };
}

/** A message that was given up and goes out again will be the newest that the server has, unless the server has it already. */
function changeDelivery(state: ConversationState, key: string, delivery: Delivery): ConversationState {
  const found = state.messages.find((message) => messageKey(message) === key);
  if (!found) return state;
  const next = setDelivery(state, key, delivery);
  if (state.deliveries[key]?.state !== 'failed' || delivery.state === 'failed' || isPlaced(found)) return next;
  const pending = state.messages.find((message) => isPending(state.deliveries, message));
  return { ...next, messages: moveBefore(state.messages, found, found, pending) };
}

/** Puts `moved` where `place` stands, or at the end, in exchange for `message`. */
function moveBefore(messages: readonly Message[], message: Message, moved: Message, place: Message | undefined): readonly Message[] {
  const others = messages.filter((known) => known !== message);
  const index = place === message ? messages.indexOf(message) : place ? others.indexOf(place) : others.length;
  return [...others.slice(0, index), moved, ...others.slice(index)];
}

function startSession(state: ConversationState, conversationId: string): ConversationState {
  if (state.conversationId === undefined || state.conversationId === conversationId) return { ...state, conversationId };
  const messages = state.messages.filter((message) => Object.hasOwn(state.deliveries, messageKey(message)));
  return { ...state, conversationId, messages, votes: {}, failure: undefined };
}

function setDelivery(state: ConversationState, key: string, delivery: Delivery, replaces = state.deliveries[key]?.replaces): ConversationState {
  return { ...state, deliveries: { ...state.deliveries, [key]: replaces === undefined ? delivery : { ...delivery, replaces } } };
}

/** What a message that is under way takes the place of is not shown, whatever the server still says. */
function hideReplaced(state: ConversationState): ConversationState {
  return Object.values(state.deliveries).reduce((next, { replaces }) => (replaces === undefined ? next : { ...next, messages: hideFrom(next, replaces) }), state);
}

/** A message and all behind it become versions that are not shown, except what is under way and what the page has said. */
function hideFrom({ messages, deliveries }: ConversationState, id: string): readonly Message[] {
  const start = messages.findIndex((message) => message.id === id);
  return messages.map((message, index) =>
    start < 0 || index < start || message.extra?.local || Object.hasOwn(deliveries, messageKey(message)) ? message : { ...message, extra: { ...message.extra, visible: false } },
  );
}

function withEntry<Value>(record: Readonly<Record<string, Value>>, key: string, value: Value | undefined): Readonly<Record<string, Value>> {
  if (value !== undefined) return { ...record, [key]: value };
  if (!Object.hasOwn(record, key)) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
