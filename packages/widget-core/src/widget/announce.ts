import type { CancelTimer } from '../lib/clock';
import type { Emitter } from '../lib/emitter';
import { conversationStatus } from '../conversation/state';
import type { Effect } from '../conversation/events';
import type { ConversationStore } from '../conversation/store';
import { isVisitors } from '../api/message';
import { trackReceive, trackSend } from '../tracking';
import type { WidgetEventMap } from './widgetEvents';
import type { WidgetStore } from './widgetStore';

/** Emits the events of a conversation (contract 2.5). */
export interface Announcer {
  readonly close: () => void;
}

/** What announcing needs. */
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

  function onFact({ fact, origin }: Extract<Effect, { type: 'fact-applied' }>): void {
    const { conversationId } = store.getState();
    if (origin === 'here' && fact.type === 'message-sent' && fact.message.extra?.hidden !== true) {
      events.emit('send', { message: fact.message, conversationId });
      if (isVisitors(fact.message)) events.emit('track', trackSend(widgetId));
    }
    if (origin === 'here' && fact.type === 'reply-end' && fact.message)
      events.emit('receive', { message: fact.message, conversationId });
    // Tokens are emitted when they are applied, joined per frame.
    if (origin === 'here' && fact.type === 'text-delta')
      events.emit('item', { type: 'token', data: { token: fact.text }, messageId: liveMessageId });
    const message = fact.type === 'reply-end' || fact.type === 'message-received' ? fact.message : undefined;
    if ((origin === 'here' || origin === 'other') && message?.type === 'bot' && !view.getState().isOpen)
      view.setState(({ unread }) => ({ unread: unread + 1 }));
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
