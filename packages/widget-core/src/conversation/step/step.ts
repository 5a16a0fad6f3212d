import { isWidgetError, WidgetError } from '../../errors';
import type { Message } from '../../api/message';
import type { Effect, Event, EventOf, Surroundings } from '../events';
import type { EngineState } from '../state';
import { beginsWithAnswer, behind, findReply, hasOpenQuestion, readItems } from './history';
import { dropSend, findSend, applyFact, keepSend, list, setWork, addEffect, type Stepping } from './log';
import { toFailure } from './replies';
import {
  advance,
  endLook,
  endTask,
  onCreated,
  onCreateFailed,
  openStream,
  requestReply,
  retry,
  send,
  takeOverReply,
} from './sending';
import { endHere, onReconnecting, onRepaired, onStopAnswered, onStreamEnded, onStreamEvent, stop } from './streaming';
import {
  acquire,
  onBecameWriter,
  onLoaded,
  onLostWriter,
  onPageHidden,
  onSendRead,
  onSendsRead,
  onSilence,
  onTabMessage,
  onTabRestart,
  takeOverSends,
  restart,
} from './tabs';

/** Pause before the lock is requested again after the browser refused it, in milliseconds. */
const LOCK_RETRY_MS = 1_000;

/** Result of a step: the new state and the effects. */
export interface Stepped {
  readonly state: EngineState;
  readonly effects: readonly Effect[];
}

/**
 * Returns the state after an event, and the effects of the step in execution order.
 *
 * Pure: no clock, storage, network or promises. Events of ended work are ignored.
 */
export function step(state: EngineState, event: Event, surroundings: Surroundings): Stepped {
  const stepping: Stepping = { ...surroundings, state, effects: [] };
  handle(stepping, event);
  // Streamed text does not change which task is next.
  if (event.type !== 'stream-event' || stepping.state.work.task === undefined)
    advance(stepping, event.type === 'tab-message');
  return { state: stepping.state, effects: stepping.effects };
}

type Handlers = {
  readonly [Type in Event['type']]: (step: Stepping, event: EventOf<Type>) => void;
};

/** The handler of each event. */
const HANDLERS: Handlers = {
  fact: (step, { fact, origin, lastEventId }) => {
    applyFact(step, fact, origin, lastEventId);
  },
  send,
  'request-reply': requestReply,
  retry,
  stop,
  restart,
  resume: resumeWork,
  online: () => undefined,
  'page-hidden': onPageHidden,
  'page-shown': (step) => {
    setWork(step, { isPaused: false });
  },
  loaded: onLoaded,
  'sends-read': onSendsRead,
  'send-read': onSendRead,
  'became-writer': onBecameWriter,
  'lost-writer': onLostWriter,
  'lock-failed': (step) => {
    addEffect(step, { type: 'wait', name: 'lock', ms: LOCK_RETRY_MS });
  },
  'body-made': (step, { id, body }) => {
    const made = findSend(step.state, id);
    if (made) keepSend(step, { ...made, body });
  },
  'send-missing': (step, { id, attempt }) => {
    dropSend(step, id);
    onStreamEnded(step, { attempt, error: new WidgetError('ABORTED') });
  },
  'stream-event': onStreamEvent,
  'stream-reconnecting': onReconnecting,
  'stream-ended': onStreamEnded,
  created: onCreated,
  'create-failed': onCreateFailed,
  listed: onListed,
  'stop-answered': onStopAnswered,
  'tab-message': onTabMessage,
  'tab-restarted': onTabRestart,
  timer: onTimer,
  'effect-failed': onEffectFailed,
};

function handle<Type extends Event['type']>(step: Stepping, event: EventOf<Type>): void {
  HANDLERS[event.type](step, event);
}

/** A task or the streaming tab took too long. */
function onTimer(step: Stepping, { name }: EventOf<'timer'>): void {
  const { task, stopping, lock } = step.state.work;
  if (name === 'silence') onSilence(step);
  else if (name === 'lock' && lock === 'waiting') acquire(step, false);
  else if (name === 'stop' && stopping !== undefined) endHere(step, stopping);
  else if (name === 'handover' && task?.type === 'handover') {
    endTask(step, task.attempt);
    takeOverReply(step, task.key);
  } else if (name === 'pause' && task?.type === 'pause') endTask(step, task.attempt);
  else if (name === 'look' && task?.type === 'look') endLook(step, task);
}

