import type { Widget } from '@sotto/widget-core';
import type { WidgetListeners } from './hostedWidgetProps';

/** What a widget tells → the listeners of the newest render, with the details of the hosted widget's events. Ends with the widget. */
export function tellListeners(widget: Widget, read: () => WidgetListeners): void {
  widget.on('send', (detail) => read().onSend?.(detail));
  widget.on('receive', (detail) => read().onReceive?.(detail));
  widget.on('item', (detail) => read().onItem?.(detail));
  widget.on('restart', (detail) => read().onRestart?.(detail));
  widget.on('openchange', ({ value }) => read().onOpenchange?.({ open: value }));
  widget.on('maximizechange', ({ value }) => read().onMaximizechange?.({ maximized: value }));
  widget.on('messageschange', ({ value }) => read().onMessageschange?.({ messages: value }));
  widget.on('sessionchange', ({ value }) => read().onSessionchange?.({ conversationId: value?.conversationId ?? null, expiresAt: value?.expiresAt ?? null }));
  widget.on('statuschange', ({ value }) => read().onStatuschange?.({ status: value }));
  widget.on('unreadchange', ({ value }) => read().onUnreadchange?.({ unread: value }));
  widget.on('track', (detail) => read().onTrack?.(detail));
  widget.on('vote', (detail) => read().onVote?.(detail));
  widget.on('error', (error) => read().onError?.(error));
  read().onReady?.({ widget });
}
