import { type Message, withoutLocalAddresses } from '../../api/message';
import type { MessageCreateRequest } from '../../api/requests';
import type { EventOf } from '../events';
import { type EngineState, messageKey, type Send, type StreamTask } from '../state';
import {
  addEffect,
  applyFact,
  begin,
  dropSend,
  endTask,
  findSend,
  isQueued,
  keepSend,
  list,
  nextOrder,
  setWork,
  type Stepping,
  unqueue,
  withSend,
} from './log';
import { isReasoning } from './replies';

/** How long the final events of a reply may take to arrive from the tab that streamed it, in milliseconds. */
const HANDOVER_MS = 100;

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
    .filter((send) => isQueued(send) && (!send.message || messages.some((known) => messageKey(known) === send.id)))
    .sort((first, second) => (first.order ?? 0) - (second.order ?? 0) || (first.id < second.id ? -1 : 1))[0];
}

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
  const mayBeUnsent = sends.some((send) => isQueued(send) && (send.message ? send.id : send.answers) === reply.answers);
  // The server may not have received it: send it again under the same id.
  if (reply.runId === undefined && mayBeUnsent) return applyFact(step, { type: 'reply-end', key });
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

export function acquire(step: Stepping, isForced: boolean): void {
  setWork(step, { lock: 'waiting' });
  addEffect(step, { type: 'acquire', isForced });
}

export function release(step: Stepping): void {
  if (step.state.work.lock === 'none') return;
  setWork(step, { lock: 'none' });
  addEffect(step, { type: 'release' });
}

/** This tab holds the lock: it sends what is in storage. */
export function onBecameWriter(step: Stepping, { sends }: EventOf<'became-writer'>): void {
  setWork(step, { lock: 'held', task: undefined });
  updateSends(step, sends);
}

/** Applies what other tabs have added to and removed from the stored sends. */
export function updateSends(step: Stepping, sends: readonly Send[]): void {
  for (const known of step.state.sends) {
    const kept = sends.find(({ id }) => id === known.id);
    if (!kept && known.order === undefined) continue;
    // Removed by another tab, which reports its result.
    if (!kept) unqueue(step, known);
    else
      step.state = withSend(step.state, {
        ...kept,
        message: known.message ?? kept.message,
        delivery:
          kept.delivery.state === 'failed'
            ? kept.delivery
            : { ...known.delivery, state: known.delivery.state === 'waiting' ? 'waiting' : 'sending' },
      });
  }
}

export function onLostWriter(step: Stepping): void {
  if (step.state.work.task) addEffect(step, { type: 'close-stream' });
  setWork(step, { lock: 'none', task: undefined });
}

/** A page in the back/forward cache may neither hold a lock nor wait for one. */
export function onPageHidden(step: Stepping): void {
  if (step.state.work.task) addEffect(step, { type: 'close-stream' });
  setWork(step, { isPaused: true, task: undefined });
  release(step);
}
