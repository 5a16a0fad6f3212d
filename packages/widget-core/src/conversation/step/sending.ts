import { isWidgetError, WidgetError, type ErrorCode } from '../../errors';
import { withoutLocalAddresses, type Message } from '../../api/message';
import type { MessageCreateRequest } from '../../api/requests';
import { isRetryable, rootError } from '../../http/retry';
import type { EventOf } from '../events';
import { findMessage, messageKey, type EngineState, type Send, type StreamTask, type Task } from '../state';
import { isReasoning, toFailure } from './replies';
import {
  begin,
  dropSend,
  findSend,
  applyFact,
  keepSend,
  list,
  nextOrder,
  setWork,
  addEffect,
  withSend,
  type Stepping,
} from './log';
import { acquire, end, release } from './tabs';

/** How long the final events of a reply may take to arrive from the tab that streamed it, in milliseconds. */
const HANDOVER_MS = 100;
/** How often a send may wait for another running reply. */
const CONFLICT_MAX = 5;
const CONFLICT_PAUSE_MS = 1_000;
/** How long pending sends wait for the check whether the server has an abandoned one, in milliseconds. */
const PROBE_TIMEOUT_MS = 3_000;

const NEW_STREAM: Omit<StreamTask, 'key' | 'answers'> = {
  sendId: undefined,
  then: 'sync',
  isConflict: false,
  isAccepted: false,
  isFinished: false,
  failure: undefined,
  messageId: undefined,
  position: 0,
  thought: 0,
  thoughtPosition: 0,
};

/** Shows, stores and sends a message. */
export function send(step: Stepping, { message, respond, replaces }: Omit<EventOf<'send'>, 'type'>): void {
  const order = nextOrder(step.state.sends, step.now);
  const delivery = { state: firstDelivery(step), replaces };
  // Store before notifying other tabs: they read storage when notified.
  addEffect(step, {
    type: 'keep-send',
    send: { id: message.id, order, message, replaces, respond, attempt: 0, delivery },
    isNew: true,
  });
  applyFact(step, { type: 'message-sent', message, delivery: { state: delivery.state }, replaces, order, respond });
}

/** Requests a first reply, a new answer, another version of a reply or its continuation. */
export function requestReply(
  step: Stepping,
  { id, answers, replaces, continues }: Omit<EventOf<'request-reply'>, 'type'>,
): void {
  const order = nextOrder(step.state.sends, step.now);
  keepSend(
    step,
    { id, order, answers, replaces, continues, respond: true, attempt: 0, delivery: { state: firstDelivery(step) } },
    true,
  );
}

/** Sends abandoned messages again with the same ids, and requests a missing reply. */
export function retry(step: Stepping, { id }: Pick<EventOf<'retry'>, 'id'>): void {
  const { failure } = step.state;
  for (const given of step.state.sends.filter(
    ({ delivery, order }) => delivery.state === 'failed' && order !== undefined,
  )) {
    const again = { ...given, delivery: { state: firstDelivery(step), replaces: given.delivery.replaces } };
    if (!given.message) keepSend(step, again);
    else {
      // Store before notifying other tabs. The log moves the message after those sent since.
      addEffect(step, { type: 'keep-send', send: again, isNew: false });
      applyFact(step, { type: 'delivery-changed', key: given.id, delivery: { state: again.delivery.state } });
    }
  }
  if (!failure) return;
  // While offline the failure stays visible: nothing else would show that the reply is missing.
  if (step.isOnline) applyFact(step, { type: 'failure-cleared' });
  const { answers, replaces, continues } = failure;
  const isRequested = step.state.sends.some(
    (send) => !send.message && send.answers === answers && send.replaces === replaces && send.continues === continues,
  );
  if (isRequested) return;
  requestReply(step, continues === undefined ? { id, answers, replaces } : { id, continues });
}

function firstDelivery({ isOnline }: Stepping): 'sending' | 'waiting' {
  return isOnline ? 'sending' : 'waiting';
}

/**
 * Starts the next task: resume an orphaned reply, probe for a running one, or send the next queued message.
 *
 * Called after every event; does nothing while a task is running.
 *
 * @param isFromTab - the event came from another tab, which sends its own messages, although its reply may have to be
 * resumed here
 */
