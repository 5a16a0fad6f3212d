import { createStore, type StoreApi } from 'zustand/vanilla';
import { isWidgetError, WidgetError } from '../errors';
import type { WidgetEnvironment } from '../lib/environment';
import { createPacedSchedule } from '../lib/frames';
import { createJoinedText } from '../lib/joinedText';
import type { Effect, Event, EventOf, Fact, Origin, Surroundings } from './events';
import { EMPTY_CONVERSATION, type EngineState } from './state';
import { onListed, resumeWork } from './step/list';
import { addEffect, applyFact, dropSend, endTask, findSend, keepSend, setWork, type Stepping } from './step/log';
import {
  acquire,
  advance,
  onBecameWriter,
  onCreated,
  onLostWriter,
  onPageHidden,
  requestReply,
  retry,
  send,
  takeOverReply,
} from './step/sending';
import { endHere, onReconnecting, onStopAnswered, onStreamEnded, onStreamEvent, stop } from './step/streaming';
import { onLoaded, onSendRead, onSendsRead, onSilence, onTabMessage, onTabRestart, restart } from './step/tabs';
import { endLook, onCreateFailed } from './step/unsent';

/** Pause before the lock is requested again after the browser refused it, in milliseconds. */
const LOCK_RETRY_MS = 1_000;

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

/** The conversation's state, and the only way to change it. */
export interface ConversationStore {
  readonly store: StoreApi<EngineState>;
  /**
   * Takes a step. Streamed text is batched until the next render; all other events are applied at once, after the
   * batched text.
   */
  readonly dispatch: (event: Event) => void;
  /** Applies a fact. @default 'here' */
  readonly addFact: (fact: Fact, origin?: Origin) => void;
  /** Applies the batched text now. */
  readonly flush: () => void;
  /** Subscribes to the effects of the steps: each is delivered once, after the state change, in order. */
  readonly onEffect: (listener: (effect: Effect) => void) => () => void;
  /** The same store, with changes allowed only until the signal is aborted. */
  readonly until: (closed: AbortSignal) => ConversationStore;
}

/**
 * How often a growing reply is rendered: every second frame at 60 Hz. Faster updates do not help reading, and this
 * halves the cost of parsing, rendering and layout, which saves battery on phones.
 */
const TEXT_INTERVAL_MS = 30;

type TokenEvent = EventOf<'stream-event'> & { readonly event: { readonly type: 'token' } };

function isToken(event: Event): event is TokenEvent {
  return event.type === 'stream-event' && event.event.type === 'token';
}

function joinTokens(buffered: TokenEvent, next: TokenEvent): TokenEvent | undefined {
  if (buffered.attempt !== next.attempt) return undefined;
  const token = buffered.event.data.token + next.event.data.token;
  return { ...next, event: { ...next.event, data: { token } } };
}

/** Text changes the state before a frame, and at most every 30 ms, however fast tokens arrive. */
export function createConversationStore({
  clock,
  connectivity,
  onFrame,
  hasServer,
}: Pick<WidgetEnvironment, 'clock' | 'connectivity' | 'onFrame'> & Pick<Surroundings, 'hasServer'>): ConversationStore {
  const store = createStore<EngineState>(() => EMPTY_CONVERSATION);
  const listeners = new Set<(effect: Effect) => void>();
  const effects: Effect[] = [];
  let isDraining = false;

  function take(event: Event): void {
    const surroundings: Surroundings = { now: clock.now(), isOnline: connectivity.isOnline(), hasServer };
    const stepped = step(store.getState(), event, surroundings);
    effects.push(...stepped.effects);
    store.setState(stepped.state, true);
    // An event during an effect changes the state at once; its effects are queued.
    if (isDraining) return;
    isDraining = true;
    try {
      for (let effect = effects.shift(); effect; effect = effects.shift())
        for (const listener of [...listeners]) carryOut(listener, effect);
    } finally {
      isDraining = false;
    }
  }

  /** If a runner throws, the task of its effect still ends. */
  function carryOut(listener: (effect: Effect) => void, effect: Effect): void {
    try {
      listener(effect);
    } catch (error) {
      take({ type: 'effect-failed', effect, error });
    }
  }

  const tokens = createJoinedText(createPacedSchedule(onFrame, clock, TEXT_INTERVAL_MS), joinTokens, take);

  function dispatch(event: Event): void {
    if (isToken(event)) tokens.add(event);
    else {
      tokens.flush();
      take(event);
    }
  }

  function createHandle(closed?: AbortSignal): ConversationStore {
    function dispatchUntil(event: Event): void {
      if (!closed?.aborted) dispatch(event);
    }
    return {
      store,
      dispatch: dispatchUntil,
      addFact(fact, origin = 'here') {
        dispatchUntil({ type: 'fact', fact, origin });
      },
      flush: tokens.flush,
      onEffect(listener) {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
        };
      },
      until: createHandle,
    };
  }
  return createHandle();
}
