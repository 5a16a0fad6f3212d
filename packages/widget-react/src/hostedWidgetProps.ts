import type { Message, Widget, WidgetConfig, WidgetError, WidgetEventMap } from '@sotto/widget-core';
import type { Transport } from '@sotto/widget-core/transports';
import type { WidgetScreenProps } from './WidgetScreen';

/** What goes on, by the names and with the details of the hosted widget's events. */
export interface WidgetListeners {
  /** The settings are there: the widget, to call its actions. */
  readonly onReady?: ((detail: { readonly widget: Widget }) => void) | undefined;
  readonly onSend?: ((detail: WidgetEventMap['send']) => void) | undefined;
  /** Once, when the reply is complete. */
  readonly onReceive?: ((detail: WidgetEventMap['receive']) => void) | undefined;
  /** Every event of the stream. */
  readonly onItem?: ((detail: WidgetEventMap['item']) => void) | undefined;
  readonly onRestart?: ((detail: WidgetEventMap['restart']) => void) | undefined;
  readonly onOpenChange?: ((detail: { readonly open: boolean }) => void) | undefined;
  readonly onMaximizeChange?: ((detail: { readonly maximized: boolean }) => void) | undefined;
  readonly onMessagesChange?: ((detail: { readonly messages: readonly Message[] }) => void) | undefined;
  readonly onSessionChange?:
    ((detail: { readonly conversationId: string | null; readonly expiresAt: number | null }) => void) | undefined;
  readonly onStatusChange?:
    ((detail: { readonly status: WidgetEventMap['statuschange']['value'] }) => void) | undefined;
  readonly onUnreadChange?: ((detail: { readonly unread: number }) => void) | undefined;
  readonly onTrack?: ((detail: WidgetEventMap['track']) => void) | undefined;
  readonly onVote?: ((detail: WidgetEventMap['vote']) => void) | undefined;
  /** Why the widget could not be shown, and what goes wrong later. */
  readonly onError?: ((error: WidgetError) => void) | undefined;
}

/** A widget of a server, by its address and id, with the settings and events that the hosted widget has too. */
export interface HostedWidgetProps
  extends Omit<WidgetConfig, 'widget' | 'integrationId'>, WidgetListeners, WidgetScreenProps {
  /** Address of the server, with an optional path prefix and without a trailing slash. */
  readonly base: string;
  /** Id of the widget. Its allowed origins must name this page's. */
  readonly widget: string;
  readonly transport?: undefined;
  readonly create?: undefined;
  /** Opens and closes it whenever this changes. @default closed, where the layout has a launcher */
  readonly open?: boolean | undefined;
}

/** A widget without a server of ours, with the same settings and events. */
export interface TransportWidgetProps extends Omit<HostedWidgetProps, 'base' | 'widget' | 'transport'> {
  /**
   * How messages reach your backend. It may be written in place: the newest one is used, and what it can do besides
   * sending is read once.
   */
  readonly transport: Transport;
  /** Name under which the browser keeps the conversation: letters, digits, `-` and `_`. @default 'widget' */
  readonly widget?: string | undefined;
  readonly base?: undefined;
}