export function advance(step: Stepping, isFromTab: boolean): void {
  const { state } = step;
  const { lock, isPaused, task, shouldProbe } = state.work;
  const next = step.isOnline ? nextSend(state) : undefined;
  if (task || isPaused) return;
  if (lock !== 'held') {
    if (lock === 'none' && (state.reply || (!isFromTab && (next || (shouldProbe && step.isOnline)))))
      acquire(step, false);
  } else if (state.reply) {
    begin(step, { type: 'handover', key: state.reply.key });
    addEffect(step, { type: 'wait', name: 'handover', ms: HANDOVER_MS });
  } else if (shouldProbe && step.isOnline) {
    setWork(step, { shouldProbe: false });
    followForeign(step, false);
  } else if (next) {
    carryOut(step, next);
  } else {
    markWaiting(step);
    release(step);
  }
}

/**
 * The next send in the queue. A message of another tab must be shown here first, so that this tab can report its
 * result.
 */
function nextSend({ sends, messages }: EngineState): Send | undefined {
  return sends
    .filter(
      ({ order, delivery, message, id }) =>
        order !== undefined &&
        delivery.state !== 'failed' &&
        (!message || messages.some((known) => messageKey(known) === id)),
    )
    .sort((first, second) => (first.order ?? 0) - (second.order ?? 0) || (first.id < second.id ? -1 : 1))[0];
}

/** Marks pending messages as waiting while offline. */
function markWaiting(step: Stepping): void {
  if (step.isOnline) return;
  for (const { id, message, delivery, order } of step.state.sends) {
    if (message && order !== undefined && delivery.state === 'sending')
      applyFact(step, { type: 'delivery-changed', key: id, delivery: { state: 'waiting' } });
  }
}

function carryOut(step: Stepping, next: Send): void {
  const { id, message, respond, answers } = next;
  if (message && next.delivery.state !== 'sending')
    applyFact(step, { type: 'delivery-changed', key: id, delivery: { state: 'sending' } });
  if (message && !respond) createMessage(step, next, message);
  else if (!message && answers !== undefined && step.hasServer) {
    // Another answer was requested: it may have arrived in the meantime.
    begin(step, { type: 'check', id });
    list(step, 'task');
  } else openStream(step, next);
}

/** Sends a message or a reply request, and streams the reply. */
export function openStream(step: Stepping, { id }: Pick<Send, 'id'>): void {
  const given = findSend(step.state, id);
  if (!given) return;
  const { message, replaces, continues } = given;
  const answers = message ? id : given.answers;
  const attempt = given.attempt + 1;
  const unfinished = continues === undefined ? undefined : step.state.messages.find((known) => known.id === continues);
  const key = unfinished ? messageKey(unfinished) : `${id}-${String(attempt)}`;
  // A first send is stored with its body, which is built now.
  if (given.body) keepSend(step, { ...given, attempt });
  else step.state = withSend(step.state, { ...given, attempt });
  applyFact(step, {
    type: 'reply-start',
    key,
    answers,
    continues,
    ...(!message && { replaces }),
    startedAt: step.now,
    sendId: id,
  });
  const task = begin(step, {
    type: 'stream',
    ...NEW_STREAM,
    key,
    answers,
    sendId: id,
    then: given.attempt > 0 || replaces !== undefined ? 'sync-here' : 'nothing',
  });
  addEffect(step, { type: 'open-stream', attempt: task, send: { ...given, attempt } });
}

/** Shows a reply of this conversation that was not started in this browser. */
export function followForeign(step: Stepping, isConflict: boolean): void {
  const attempt = begin(step, { type: 'stream', ...NEW_STREAM, key: undefined, answers: undefined, isConflict });
  addEffect(step, { type: 'resume-stream', attempt, lastEventId: undefined });
}

/** Resumes the running reply if no tab streams it: after a reload, or when its tab was closed. */
export function takeOverReply(step: Stepping, key: string): void {
  const { reply, sends } = step.state;
  if (reply?.key !== key) return;
  const isQueued = sends.some(
    ({ id, order, delivery, message, answers }) =>
      order !== undefined && delivery.state !== 'failed' && (message ? id : answers) === reply.answers,
  );
  // The server may not have received it: send it again under the same id.
  if (reply.runId === undefined && isQueued) {
    applyFact(step, { type: 'reply-end', key });
    return;
  }
  const times = reply.parts.filter(isReasoning);
  const open = times.at(-1);
  const isOpen = open !== undefined && open.endedAt == null;
  const place = {
    position: reply.text.length,
    thought: isOpen ? times.length - 1 : times.length,
    thoughtPosition: isOpen ? open.text.length : 0,
  };
  const attempt = begin(step, {
    type: 'stream',
    ...NEW_STREAM,
    ...place,
    key,
    answers: reply.answers,
    isAccepted: true,
    then: 'sync-here',
    messageId: reply.messageId,
  });
  addEffect(step, { type: 'resume-stream', attempt, lastEventId: reply.cursor });
}

