import { isPlaced, isVisitors, type Message } from '../../api/message';
import { isStep, joinText, messageParts } from '../../api/parts';
import { WidgetError } from '../../errors';
import type { Effect, Fact, FactOf, ListPurpose, Origin, Surroundings } from '../events';
import {
  type Delivery,
  EMPTY_CONVERSATION,
  type EngineState,
  findMessage,
  type LiveReply,
  messageKey,
  type ReplyFailure,
  type Send,
  type NewTask,
  type Work,
} from '../state';
import { activityToMessage, keepLonger, mergeHistory } from './history';
import { readFailure, reduceReply, toBrokenMessage, toLiveReply } from './replies';

/** A step of the machine in progress: the state so far, and the effects. */
export interface Stepping extends Surroundings {
  state: EngineState;
  readonly effects: Effect[];
}

export function addEffect(step: Stepping, effect: Effect): void {
  step.effects.push(effect);
}

export function setWork(step: Stepping, work: Partial<Work>): void {
  step.state = { ...step.state, work: { ...step.state.work, ...work } };
}

/** Starts a task in place of the previous one. */
export function begin(step: Stepping, task: NewTask): number {
  const attempt = step.state.work.attempt + 1;
  setWork(step, { attempt, task: { ...task, attempt } });
  return attempt;
}

/** Ends the task if it is the current one. @returns whether it was */
export function endTask(step: Stepping, attempt: number): boolean {
  if (step.state.work.task?.attempt !== attempt) return false;
  setWork(step, { task: undefined });
  return true;
}

export function end(step: Stepping, conversationId: string | undefined): void {
  const { ended } = step.state.work;
  if (conversationId !== undefined && !ended.includes(conversationId))
    setWork(step, { ended: [...ended, conversationId] });
}

/** Requests the message list; for a task, the response carries its attempt number. */
export function list(step: Stepping, purpose: ListPurpose): void {
  if (step.hasServer) addEffect(step, { type: 'list-messages', attempt: step.state.work.attempt, purpose });
}

/** Applies a fact, and adds the resulting effects for storage, tabs and listeners. */
export function applyFact(step: Stepping, fact: Fact, origin: Origin = 'here', lastEventId?: string): void {
  const before = step.state;
  step.state = withCursor(reduceFact(before, fact), lastEventId);
  const { messages, reply, conversationId } = step.state;
  addEffect(step, { type: 'fact-applied', fact, origin });
  if (messages !== before.messages && origin !== 'storage')
    addEffect(step, { type: 'keep-messages', messages, isWritten: origin === 'other' });
  if (reply !== before.reply) addEffect(step, { type: 'keep-reply', reply, isWritten: origin !== 'here' });
  if (origin === 'here') {
    const cursor = lastEventId === undefined ? undefined : { lastEventId };
    addEffect(step, {
      type: 'post',
      message: { type: 'event', event: fact, ...(conversationId !== undefined && { conversationId }), ...cursor },
    });
  }
  applyPendingStop(step, fact);
  settle(step, before, fact);
}

/** Applies a pending stop once the reply has started; drops it if the reply has ended. */
function applyPendingStop(step: Stepping, fact: Fact): void {
  const { stopping } = step.state.work;
  if (stopping === undefined || !('key' in fact) || fact.key !== stopping) return;
  if (fact.type === 'reply-identified') addEffect(step, { type: 'stop-run', key: stopping, reason: undefined });
  if (fact.type !== 'reply-end' && fact.type !== 'reply-failed') return;
  setWork(step, { stopping: undefined });
  addEffect(step, { type: 'settled', id: 'stop' });
}

function withCursor(state: EngineState, lastEventId: string | undefined): EngineState {
  return lastEventId === undefined || !state.reply
    ? state
    : { ...state, reply: { ...state.reply, cursor: lastEventId } };
}

