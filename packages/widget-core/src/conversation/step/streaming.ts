import { isVisitors, type Message } from '../../api/message';
import type { NumberedReplyEvent } from '../../api/replyEvents';
import { isWidgetError, WidgetError } from '../../errors';
import type { EventOf, Fact, ReplyEventOf } from '../events';
import { messageKey, type StreamTask, type Task } from '../state';
import { isActivity } from './history';
import { addEffect, applyFact, begin, dropSend, endTask, list, setWork, type Stepping } from './log';
import { endParts, hasContent, isUnfinished, toFailure, toMessage, withText } from './replies';
import { onUnsent, waitForConflict } from './unsent';

/** How long the stream may take to confirm a stop, in milliseconds. */
const STOP_PATIENCE_MS = 3_000;
/** Errors of a stream whose result is in the message list, if anywhere. */
const GONE_CODES: ReadonlySet<string> = new Set(['GONE', 'NOT_FOUND', 'NETWORK']);

type Reading = Extract<Task, { type: 'stream' }>;

export function onStreamEvent(step: Stepping, { attempt, event }: EventOf<'stream-event'>): void {
  let task = readingTask(step, attempt);
  if (!task) return;
  const live = step.state.reply;
  if (event.type === 'completeBegin') {
    // A different run than the one shown: the message list has the result of the shown one.
    if (live?.key === task.key && live?.runId !== undefined && live.runId !== event.data.id) {
      addEffect(step, { type: 'close-stream' });
      onStreamEnded(step, { attempt, error: new WidgetError('GONE') });
      return;
    }
    accept(step, task, event.data);
    task = readingTask(step, attempt) ?? task;
  }
  const { key } = task;
  if (!task.isAccepted) setTask(step, task, { isAccepted: true });
  if (key !== undefined && step.state.reply?.isReconnecting)
    applyFact(step, { type: 'reply-reconnecting', key, isReconnecting: false });
  if (event.type === 'waitForChannelMessageBegin')
    addEffect(step, { type: 'call-function', request: event.data, isReplay: task.sendId === undefined });
  if (event.type === 'waitForChannelMessageEnd') addEffect(step, { type: 'end-call', channel: event.data.channel });
  if (event.type === 'error')
    setTask(step, task, { failure: toFailure(task.answers, event.data.code, event.data.message) });
  if (event.type !== 'token') addEffect(step, { type: 'reply-event', event, messageId: step.state.reply?.messageId });
  if (key !== undefined) read(step, attempt, key, event);
  if (event.type === 'result') setTask(step, task, { isFinished: true });
}

export function onReconnecting(step: Stepping, { attempt, isReconnecting }: EventOf<'stream-reconnecting'>): void {
  const key = readingTask(step, attempt)?.key;
  if (key !== undefined) applyFact(step, { type: 'reply-reconnecting', key, isReconnecting });
}

function readingTask({ state: { work } }: Stepping, attempt: number): Reading | undefined {
  return work.task?.type === 'stream' && work.task.attempt === attempt ? work.task : undefined;
}

function setTask(step: Stepping, { attempt }: Reading, change: Partial<StreamTask>): void {
  const task = readingTask(step, attempt);
  if (task) setWork(step, { task: { ...task, ...change } });
}

/** The server has started the reply, so it has stored the send. */
function accept(
  step: Stepping,
  task: Reading,
  { id, messageId, userMessageId }: ReplyEventOf<'completeBegin'>['data'],
): void {
  const { messages, reply } = step.state;
  const rest = messages.find((message) => message.id === messageId && isUnfinished(message));
  const begins = { messageId, position: 0, thought: 0, thoughtPosition: 0 };
  if (task.sendId !== undefined) {
    dropSend(step, task.sendId);
    setWork(step, { conflicts: 0, hasBegunAnew: false });
  }
  if (task.key !== undefined) {
    const isRest = reply?.replaces !== undefined && reply.replaces === messageId;
    return setTask(step, task, isRest && rest ? { ...begins, position: reply.text.length } : begins);
  }
  const answered = messages.find((message) => message.id === userMessageId);
  const answers = answered && messageKey(answered);
  const continues = rest && { continues: rest.id };
  // The same run read again is the same reply.
  const key = rest ? messageKey(rest) : id;
  applyFact(step, {
    type: 'reply-start',
    key,
    ...(answers !== undefined && { answers }),
    ...continues,
    startedAt: step.now,
  });
  setTask(step, task, { ...begins, key, answers, position: rest ? (step.state.reply?.text.length ?? 0) : 0 });
}

