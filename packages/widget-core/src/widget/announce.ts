import type { CancelTimer } from '../lib/clock';
import type { Emitter } from '../lib/emitter';
import { conversationStatus, isPlaced, isVisible, messageKey } from '../conversation/state';
import type { EffectOf, Fact } from '../conversation/events';
import type { ConversationStore } from '../conversation/machine';
import { isVisitors, type Message } from '../api/message';
import { trackReceive, trackSend } from '../tracking';
import type { WidgetEventMap } from './widgetEvents';
import type { WidgetStore } from './widgetStore';

/** Emits the events of a conversation (contract 2.5). */
export interface Announcer {
  readonly close: () => void;
}

/** Options of `createAnnouncer`. */
export interface AnnouncerOptions {
  readonly widgetId: string;
  readonly conversation: ConversationStore;
  readonly view: WidgetStore;
  readonly events: Emitter<WidgetEventMap>;
  readonly onFrame: (callback: () => void) => CancelTimer;
}

/** @see Announcer */
export function createAnnouncer({ widgetId, conversation, view, events, onFrame }: AnnouncerOptions): Announcer {
  const { store } = conversation;
  let cancelFrame: CancelTimer | undefined;
  let liveMessageId: string | undefined;
  /** Added messages to the visitor that are not announced yet, by render key. */
  const added = new Map<string, Message>();

  function onFact({ fact, origin }: EffectOf<'fact-applied'>): void {
    const { conversationId } = store.getState();
    if (origin === 'here' && fact.type === 'message-sent' && fact.message.extra?.hidden !== true) {
      events.emit('send', { message: fact.message, conversationId });
      if (isVisitors(fact.message)) events.emit('track', trackSend(widgetId));
    }
    // Tokens are emitted when they are applied, once per frame.
    if (origin === 'here' && fact.type === 'text-delta')
      events.emit('item', { type: 'token', data: { token: fact.text }, messageId: liveMessageId });
    if (fact.type === 'history-loaded' || fact.type === 'messages-replaced') added.clear();
    if (!ARRIVALS.has(fact.type) || added.size === 0) return;
    const arrived = [...added.values()];
    added.clear();
    if (origin === 'storage') return;
    // A message that the page itself added counts as unread, but emits no event.
    if (origin !== 'other' && fact.type !== 'message-received')
      for (const message of arrived) events.emit('receive', { message, conversationId });
    if (!view.getState().isOpen) view.setState(({ unread }) => ({ unread: unread + arrived.length }));
  }

  const stopEffects = conversation.onEffect((effect) => {
    if (effect.type === 'fact-applied') onFact(effect);
    if (effect.type !== 'reply-event') return;
    const { event, messageId } = effect;
    events.emit('item', { type: event.type, data: event.data, messageId });
    if (event.type === 'result') events.emit('track', trackReceive(widgetId, event.data.usage.token));
  });

  const stopState = store.subscribe((state, before) => {
    liveMessageId = state.reply?.messageId;
    const status = conversationStatus(state);
    if (status !== conversationStatus(before)) events.emit('statuschange', { value: status });
    if (state.messages === before.messages) return;
    for (const message of findAdded(before.messages, state.messages)) added.set(messageKey(message), message);
    cancelFrame ??= onFrame(() => {
      cancelFrame = undefined;
      events.emit('messageschange', { value: store.getState().messages });
    });
  });

  const stopView = view.subscribe((state, before) => {
    if (state.isOpen !== before.isOpen) events.emit('openchange', { value: state.isOpen });
    if (state.isMaximized !== before.isMaximized) events.emit('maximizechange', { value: state.isMaximized });
    if (state.unread !== before.unread) events.emit('unreadchange', { value: state.unread });
    if (state.language !== before.language) events.emit('languagechange', { value: state.language });
    if (state.contact !== before.contact) events.emit('contactchange', { value: state.contact });
  });

  return {
    close() {
      cancelFrame?.();
      stopEffects();
      stopState();
      stopView();
    },
  };
}

/**
 * Facts that can bring messages to the visitor: a reply, a message of the page, or a list with a human agent's
 * messages.
 */
const ARRIVALS: ReadonlySet<Fact['type']> = new Set([
  'reply-end',
  'reply-failed',
  'message-received',
  'history-synced',
]);

/**
 * Finds new messages to the visitor at the end of the list. The first list of a conversation, and older messages that
 * are loaded later, are not new.
 */
function findAdded(before: readonly Message[], now: readonly Message[]): readonly Message[] {
  const names = new Set(before.flatMap((message) => [message.id, messageKey(message)]));
  const isKnown = (message: Message): boolean => names.has(message.id) || names.has(messageKey(message));
  const last = now.findLastIndex((message) => isKnown(message) && (message.type === 'bot' || isPlaced(message)));
  const start = last < 0 ? now.findIndex(isKnown) : last;
  if (start < 0 && now.length > 1) return [];
  return now
    .slice(start + 1)
    .filter((message) => message.type === 'bot' && isVisible(message, true) && !isKnown(message));
}
