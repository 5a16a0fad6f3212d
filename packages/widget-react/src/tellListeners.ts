import type { Widget } from '@sotto/widget-core';
import type { WidgetListeners } from './hostedWidgetProps';

/**
 * What a widget tells → the listeners of the newest render, with the details of the hosted widget's events. Ends with
 * the widget.
 */
export function tellListeners(widget: Widget, read: () => WidgetListeners): void {
  widget.on('send', (detail) => read().onSend?.(detail));
  widget.on('receive', (detail) => read().onReceive?.(detail));
  widget.on('item', (detail) => read().onItem?.(detail));
  widget.on('restart', (detail) => read().onRestart?.(detail));
  widget.on('openchange', ({ value }) => read().onOpenChange?.({ open: value }));
  widget.on('maximizechange', ({ value }) => read().onMaximizeChange?.({ maximized: value }));
  widget.on('messageschange', ({ value }) => read().onMessagesChange?.({ messages: value }));
  widget.on('sessionchange', ({ value }) =>
    read().onSessionChange?.({ conversationId: value?.conversationId ?? null, expiresAt: value?.expiresAt ?? null }),
  );
  widget.on('statuschange', ({ value }) => read().onStatusChange?.({ status: value }));
  widget.on('unreadchange', ({ value }) => read().onUnreadChange?.({ unread: value }));
  widget.on('track', (detail) => read().onTrack?.(detail));
  widget.on('vote', (detail) => read().onVote?.(detail));
  widget.on('error', (error) => read().onError?.(error));
  read().onReady?.({ widget });
}