function read(step: Stepping, attempt: number, key: string, event: NumberedReplyEvent): void {
  const task = readingTask(step, attempt);
  if (!task) return;
  const addFact = (fact: Fact): void => {
    applyFact(step, fact, 'here', event.id);
  };
  const stored = (id: string | null | undefined): void => {
    if (id && task.answers !== undefined) addFact({ type: 'message-stored', key: task.answers, id });
  };
  switch (event.type) {
    case 'completeBegin':
      stored(event.data.userMessageId);
      addFact({ type: 'reply-identified', key, runId: event.data.id, messageId: event.data.messageId });
      break;
    case 'message': {
      const message = event.data;
      if (isActivity(message)) addFact({ type: 'activity-added', key, activity: message });
      else if (message.id !== task.messageId && !isVisitors(message)) addFact({ type: 'message-received', message });
      break;
    }
    case 'token': {
      const { token } = event.data;
      setTask(step, task, { position: task.position + token.length });
      if (token !== '') addFact({ type: 'text-delta', key, offset: task.position, text: token });
      break;
    }
    case 'reasoningToken': {
      const { token } = event.data;
      setTask(step, task, { thoughtPosition: task.thoughtPosition + token.length });
      addFact({
        type: 'reasoning-delta',
        key,
        index: task.thought,
        offset: task.thoughtPosition,
        text: token,
        startedAt: step.now,
      });
      break;
    }
    case 'reasoningEnd':
      setTask(step, task, { thought: task.thought + 1, thoughtPosition: 0 });
      addFact({ type: 'reasoning-ended', key, index: task.thought, endedAt: step.now });
      break;
    case 'toolBegin': {
      const { callId, name, title, input } = event.data;
      addFact({
        type: 'tool-began',
        key,
        tool: { type: 'tool', callId, name, title, input, state: 'running', startedAt: step.now },
      });
      break;
    }
    case 'toolEnd': {
      const { durationMs: _, ...ended } = event.data;
      addFact({ type: 'tool-ended', key, ...ended, endedAt: step.now });
      break;
    }
    case 'result':
      stored(event.data.userMessageId);
      addFact(readEnd(task, key, event.data.end.reason, readResult(step, event.data, key)));
      break;
    default:
  }
}

/** The end of a reply: its message, or a failure if the model ended it without content. */
function readEnd({ answers }: Reading, key: string, reason: string, message: Message | undefined): Fact {
  return message || reason !== 'stop'
    ? { type: 'reply-end', key, message }
    : { type: 'reply-failed', key, failure: toFailure(answers, 'NO_ANSWER', 'The assistant gave no answer') };
}

/** The finished message; undefined when it has no text, files or parts, such as after an early stop. */
function readResult(
  { state: { reply }, now }: Stepping,
  result: ReplyEventOf<'result'>['data'],
  key: string,
): Message | undefined {
  const { reason } = result.end;
  const parts = result.parts ?? endParts(reply?.key === key ? withText(reply.parts, result.text) : [], now);
  if (result.text === '' && !result.attachments && !parts?.length) return undefined;
  return {
    id: result.id,
    originalMessageId: key,
    type: 'bot',
    text: result.text,
    createdAt: now,
    ...(result.references && { references: result.references }),
    ...(result.meta && { meta: result.meta }),
    ...(result.attachments?.length && { attachments: result.attachments }),
    ...(parts?.length && { parts }),
    ...((reason === 'abort' || reason === 'length') && { end: reason }),
  };
}

