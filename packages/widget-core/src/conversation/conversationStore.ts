import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Clock } from '../lib/clock';
import { createPacedSchedule, type Schedule } from '../lib/frames';
import type { ConversationEvent } from './conversationEvents';
import { conversationReducer, EMPTY_CONVERSATION } from './conversationReducer';
import type { ConversationState } from './conversationState';
import { createJoinedText } from './joinedText';

/**
 * Where an event comes from: it happened in this tab (`here`), another tab told us (`other`), it was read back from this
 * browser's storage (`storage`) or from the server's message list (`server`). Only what happened here is told to other tabs.
 */
export type EventOrigin = 'here' | 'other' | 'storage' | 'server';

/** An event that has been applied. */
export interface AppliedEvent {
  readonly event: ConversationEvent;
  readonly origin: EventOrigin;
  /** The stream event up to which the state is complete, for resuming after it. */
  readonly lastEventId: string | undefined;
}

/** The conversation's state, and the only way to change it. */
export interface ConversationStore {
  readonly store: StoreApi<ConversationState>;
  /** Applies an event. Text is joined until it is drawn next; everything else is applied at once, behind the text that came before. */
  readonly dispatch: (event: ConversationEvent, options?: { readonly origin?: EventOrigin; readonly lastEventId?: string | undefined }) => void;
  /** Applies joined text now. */
  readonly flush: () => void;
  /** Hears every applied event, joined as applied, after the state has changed. */
  readonly onApplied: (listener: (applied: AppliedEvent) => void) => () => void;
}

/**
 * How often a growing reply is drawn: every second frame of a usual screen. Nobody reads faster, and reading, drawing and laying out cost
 * half of what every frame would, on a phone's battery as well.
 */
const TEXT_INTERVAL_MS = 30;

/**
 * A store around the reducer.
 *
 * @param onFrame - calls back before the next frame: text changes the state before a frame, and at most every 30 ms, however fast tokens come
 */
export function createConversationStore(onFrame: Schedule, clock: Clock): ConversationStore {
  const store = createStore<ConversationState>(() => EMPTY_CONVERSATION);
  const listeners = new Set<(applied: AppliedEvent) => void>();

  function apply(applied: AppliedEvent): void {
    const next = conversationReducer(store.getState(), applied.event);
    store.setState(next, true);
    for (const listener of [...listeners]) listener(applied);
  }

  const text = createJoinedText(createPacedSchedule(onFrame, clock, TEXT_INTERVAL_MS), (joined) => { apply({ ...joined, origin: 'here' }); });

  return {
    store,
    dispatch(event, { origin = 'here', lastEventId } = {}) {
      // What other tabs tell has been joined by them.
      if (event.type === 'text-delta' && origin === 'here') {
        text.add(event, lastEventId);
        return;
      }
      text.flush();
      apply({ event, origin, lastEventId });
    },
    flush: text.flush,
    onApplied(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
