import type { CancelTimer } from '../lib/clock';
import type { Emitter } from '../lib/emitter';
import type { NumberedReplyEvent } from '../api/replyEvents';
import { conversationStatus } from '../conversation/conversationState';
import type { AppliedEvent, ConversationStore } from '../conversation/conversationStore';
import { isVisitors } from '../conversation/history';
import { trackReceive, trackSend } from '../tracking';
import type { WidgetEventMap } from './widgetEvents';
import type { WidgetStore } from './widgetStore';

/** Tells listeners what happens to the conversation (contract 2.5). */
export interface Announcer {
  /** An event of the stream; tokens are told when they are applied, joined per frame. */
  readonly onStreamEvent: (event: NumberedReplyEvent) => void;
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

  const stopApplied = conversation.onApplied((applied) => {
    const { event, origin } = applied;
    const { conversationId } = store.getState();
    if (origin === 'here' && event.type === 'message-sent' && event.message.extra?.hidden !== true) {
      events.emit('send', { message: event.message, conversationId });
      if (isVisitors(event.message)) events.emit('track', trackSend(widgetId));
    }
    if (origin === 'here' && event.type === 'reply-end' && event.message) events.emit('receive', { message: event.message, conversationId });
    if (origin === 'here' && event.type === 'text-delta') events.emit('item', { type: 'token', data: { token: event.text }, messageId: liveMessageId });
    countUnread(applied);
  });

  function countUnread({ event, origin }: AppliedEvent): void {
    const isNew = origin === 'here' || origin === 'other';
    const message = event.type === 'reply-end' || event.type === 'message-received' ? event.message : undefined;
    if (!isNew || message?.type !== 'bot' || view.getState().isOpen) return;
    view.setState(({ unread }) => ({ unread: unread + 1 }));
  }

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
    onStreamEvent(event) {
      events.emit('item', { type: event.type, data: event.data, messageId: store.getState().reply?.messageId });
      if (event.type === 'result') events.emit('track', trackReceive(widgetId, event.data.usage.token));
    },
    close() {
      cancelFrame?.();
      stopApplied();
      stopState();
      stopView();
    },
  };
}
