import { WidgetError } from '../../errors';
import { assertNever } from '../../lib/assertNever';
import type { Effect, Event, Surroundings } from './events';
import type { EngineState } from '../state';
import { goOn, onListed } from './history';
import {
  advance,
  endLook,
  endTask,
  onCreated,
  onCreateFailed,
  retry,
  send,
  takeOverReply,
  requestReply,
} from './sending';
import { endHere, onStopAnswered, onStreamEnded, onStreamEvent, stop } from './streaming';
import {
  onBecameWriter,
  onLoaded,
  onLostWriter,
  onSendRead,
  onSendsRead,
  onSilence,
  onTabMessage,
  onTabRestart,
  restart,
} from './tabs';
import { dropSend, findSend, happen, keepSend, type Stepping } from './stepping';

/** What came of an event: the new state, and what is to be done. */
export interface Stepped {
  readonly state: EngineState;
  readonly effects: readonly Effect[];
}

/**
 * What a conversation is after something happened, and what is wanted next.
 *
 * Pure: no clock, no storage, no network, no promise. An event about something that is over changes nothing. The order
 * of the effects is the order in which they are to be carried out.
 */
export function step(state: EngineState, event: Event, surroundings: Surroundings): Stepped {
  const stepping: Stepping = { ...surroundings, state, effects: [] };
  take(stepping, event);
  // What is only said or drawn changes nothing of what there is to do.
  if (event.type !== 'stream-event' || stepping.state.work.task === undefined) advance(stepping, event.type === 'told');
  return { state: stepping.state, effects: stepping.effects };
}

function take(step: Stepping, event: Event): void {
  switch (event.type) {
    case 'fact':
      return happen(step, event.fact, event.origin, event.lastEventId);
    case 'send':
      return send(step, event);
    case 'wish':
      return requestReply(step, event);
    case 'retry':
      return retry(step, event.id);
    case 'stop':
      return stop(step);
    case 'restart':
      return restart(step, event);
    case 'go-on':
      return goOn(step, event);
    case 'online':
      return;
    case 'loaded':
      return onLoaded(step, event);
    case 'sends-read':
      return onSendsRead(step, event);
    case 'send-read':
      return onSendRead(step, event);
    case 'became-writer':
      return onBecameWriter(step, event);
    case 'lost-writer':
      return onLostWriter(step);
    case 'told':
      return onTabMessage(step, event);
    case 'told-restart':
      return onTabRestart(step, event);
    case 'timer':
      return onTimer(step, event.name);
    default:
      return takeFromNetwork(step, event);
  }
}

type FromNetwork = Extract<
  Event,
  {
    type:
      | 'body-made'
      | 'send-missing'
      | 'stream-event'
      | 'stream-reconnecting'
      | 'stream-ended'
      | 'created'
      | 'create-failed'
      | 'listed'
      | 'stop-answered';
  }
>;

function takeFromNetwork(step: Stepping, event: FromNetwork): void {
  switch (event.type) {
    case 'body-made': {
      const send = findSend(step.state, event.id);
      return send && keepSend(step, { ...send, body: event.body });
    }
    case 'send-missing':
      dropSend(step, event.id);
      return onStreamEnded(step, { attempt: event.attempt, error: new WidgetError('ABORTED') });
    case 'stream-event':
      return onStreamEvent(step, event);
    case 'stream-reconnecting':
      return onReconnecting(step, event);
    case 'stream-ended':
      return onStreamEnded(step, event);
    case 'created':
      return onCreated(step, event);
    case 'create-failed':
      return onCreateFailed(step, event);
    case 'listed':
      return onListed(step, event);
    case 'stop-answered':
      return onStopAnswered(step, event);
    default:
      return assertNever(event);
  }
}

function onReconnecting(
  step: Stepping,
  { attempt, isReconnecting }: Extract<Event, { type: 'stream-reconnecting' }>,
): void {
  const { task } = step.state.work;
  if (task?.type === 'stream' && task.attempt === attempt && task.key !== undefined)
    happen(step, { type: 'reply-reconnecting', key: task.key, isReconnecting });
}

function onTimer(step: Stepping, name: Extract<Event, { type: 'timer' }>['name']): void {
  const { task, stopping } = step.state.work;
  if (name === 'silence') onSilence(step);
  else if (name === 'stop' && stopping !== undefined) endHere(step, stopping);
  else if (name === 'handover' && task?.type === 'handover') {
    endTask(step, task.attempt);
    takeOverReply(step, task.key);
  } else if (name === 'pause' && task?.type === 'pause') endTask(step, task.attempt);
  else if (name === 'look' && task?.type === 'look') endLook(step, task);
}