/** Ends the task of an effect that threw, as if the network had failed with that error. */
function onEffectFailed(step: Stepping, { effect, error: cause }: EventOf<'effect-failed'>): void {
  const error = isWidgetError(cause) ? cause : new WidgetError('failed', { cause });
  if (effect.type === 'open-stream' || effect.type === 'resume-stream')
    onStreamEnded(step, { attempt: effect.attempt, error });
  else if (effect.type === 'create-message')
    onCreateFailed(step, { type: 'create-failed', attempt: effect.attempt, error });
  else if (effect.type === 'list-messages') onListed(step, { ...effect, type: 'listed', outcome: { error } });
  else if (effect.type === 'stop-run')
    onStopAnswered(step, { type: 'stop-answered', key: effect.key, isConfirmed: false });
  if (effect.type !== 'report') addEffect(step, { type: 'report', error });
}

/**
 * The page is active, for the first time or again: resumes unfinished work, and fetches from the server what it missed.
 */
function resumeWork(step: Stepping, { session, stored }: EventOf<'resume'>): void {
  if (stored) {
    takeOverSends(step, stored.sends);
    apply(step, stored.messages, 'storage');
  }
  addEffect(step, { type: 'post', message: { type: 'state?' } });
  if (!step.hasServer || !step.isOnline || session === 'none') return;
  // A stale session is renewed only if a question is unanswered.
  if (session === 'stale' && !hasOpenQuestion(step.state)) return;
  if (step.state.messages.length === 0) applyFact(step, { type: 'loading-changed', isLoading: true }, 'storage');
  list(step, 'refresh');
}

/** The message list request has ended, with the list or an error. */
function onListed(step: Stepping, { attempt, purpose, outcome }: EventOf<'listed'>): void {
  const messages = 'error' in outcome ? [] : readItems(step.state, outcome);
  if (purpose === 'task') onListedForTask(step, attempt, messages, 'error' in outcome ? outcome.error : undefined);
  else if (purpose === 'refresh') {
    apply(step, messages, 'server');
    applyFact(step, { type: 'loading-changed', isLoading: false }, 'storage');
    if ('error' in outcome) addEffect(step, { type: 'report', error: outcome.error });
    else if (hasOpenQuestion(step.state)) setWork(step, { shouldProbe: true });
  } else apply(step, messages, purpose === 'sync' ? 'server' : 'here');
}

function onListedForTask(step: Stepping, attempt: number, messages: readonly Message[], error: unknown): void {
  const { task } = step.state.work;
  if (task?.attempt !== attempt) return;
  if (task.type === 'check') {
    endTask(step, attempt);
    const given = step.state.sends.find(({ id }) => id === task.id);
    if (!given) return;
    if (!beginsWithAnswer(behind(step.state, messages, given.answers))) return openStream(step, given);
    apply(step, messages, 'server');
    dropSend(step, given.id);
    addEffect(step, { type: 'settled', id: given.id });
  } else if (task.type === 'look') {
    apply(step, messages, 'here');
    endLook(step, task);
  } else if (task.type === 'repair') repair(step, task.key, messages, error);
}

/** Shows the message of a lost reply, complete or broken off, if the server has it. */
function repair(step: Stepping, key: string, list: readonly Message[], error: unknown): void {
  const { reply } = step.state;
  if (reply?.key === key && error === undefined) {
    const found = findReply(step.state, reply, list);
    if (found?.failure)
      applyFact(step, {
        type: 'reply-failed',
        key,
        failure: toFailure(reply.answers, found.failure.code, found.failure.message),
      });
    else if (found) applyFact(step, { type: 'reply-end', key, message: { ...found, originalMessageId: key } });
    apply(step, list, 'server');
  }
  onRepaired(step, key, error);
}

/** Merges the server's list, or messages stored by other tabs, into the shown messages. */
function apply(step: Stepping, messages: readonly Message[], origin: 'server' | 'here' | 'storage'): void {
  if (messages.length === 0) return;
  applyFact(step, { type: 'history-synced', messages: [...messages] }, origin);
  for (const { id, delivery, message, order } of step.state.sends) {
    // Abandoned here, or sent by another tab whose report did not arrive.
    const isOpen = delivery.state === 'failed' || order === undefined;
    const listed = isOpen && message && messages.find(({ originalMessageId }) => originalMessageId === id);
    if (!listed) continue;
    dropSend(step, id);
    applyFact(step, { type: 'message-stored', key: id, id: listed.id });
  }
}