function createMessage(step: Stepping, given: Send, message: Message): void {
  keepSend(step, { ...given, attempt: given.attempt + 1 });
  const attempt = begin(step, { type: 'create', id: given.id });
  addEffect(step, {
    type: 'create-message',
    attempt,
    generation: step.state.generation,
    key: given.id,
    request: toCreateRequest(given.id, message),
  });
}

function toCreateRequest(id: string, message: Message): MessageCreateRequest {
  const { type, text, extra, meta, attachments } = withoutLocalAddresses(message);
  return {
    id,
    type: type === 'input' || type === 'context' ? type : 'user',
    text,
    ...(extra?.hidden === true && { hidden: true }),
    ...(meta && { meta }),
    ...(attachments && { attachments }),
  };
}

/** The server has stored a message. Applies to any attempt, unless the conversation was restarted since. */
export function onCreated(step: Stepping, { attempt, generation, key, id }: EventOf<'created'>): void {
  const isNow = endTask(step, attempt);
  if (generation !== step.state.generation) return;
  const isRepeated = (findSend(step.state, key)?.attempt ?? 0) > 1;
  setWork(step, { hasBegunAnew: false });
  dropSend(step, key);
  applyFact(step, { type: 'message-stored', key, id });
  // The server may have stored it before later sends: only its list has the order.
  if (isNow && isRepeated) list(step, 'sync-here');
}

export function onCreateFailed(step: Stepping, { attempt, error }: EventOf<'create-failed'>): void {
  const { task } = step.state.work;
  if (task?.type !== 'create' || !endTask(step, attempt)) return;
  const given = findSend(step.state, task.id);
  // The page is closing and its requests are aborted: a later page sends what is stored.
  if (!given || !step.isOnline || (isWidgetError(error) && error.code === 'ABORTED')) return;
  if (isConversationGone(step, given, error)) return sendInNewConversation(step, given);
  if (isWidgetError(error) && error.code === 'session_failed') addEffect(step, { type: 'report', error });
  giveUp(step, given, error);
}

/** Ends the task if it is the current one. @returns whether it was */
export function endTask(step: Stepping, attempt: number): boolean {
  if (step.state.work.task?.attempt !== attempt) return false;
  setWork(step, { task: undefined });
  return true;
}

/** Handles a send that the server did not confirm. */
export function onUnsent(
  step: Stepping,
  { key, sendId }: Pick<StreamTask, 'key' | 'sendId'>,
  error: WidgetError,
): void {
  const given = findSend(step.state, sendId);
  const endReply = (): void => {
    if (key !== undefined) applyFact(step, { type: 'reply-end', key });
  };
  if (!given || given.order === undefined) return endReply();
  if (
    error.code === 'NOT_FOUND' &&
    given.body?.replaces !== undefined &&
    (given.message ?? given.answers) !== undefined
  ) {
    sendByItself(step, given);
    return endReply();
  }
  if (isConversationGone(step, given, error)) {
    endReply();
    return sendInNewConversation(step, given);
  }
  if (!step.isOnline) {
    if (given.message) applyFact(step, { type: 'delivery-changed', key: given.id, delivery: { state: 'waiting' } });
    return endReply();
  }
  if (error.code === 'session_failed') addEffect(step, { type: 'report', error });
  if (error.code === 'CONFLICT') {
    endReply();
    onConflict(step, given);
  } else if (given.message) {
    giveUp(step, given, error, endReply);
  } else {
    const { code, message, retryAt } = describeError(error, step.now);
    dropSend(step, given.id);
    if (key !== undefined)
      applyFact(step, { type: 'reply-failed', key, failure: { ...toFailure(given.answers, code, message), retryAt } });
    // The continuation may exist already, or be in progress.
    if (given.continues === undefined) return;
    list(step, 'sync-here');
    if (isLost(error) && step.hasServer) setWork(step, { shouldProbe: true });
  }
}

/**
 * Sends a replacement on its own, as a new message or as the only answer to its question, because the message it
 * replaces was never stored or belongs to an ended conversation.
 */