/** Settles the caller of a send with its result, whichever tab sent it. */
function settle(step: Stepping, { reply }: EngineState, fact: Fact): void {
  const sendId = reply && 'key' in fact && reply.key === fact.key ? reply.sendId : undefined;
  const fail = (id: string, { code, message, retryAt }: Pick<ReplyFailure, 'code' | 'message' | 'retryAt'>): void => {
    const wait = retryAt === undefined ? {} : { retryAfterMs: Math.max(0, retryAt - step.now) };
    addEffect(step, { type: 'settled', id, error: new WidgetError(code, { message, ...wait }) });
  };
  if (fact.type === 'reply-end' && sendId !== undefined) {
    // If the message is still pending, the send is repeated later and its caller keeps waiting.
    if (fact.message || !Object.hasOwn(step.state.deliveries, sendId))
      addEffect(step, { type: 'settled', id: sendId, message: fact.message });
  } else if (fact.type === 'reply-failed' && sendId !== undefined) fail(sendId, fact.failure);
  else if (fact.type === 'delivery-changed' && fact.delivery.state === 'failed') fail(fact.key, fact.delivery);
  else if (fact.type === 'message-stored' && step.state.reply?.sendId !== fact.key) {
    // A message that requires no reply is complete once stored.
    const stored = findMessage(step.state.messages, fact.key);
    if (stored && isVisitors(stored)) addEffect(step, { type: 'settled', id: fact.key, message: stored });
  }
}

export function keepSend(step: Stepping, send: Send, isNew = false): void {
  step.state = withSend(step.state, send);
  addEffect(step, { type: 'keep-send', send, isNew });
}

/**
 * Removes a send because the server has it or it was withdrawn. Its shown delivery state stays until a later fact
 * changes it.
 */
export function dropSend(step: Stepping, id: string): void {
  const send = findSend(step.state, id);
  if (send) unqueue(step, send);
  addEffect(step, { type: 'drop-send', id });
}

/** This tab no longer sends it; a message stays shown as pending. */
export function unqueue(step: Stepping, send: Send): void {
  step.state = send.message ? withSend(step.state, { ...send, order: undefined }) : withoutSend(step.state, send.id);
}

/** Whether this tab must send it, unless another one does. */
export function isQueued({ order, delivery }: Send): boolean {
  return order !== undefined && delivery.state !== 'failed';
}

export function findSend({ sends }: EngineState, id: string | undefined): Send | undefined {
  return sends.find((send) => send.id === id);
}

/**
 * Returns the conversation after a fact [W-15]. Pure; returns the same reference if nothing changed.
 *
 * Facts of a reply that is no longer live are ignored, so late events of other tabs are harmless. Its final message is
 * added in any case, whichever tab streamed it.
 */
export function reduceFact(state: EngineState, fact: Fact): EngineState {
  switch (fact.type) {
    case 'history-loaded':
      return withFailure({
        ...state,
        conversationId: fact.conversationId ?? state.conversationId,
        messages: fact.messages,
      });
    case 'history-synced':
      return withFailure(
        hideReplaced({ ...state, messages: mergeHistory(state.messages, fact.messages, state.deliveries) }),
      );
    case 'loading-changed':
      return state.isLoading === fact.isLoading ? state : { ...state, isLoading: fact.isLoading };
    case 'session-started':
      return startSession(state, fact.conversationId);
    case 'conversation-restarted':
      // Ends the tab's work with the conversation, but never reuses a task number.
      return {
        ...EMPTY_CONVERSATION,
        generation: state.generation + 1,
        work: { ...EMPTY_CONVERSATION.work, attempt: state.work.attempt },
      };
    case 'messages-replaced':
      return { ...state, messages: fact.messages };
    case 'message-sent':
      return { ...hideReplaced(withSend(putMessage(state, fact.message), toSend(state, fact))), failure: undefined };
    case 'message-withdrawn':
      return withdraw(state, fact.key);
    case 'delivery-changed':
      return changeDelivery(state, fact.key, fact.delivery);
    case 'message-stored':
      return storeMessage(state, fact.key, fact.id);
    case 'message-received':
      return putMessage(state, fact.message);
    case 'failure-cleared':
      return state.failure === undefined ? state : { ...state, failure: undefined };
    case 'link-previewed':
      return {
        ...state,
        messages: state.messages.map((message) =>
          messageKey(message) === fact.key ? { ...message, micro: fact.micro } : message,
        ),
      };
    case 'vote-cast':
      return { ...state, votes: withEntry(state.votes, fact.messageId, fact.vote) };
    case 'reply-start':
      return {
        ...markQuestion(state, fact.answers, undefined),
        failure: undefined,
        reply: startReply(state.messages, fact),
      };
    case 'reply-restored':
      return { ...state, failure: undefined, reply: toLiveReply(fact.reply) };
    case 'reply-failed':
      return state.reply?.key === fact.key
        ? failReply(state, state.reply, { answers: undefined, ...fact.failure })
        : state;
    case 'reply-end':
      if (state.reply?.key === fact.key) return endReply(state, state.reply, fact.message);
      return fact.message ? putMessage(state, fact.message) : state;
    default: {
      const reply = state.reply?.key === fact.key ? reduceReply(state.reply, fact) : state.reply;
      return reply === state.reply ? state : { ...state, reply };
    }
  }
}