/** The stream has ended: the reply is complete, failed, lost, or never started. */
export function onStreamEnded(
  step: Stepping,
  { attempt, error }: Pick<EventOf<'stream-ended'>, 'attempt' | 'error'>,
): void {
  const task = readingTask(step, attempt);
  if (!task) return;
  endTask(step, attempt);
  const { key, isFinished, failure, isAccepted } = task;
  if (!isFinished && !failure && error && !isAccepted && task.sendId !== undefined) return onUnsent(step, task, error);
  const isGone = !isFinished && !failure && (!error || GONE_CODES.has(error.code));
  if (key === undefined) {
    // The conflicting reply could not be read.
    if (task.isConflict) waitForConflict(step);
    return;
  }
  if (isGone) {
    begin(step, { type: 'repair', key, then: task.then });
    if (step.hasServer) return list(step, 'task');
    return onRepaired(step, key, new WidgetError('GONE'));
  }
  const failed = failure ?? (!isFinished && error ? toFailure(task.answers, error.code, error.message) : undefined);
  if (failed) applyFact(step, { type: 'reply-failed', key, failure: failed });
  syncAfter(step, task.then);
}

function syncAfter(step: Stepping, then: StreamTask['then']): void {
  if (then !== 'nothing') list(step, then);
}

/** The message list did not contain the lost reply. */
export function onRepaired(step: Stepping, key: string, error: unknown): void {
  const { reply, work } = step.state;
  const then = work.task?.type === 'repair' ? work.task.then : 'nothing';
  setWork(step, { task: undefined });
  if (reply?.key === key) {
    const isKnown = isWidgetError(error) && error.code !== 'GONE';
    const failure = isKnown
      ? { ...toFailure(reply.answers, error.code, error.message), canRetry: true }
      : toFailure(reply.answers, 'GONE', 'The reply was interrupted');
    applyFact(step, { type: 'reply-failed', key, failure });
  }
  syncAfter(step, then);
}

/**
 * Stops the reply in every tab. The server stops it and the stream confirms that; if it does not, the reply ends here
 * with its text so far.
 */
export function stop(step: Stepping): void {
  const { reply, conversationId } = step.state;
  if (!reply) return addEffect(step, { type: 'settled', id: 'stop' });
  if (!step.hasServer) return endHere(step, reply.key);
  addEffect(step, { type: 'wait', name: 'stop', ms: STOP_PATIENCE_MS });
  // If the server has not started the reply, it is stopped once it has: a sent message cannot be withdrawn.
  setWork(step, { stopping: reply.key });
  if (conversationId !== undefined) addEffect(step, { type: 'stop-run', key: reply.key, reason: undefined });
}

/** The server has answered the stop request, or the request failed. */
export function onStopAnswered(step: Stepping, { key, isConfirmed }: EventOf<'stop-answered'>): void {
  if (step.state.work.stopping !== key) return;
  if (!isConfirmed) endHere(step, key);
  else if (step.state.reply?.key !== key || step.state.reply.runId !== undefined)
    addEffect(step, { type: 'settled', id: 'stop' });
}

export function endHere(step: Stepping, key: string): void {
  const { reply, work } = step.state;
  setWork(step, { stopping: undefined });
  addEffect(step, { type: 'settled', id: 'stop' });
  if (reply?.key !== key) return;
  const isStreaming = work.task?.type === 'stream' && work.task.key === key;
  if (isStreaming) addEffect(step, { type: 'close-stream' });
  if (reply.runId === undefined && isStreaming && work.task) {
    // The server did not accept it: the send can be retried.
    return onStreamEnded(step, { attempt: work.task.attempt, error: new WidgetError('ABORTED') });
  }
  if (isStreaming && work.task) endTask(step, work.task.attempt);
  const message: Message = { ...toMessage(step.state.messages, reply), createdAt: step.now, end: 'abort' };
  applyFact(step, { type: 'reply-end', key, ...(hasContent(reply) && { message }) });
  // The server may have written more than this tab received.
  list(step, 'sync-here');
}
