import type { Message } from '../../api/message';
import type { ActivityMessage } from '../../api/replyEvents';
import { assertNever } from '../../lib/assertNever';
import type { Fact } from '../facts';
import {
  EMPTY_CONVERSATION,
  isPlaced,
  messageKey,
  type Delivery,
  type LiveReply,
  type EngineState,
  type ReplyFailure,
  type Send,
} from '../state';
import { isVisitors } from '../../api/message';
import { mergeHistory } from './mergeHistory';
import { readFailure, toBrokenMessage } from './replies';
import { reduceSteps, toSteps } from './replies';

/**
 * What a conversation is after something happened [W-15]. Pure; the same reference when nothing changed.
 *
 * Events of a reply that is no longer the live one are ignored, so late events of other tabs do no harm; but a message
 * that it ended with is a message, whoever was listening while it was written.
 */
export function reduceFact(state: EngineState, event: Fact): EngineState {
  switch (event.type) {
    case 'history-loaded':
      return withFailure({
        ...state,
        conversationId: event.conversationId ?? state.conversationId,
        messages: event.messages,
      });
    case 'history-synced':
      return withFailure(
        hideReplaced({ ...state, messages: mergeHistory(state.messages, event.messages, state.deliveries) }),
      );
    case 'loading-changed':
      return state.isLoading === event.isLoading ? state : { ...state, isLoading: event.isLoading };
    case 'session-started':
      return startSession(state, event.conversationId);
    case 'conversation-restarted':
      // What this tab was doing for the conversation is over with it; numbers of tasks are never used twice.
      return {
        ...EMPTY_CONVERSATION,
        generation: state.generation + 1,
        work: { ...EMPTY_CONVERSATION.work, attempt: state.work.attempt },
      };
    case 'messages-replaced':
      return { ...state, messages: event.messages };
    case 'message-sent':
      return { ...hideReplaced(withSend(putMessage(state, event.message), toSend(state, event))), failure: undefined };
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
      return {
        ...state,
        messages: state.messages.map((message) =>
          messageKey(message) === event.key ? { ...message, micro: event.micro } : message,
        ),
      };
    case 'vote-cast':
      return { ...state, votes: withEntry(state.votes, event.messageId, event.vote) };
    case 'reply-start':
      return { ...markQuestion(state, event.answers, undefined), failure: undefined, reply: startReply(state, event) };
    case 'reply-restored':
      return { ...state, failure: undefined, reply: toLiveReply(event.reply) };
    case 'reply-identified':
    case 'text-delta':
    case 'activity-added':
    case 'tool-began':
    case 'tool-ended':
    case 'reasoning-delta':
    case 'reasoning-ended':
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
  Fact,
  {
    type:
      | 'reply-identified'
      | 'text-delta'
      | 'activity-added'
      | 'tool-began'
      | 'tool-ended'
      | 'reasoning-delta'
      | 'reasoning-ended'
      | 'reply-reconnecting'
      | 'reply-failed';
  }
>;

function reduceReply(state: EngineState, reply: LiveReply, event: ReplyEventOf): EngineState {
  switch (event.type) {
    case 'reply-identified':
      return { ...state, reply: { ...reply, runId: event.runId, messageId: event.messageId } };
    case 'text-delta':
      return addText(state, reply, event.offset, event.text);
    case 'activity-added':
      if (reply.activities.some((activity) => activity.id === event.activity.id)) return state;
      return { ...state, reply: { ...reply, activities: [...reply.activities, event.activity] } };
    case 'tool-began':
    case 'tool-ended':
    case 'reasoning-delta':
    case 'reasoning-ended': {
      const steps = reduceSteps(reply.steps, event, reply.text.length);
      return steps === reply.steps ? state : { ...state, reply: { ...reply, steps } };
    }
    case 'reply-reconnecting':
      return { ...state, reply: { ...reply, isReconnecting: event.isReconnecting } };
    case 'reply-failed':
      return failReply(state, reply, { ...event.failure, answers: reply.answers ?? event.failure.answers });
    default:
      return assertNever(event);
  }
}

function startReply(
  { messages }: EngineState,
  { key, answers, replaces, continues, startedAt, sendId }: Extract<Fact, { type: 'reply-start' }>,
): LiveReply {
  const stood = messages.find(({ id }) => id === continues);
  return {
    key,
    answers,
    replaces: replaces ?? continues,
    runId: undefined,
    messageId: continues,
    state: 'thinking',
    text: stood?.text ?? '',
    steps: toSteps(stood?.parts ?? []),
    activities: [],
    isReconnecting: false,
    startedAt,
    sendId: sendId ?? answers,
  };
}

function toLiveReply(reply: Extract<Fact, { type: 'reply-restored' }>['reply']): LiveReply {
  return { ...reply, answers: reply.answers, runId: reply.runId, messageId: reply.messageId, sendId: reply.answers };
}

/**
 * Adds only what goes beyond the text so far; a delta that begins behind its end has lost something before it and is
 * refused.
 */
function addText(state: EngineState, reply: LiveReply, offset: number, text: string): EngineState {
  const known = reply.text.length - offset;
  // Text is missing before it: from now on only the start of the run is safe.
  if (known < 0 && reply.cursor !== undefined) return { ...state, reply: { ...reply, cursor: undefined } };
  if (known < 0 || known >= text.length) return state;
  return {
    ...state,
    reply: { ...reply, state: 'writing', text: reply.text + (known === 0 ? text : text.slice(known)) },
  };
}

function endReply(state: EngineState, reply: LiveReply, message: Message | undefined): EngineState {
  // What it is the rest of has become this message.
  const messages =
    message && reply.replaces !== undefined && reply.replaces !== message.id
      ? hideFrom(state, reply.replaces)
      : state.messages;
  const done = { ...state, messages, reply: undefined };
  const lines =
    reply.steps.length > 0
      ? []
      : reply.activities.map(activityToMessage).filter((line) => !state.messages.some((known) => known.id === line.id));
  const added = message ? [...lines, message] : lines;
  return added.reduce((next, entry) => putMessage(next, entry), done as EngineState);
}

/** What was written of it stays, and can be replaced; when nothing was, the question says that it got no answer. */
function failReply(state: EngineState, reply: LiveReply, failure: ReplyFailure): EngineState {
  const broken = toBrokenMessage(reply, failure);
  const { code, message } = failure;
  const ended = endReply(state, reply, broken);
  const marked =
    broken || reply.replaces !== undefined ? ended : markQuestion(ended, failure.answers, { code, message });
  return { ...marked, failure: { ...failure, replaces: broken?.id ?? reply.replaces } };
}

/** Says of a visitor's message whether its reply failed before the first word. */
function markQuestion(state: EngineState, key: string | undefined, failure: Message['failure']): EngineState {
  const question = state.messages.find((message) => messageKey(message) === key);
  if (!question || question.failure === failure) return state;
  return {
    ...state,
    messages: state.messages.map((message) => (message === question ? { ...message, failure } : message)),
  };
}

function withFailure(state: EngineState): EngineState {
  return { ...state, failure: readFailure(state) };
}

/** A function call or the model's reasoning as a line of the conversation: context, seen when the widget is verbose. */
export function activityToMessage(activity: ActivityMessage): Message {
  return { ...activity, type: 'context', meta: activity.meta ?? { reasoning: true } };
}

/**
 * Adds a message, or replaces the one with the same id or render key where it stands.
 *
 * What is said to the visitor comes before their messages that are still under way: the server will see it in that
 * order.
 */
function putMessage(state: EngineState, message: Message): EngineState {
  const key = messageKey(message);
  const index = state.messages.findIndex((known) => known.id === message.id || messageKey(known) === key);
  if (index < 0) {
    const pending = isVisitors(message) ? -1 : state.messages.findIndex((known) => isPending(state, known));
    const place = pending < 0 ? state.messages.length : pending;
    return { ...state, messages: [...state.messages.slice(0, place), message, ...state.messages.slice(place)] };
  }
  return { ...state, messages: state.messages.map((known, place) => (place === index ? message : known)) };
}

/**
 * The visitor's message gets the server's id; a copy that came with the server's list in between disappears.
 *
 * It moves before messages that are still under way: the server took it first. One that has the server's id stays where
 * the server's list has put it.
 */
function storeMessage(state: EngineState, key: string, id: string): EngineState {
  const rest = withoutSend(state, key);
  const found = state.messages.find((message) => messageKey(message) === key);
  if (!found) return rest;
  const others = state.messages.filter((message) => message === found || message.id !== id);
  if (isPlaced(found)) return { ...rest, messages: others };
  const stored = found.id === id ? found : { ...found, id, originalMessageId: key };
  const pending = others.find((message) => message === found || isPending(rest, message)) ?? found;
  return { ...rest, messages: moveBefore(others, found, stored, pending) };
}

/**
 * Waits to be sent. What another tab has taken out of the queue has a place at the server, although nothing is known of
 * it here yet.
 */
function isPending({ sends }: EngineState, message: Message): boolean {
  if (isPlaced(message)) return false;
  const send = sends.find(({ id }) => id === messageKey(message));
  return send?.order !== undefined && send.delivery.state !== 'failed';
}

function withdraw(state: EngineState, key: string): EngineState {
  const found = state.messages.find((message) => messageKey(message) === key);
  if (!found || isPlaced(found)) return state;
  return { ...withoutSend(state, key), messages: state.messages.filter((message) => message !== found) };
}

/**
 * A message that was given up and goes out again will be the newest that the server has, unless the server has it
 * already.
 */
function changeDelivery(state: EngineState, key: string, delivery: Delivery): EngineState {
  const found = state.messages.find((message) => messageKey(message) === key);
  // What the server has is not under way any more, whatever a tab that has not heard of it tells.
  if (!found || (isPlaced(found) && !Object.hasOwn(state.deliveries, key))) return state;
  const send = state.sends.find(({ id }) => id === key) ?? toSend(state, { message: found, delivery });
  const next = withSend(state, { ...send, delivery: { ...delivery, replaces: send.replaces } });
  if (state.deliveries[key]?.state !== 'failed' || delivery.state === 'failed' || isPlaced(found)) return next;
  const pending = state.messages.find((message) => isPending(state, message));
  return { ...next, messages: moveBefore(state.messages, found, found, pending) };
}

/** Puts `moved` where `place` stands, or at the end, in exchange for `message`. */
function moveBefore(
  messages: readonly Message[],
  message: Message,
  moved: Message,
  place: Message | undefined,
): readonly Message[] {
  const others = messages.filter((known) => known !== message);
  const index = place === message ? messages.indexOf(message) : place ? others.indexOf(place) : others.length;
  return [...others.slice(0, index), moved, ...others.slice(index)];
}

function startSession(state: EngineState, conversationId: string): EngineState {
  if (state.conversationId === undefined || state.conversationId === conversationId)
    return { ...state, conversationId };
  const messages = state.messages.filter((message) => Object.hasOwn(state.deliveries, messageKey(message)));
  return { ...state, conversationId, messages, votes: {}, failure: undefined };
}

/** A message as something that is sent; what is known of it already stays. */
function toSend(
  { sends }: EngineState,
  { message, delivery, replaces, order, respond }: Omit<Extract<Fact, { type: 'message-sent' }>, 'type'>,
): Send {
  const id = messageKey(message);
  const known = sends.find((send) => send.id === id);
  const place = order ?? known?.order ?? nextOrder(sends, 0);
  return {
    id,
    message,
    replaces,
    respond: respond ?? known?.respond ?? true,
    attempt: known?.attempt ?? 0,
    body: known?.body,
    order: place,
    delivery: { ...delivery, replaces },
  };
}

/** A place behind everything that waits to be sent. */
export function nextOrder(sends: readonly Send[], now: number): number {
  return sends.reduce((last, { order = 0 }) => Math.max(last, order + 1), now);
}

/** Adds or changes something that is sent. */
export function withSend(state: EngineState, send: Send): EngineState {
  const sends = state.sends.some(({ id }) => id === send.id)
    ? state.sends.map((known) => (known.id === send.id ? send : known))
    : [...state.sends, send];
  return {
    ...state,
    sends,
    deliveries: send.message ? { ...state.deliveries, [send.id]: send.delivery } : state.deliveries,
  };
}

/** Takes something out of what is sent. */
export function withoutSend(state: EngineState, id: string): EngineState {
  if (!state.sends.some((send) => send.id === id)) return state;
  return {
    ...state,
    sends: state.sends.filter((send) => send.id !== id),
    deliveries: withEntry(state.deliveries, id, undefined),
  };
}

/** What a message that is under way takes the place of is not shown, whatever the server still says. */
function hideReplaced(state: EngineState): EngineState {
  return Object.values(state.deliveries).reduce(
    (next, { replaces }) => (replaces === undefined ? next : { ...next, messages: hideFrom(next, replaces) }),
    state,
  );
}

/**
 * A message and all behind it become versions that are not shown, except what is under way and what the page has said.
 */
function hideFrom({ messages, deliveries }: EngineState, id: string): readonly Message[] {
  const start = messages.findIndex((message) => message.id === id);
  return messages.map((message, index) =>
    start < 0 || index < start || message.extra?.local || Object.hasOwn(deliveries, messageKey(message))
      ? message
      : { ...message, extra: { ...message.extra, visible: false } },
  );
}

function withEntry<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
  value: Value | undefined,
): Readonly<Record<string, Value>> {
  if (value !== undefined) return { ...record, [key]: value };
  if (!Object.hasOwn(record, key)) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