function sendByItself(step: Stepping, given: Send): void {
  // A replaced text that only this browser has is still hidden here in favour of the new reply.
  const alone = given.message
    ? { ...given, replaces: undefined, body: undefined, delivery: { ...given.delivery, replaces: undefined } }
    : given;
  keepSend(step, given.body && !given.message ? { ...alone, body: { ...given.body, replaces: undefined } } : alone);
}

/**
 * Whether a send was refused because the server no longer has the conversation. If a new conversation refuses it as
 * well, that is not the reason.
 */
function isConversationGone({ state, hasServer }: Stepping, given: Send, error: unknown): boolean {
  return (
    hasServer &&
    isWidgetError(error) &&
    error.code === 'NOT_FOUND' &&
    state.conversationId !== undefined &&
    !state.work.hasBegunAnew &&
    given.continues === undefined
  );
}

/** Starts a new conversation and sends the pending message, or the unanswered question, again in it. */
function sendInNewConversation(step: Stepping, given: Send): void {
  const { conversationId, messages } = step.state;
  if (conversationId === undefined) return;
  setWork(step, { hasBegunAnew: true });
  end(step, conversationId);
  addEffect(step, { type: 'leave-session', conversationId });
  const question = given.message ? undefined : findMessage(messages, given.answers);
  if (!question) return;
  dropSend(step, given.id);
  addEffect(step, { type: 'settled', id: given.id });
  const { originalMessageId: _id, failure: _failure, ...message } = question;
  const id = messageKey(question);
  send(step, { message: { ...message, id }, respond: true });
  // In other tabs the message belongs to the ended conversation; the server's list corrects that.
  const sent = findSend(step.state, id);
  if (sent) keepSend(step, { ...sent, attempt: 1 });
}

/** Another reply is running: shows it until it ends, then sends this one. */
function onConflict(step: Stepping, given: Send): void {
  const conflicts = step.state.work.conflicts + 1;
  setWork(step, { conflicts });
  if (conflicts > CONFLICT_MAX) {
    setWork(step, { conflicts: 0 });
    giveUp(step, given, new WidgetError('busy'));
  } else followForeign(step, true);
}

/** The other reply cannot be read either: retry after a pause. */
export function waitForConflict(step: Stepping): void {
  begin(step, { type: 'pause' });
  addEffect(step, { type: 'wait', name: 'pause', ms: CONFLICT_PAUSE_MS * step.state.work.conflicts });
}

/**
 * Stops retrying: only the visitor can send it again. A refusal is final; if the request got no response or was
 * aborted, the server may still have it.
 */
function giveUp(step: Stepping, given: Send, error: unknown, then: () => void = () => undefined): void {
  const failure = describeError(error, step.now);
  const delivery = { state: 'failed' as const, ...failure, replaces: given.delivery.replaces };
  keepSend(step, { ...given, delivery });
  if (given.message)
    applyFact(step, { type: 'delivery-changed', key: given.id, delivery: { state: 'failed', ...failure } });
  then();
  if (!isLost(error) || !step.hasServer) return;
  begin(step, { type: 'look', id: given.id });
  list(step, 'task');
  addEffect(step, { type: 'wait', name: 'look', ms: PROBE_TIMEOUT_MS });
}

/** Whether a failed send may have reached the server. */
function isLost(error: unknown): boolean {
  return isRetryable(error) || (isWidgetError(error) && error.code === 'ABORTED');
}

/** Ends the check for an abandoned send: if the server has it, shows its running reply. */
export function endLook(step: Stepping, { attempt, id }: Extract<Task, { type: 'look' }>): void {
  endTask(step, attempt);
  addEffect(step, { type: 'unwait', name: 'look' });
  if (!Object.hasOwn(step.state.deliveries, id)) followForeign(step, false);
}

/** Describes an error for the visitor: the code of its root cause, a sentence, and when a rate limit ends. */
export function describeError(
  error: unknown,
  now: number,
): { code: ErrorCode; message: string; retryAt?: number | undefined } {
  if (!isWidgetError(error)) return { code: 'failed', message: new WidgetError('failed').message };
  const { code, retryAfterMs } = rootError(error);
  return {
    code,
    message: error.message,
    ...(code === 'LIMITS_REACHED' && retryAfterMs !== undefined && { retryAt: now + retryAfterMs }),
  };
}