export function startReply(
  messages: readonly Message[],
  { key, answers, replaces, continues, startedAt, sendId }: FactOf<'reply-start'>,
): LiveReply {
  const earlier = messages.find(({ id }) => id === continues);
  const parts = earlier ? messageParts(earlier) : [];
  return {
    key,
    answers,
    replaces: replaces ?? continues,
    runId: undefined,
    messageId: continues,
    state: 'thinking',
    parts,
    text: joinText(parts),
    activities: [],
    isReconnecting: false,
    startedAt,
    sendId: sendId ?? answers,
  };
}

function endReply(state: EngineState, reply: LiveReply, message: Message | undefined): EngineState {
  // The reply that this one continued is replaced by the complete message.
  const messages =
    message && reply.replaces !== undefined && reply.replaces !== message.id
      ? hideFrom(state, reply.replaces)
      : state.messages;
  const done = { ...state, messages, reply: undefined };
  const lines = reply.parts.some(isStep)
    ? []
    : reply.activities.map(activityToMessage).filter((line) => !state.messages.some((known) => known.id === line.id));
  const added = message ? [...lines, message] : lines;
  return added.reduce((next, entry) => putMessage(next, entry), done as EngineState);
}

/** Keeps the partial text, which can be replaced; without any text, the question is marked as unanswered. */
function failReply(state: EngineState, reply: LiveReply, given: ReplyFailure): EngineState {
  const failure = { ...given, answers: reply.answers ?? given.answers };
  // A refused continuation leaves the reply unchanged.
  const continues = reply.runId === undefined && reply.messageId === reply.replaces ? reply.replaces : undefined;
  const broken = continues === undefined ? toBrokenMessage(state.messages, reply, failure) : undefined;
  const { code, message } = failure;
  const ended = endReply(state, reply, broken);
  const marked =
    broken || reply.replaces !== undefined ? ended : markQuestion(ended, failure.answers, { code, message });
  return { ...marked, failure: { ...failure, replaces: broken?.id ?? reply.replaces, continues } };
}

/** Records on a visitor's message that its reply failed before the first word, or clears that. */
function markQuestion(state: EngineState, key: string | undefined, failure: Message['failure']): EngineState {
  const question = findMessage(state.messages, key);
  if (!question || question.failure === failure) return state;
  return {
    ...state,
    messages: state.messages.map((message) => (message === question ? { ...message, failure } : message)),
  };
}

function withFailure(state: EngineState): EngineState {
  return { ...state, failure: readFailure(state) };
}

/**
 * Adds a message, or replaces the one with the same id, or else the same render key, at its position. A server message
 * that had the same render key by mistake gets its own key back.
 *
 * Messages to the visitor go before the visitor's pending messages, in the order in which the server will store them.
 */
function putMessage(state: EngineState, message: Message): EngineState {
  const key = messageKey(message);
  const byId = state.messages.findIndex((known) => known.id === message.id);
  const index = byId < 0 ? state.messages.findIndex((known) => messageKey(known) === key) : byId;
  if (index < 0) {
    const pending = isVisitors(message) ? -1 : state.messages.findIndex((known) => isPending(state, known));
    const place = pending < 0 ? state.messages.length : pending;
    return { ...state, messages: [...state.messages.slice(0, place), message, ...state.messages.slice(place)] };
  }
  return {
    ...state,
    messages: state.messages.flatMap((known, place): readonly Message[] => {
      if (place === index) return [{ ...message, ...keepLonger(known, message) }];
      if (messageKey(known) !== key) return [known];
      return isPlaced(known) ? [{ ...known, originalMessageId: undefined }] : [];
    }),
  };
}

/**
 * Gives the visitor's message its server id, and removes a copy that the server's list added meanwhile.
 *
 * The message moves before pending messages, because the server stored it first. If it already has a server id, it
 * stays where the list put it.
 */
