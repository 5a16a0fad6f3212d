import { type ErrorCode, isWidgetError, WidgetError } from '../../errors';
import { isRetryable, rootError } from '../../http/retry';
import type { EventOf } from '../events';
import { findMessage, messageKey, type Send, type StreamTask, type Task } from '../state';
import {
  addEffect,
  applyFact,
  begin,
  dropSend,
  end,
  endTask,
  findSend,
  keepSend,
  list,
  setWork,
  type Stepping,
} from './log';
import { toFailure } from './replies';
import { followForeign, send } from './sending';

/** How often a send may wait for another running reply. */
const CONFLICT_MAX = 5;
const CONFLICT_PAUSE_MS = 1_000;
/** How long pending sends wait for the check whether the server has an abandoned one, in milliseconds. */
const PROBE_TIMEOUT_MS = 3_000;

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
