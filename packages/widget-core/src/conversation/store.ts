import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Clock } from '../lib/clock';
import type { Connectivity } from '../lib/environment';
import { createPacedSchedule, type Schedule } from '../lib/frames';
import { createJoinedText } from '../lib/joinedText';
import type { Effect, Event, EventOf, Fact, Origin, Surroundings } from './events';
import { EMPTY_CONVERSATION, type EngineState } from './state';
import { step } from './step/step';

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

/** Options of `createConversationStore`. */
export interface ConversationStoreOptions {
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  /**
   * Calls back before the next frame: text changes the state before a frame, and at most every 30 ms, however fast
   * tokens arrive.
   */
  readonly onFrame: Schedule;
  /** False with a transport of the host's own. */
  readonly hasServer: boolean;
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

/** Creates a store around the state machine. */
export function createConversationStore({
  clock,
  connectivity,
  onFrame,
  hasServer,
}: ConversationStoreOptions): ConversationStore {
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