function storeMessage(state: EngineState, key: string, id: string): EngineState {
  const rest = withoutSend(state, key);
  const found = findMessage(state.messages, key);
  if (!found) return rest;
  const others = state.messages.filter((message) => message === found || message.id !== id);
  if (isPlaced(found)) return { ...rest, messages: others };
  const stored = found.id === id ? found : { ...found, id, originalMessageId: key };
  const pending = others.find((message) => message === found || isPending(rest, message)) ?? found;
  return { ...rest, messages: moveBefore(others, found, stored, pending) };
}

/**
 * Whether a message is still waiting to be sent. If another tab has removed it from the queue, the server has already
 * placed it, even if this tab does not know where.
 */
function isPending({ sends }: EngineState, message: Message): boolean {
  if (isPlaced(message)) return false;
  return sends.some((send) => send.id === messageKey(message) && isQueued(send));
}

function withdraw(state: EngineState, key: string): EngineState {
  const found = findMessage(state.messages, key);
  if (!found || isPlaced(found)) return state;
  return { ...withoutSend(state, key), messages: state.messages.filter((message) => message !== found) };
}

/**
 * Changes the delivery state. An abandoned message that is sent again moves to the end, because it will be the server's
 * newest message, unless the server has it already.
 */
function changeDelivery(state: EngineState, key: string, delivery: Delivery): EngineState {
  const found = findMessage(state.messages, key);
  // A stored message is no longer pending, even if an outdated tab reports it as pending.
  if (!found || (isPlaced(found) && !Object.hasOwn(state.deliveries, key))) return state;
  const send = findSend(state, key) ?? toSend(state, { message: found, delivery });
  const next = hideReplaced(withSend(state, { ...send, delivery: { ...delivery, replaces: send.replaces } }));
  if (state.deliveries[key]?.state !== 'failed' || delivery.state === 'failed' || isPlaced(found)) return next;
  const pending = state.messages.find((message) => isPending(state, message));
  return { ...next, messages: moveBefore(next.messages, found, found, pending) };
}

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

function toSend(
  state: EngineState,
  { message, delivery, replaces, order, respond }: Omit<FactOf<'message-sent'>, 'type'>,
): Send {
  const id = messageKey(message);
  const known = findSend(state, id);
  return {
    id,
    message,
    replaces,
    respond: respond ?? known?.respond ?? true,
    attempt: known?.attempt ?? 0,
    body: known?.body,
    order: order ?? known?.order ?? nextOrder(state.sends, 0),
    delivery: { ...delivery, replaces },
  };
}

/** A queue position after all pending sends. */
export function nextOrder(sends: readonly Send[], now: number): number {
  return sends.reduce((last, { order = 0 }) => Math.max(last, order + 1), now);
}

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

export function withoutSend(state: EngineState, id: string): EngineState {
  if (!state.sends.some((send) => send.id === id)) return state;
  return {
    ...state,
    sends: state.sends.filter((send) => send.id !== id),
    deliveries: withEntry(state.deliveries, id, undefined),
  };
}

/**
 * Hides the messages that a pending edit replaces, even if the server still lists them, and shows them again when the
 * edit was refused.
 */
function hideReplaced(state: EngineState): EngineState {
  let { messages } = state;
  for (const [key, { state: progress, replaces }] of Object.entries(state.deliveries)) {
    if (replaces === undefined) continue;
    messages = progress === 'failed' ? showReplaced(messages, key) : hideFrom({ ...state, messages }, replaces, key);
  }
  return messages === state.messages ? state : { ...state, messages };
}

/**
 * Turns a message and everything after it into hidden versions, except pending messages and messages added by the page.
 *
 * @param replacedBy - render key of the edit, which may still be refused
 */
function hideFrom({ messages, deliveries }: EngineState, id: string, replacedBy?: string): readonly Message[] {
  const start = messages.findIndex((message) => message.id === id);
  return messages.map((message, index) =>
    start < 0 ||
    index < start ||
    message.extra?.local ||
    message.extra?.visible === false ||
    Object.hasOwn(deliveries, messageKey(message))
      ? message
      : { ...message, extra: { ...message.extra, visible: false, ...(replacedBy !== undefined && { replacedBy }) } },
  );
}

function showReplaced(messages: readonly Message[], key: string): readonly Message[] {
  if (!messages.some(({ extra }) => extra?.replacedBy === key)) return messages;
  return messages.map((message) => {
    if (message.extra?.replacedBy !== key) return message;
    const { visible: _, replacedBy: __, ...extra } = message.extra;
    return { ...message, extra };
  });
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
