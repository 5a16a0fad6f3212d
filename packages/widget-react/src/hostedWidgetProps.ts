import type { Message, Widget, WidgetConfig, WidgetError, WidgetEventMap } from '@sotto/widget-core';
import type { PlatformTransport, Transport } from '@sotto/widget-core/transports';
import type { OpenReason } from './hooks/useWidget';
import type { WidgetScreenProps } from './WidgetScreen';

/** Listeners with the names and details of the hosted widget's events. */
export interface WidgetListeners {
  /** Called when the settings have loaded, with the widget, to call its actions. */
  readonly onReady?: ((detail: { readonly widget: Widget }) => void) | undefined;
  readonly onSend?: ((detail: WidgetEventMap['send']) => void) | undefined;
  /** Called once per reply, when it is complete. */
  readonly onReceive?: ((detail: WidgetEventMap['receive']) => void) | undefined;
  /** Every event of the stream. */
  readonly onItem?: ((detail: WidgetEventMap['item']) => void) | undefined;
  readonly onRestart?: ((detail: WidgetEventMap['restart']) => void) | undefined;
  readonly onOpenChange?: ((detail: { readonly open: boolean; readonly reason: OpenReason }) => void) | undefined;
  readonly onMaximizeChange?: ((detail: { readonly maximized: boolean }) => void) | undefined;
  readonly onMessagesChange?: ((detail: { readonly messages: readonly Message[] }) => void) | undefined;
  readonly onSessionChange?:
    | ((detail: { readonly conversationId: string | null; readonly expiresAt: number | null }) => void)
    | undefined;
  readonly onStatusChange?:
    | ((detail: { readonly status: WidgetEventMap['statuschange']['value'] }) => void)
    | undefined;
  readonly onUnreadChange?: ((detail: { readonly unread: number }) => void) | undefined;
  readonly onTrack?: ((detail: WidgetEventMap['track']) => void) | undefined;
  readonly onVote?: ((detail: WidgetEventMap['vote']) => void) | undefined;
  /** Called if the widget cannot be shown, and for later errors. */
  readonly onError?: ((error: WidgetError) => void) | undefined;
}

/** A widget of a server, by its address and ID, with the same settings and events as the hosted widget. */
export interface HostedWidgetProps
  extends Omit<WidgetConfig, 'widget' | 'integrationId'>, WidgetListeners, WidgetScreenProps {
  /** Address of the server, with an optional path prefix. */
  readonly base: string;
  /** ID of the widget. Its allowed origins must include the page's origin. */
  readonly widget: string;
  readonly transport?: PlatformTransport | undefined;
  readonly create?: undefined;
  /** Opens or closes the chat whenever this value changes. @default closed, if the layout has a launcher */
  readonly open?: boolean | undefined;
}

/** A widget without a Sotto server, with the same settings and events. */
export interface TransportWidgetProps extends Omit<HostedWidgetProps, 'base' | 'widget' | 'transport'> {
  /**
   * Connects the widget to your backend. It can be an inline object: the latest one is used, but its optional methods
   * are detected only once.
   */
  readonly transport: Transport;
  /** Name under which the browser stores the conversation: letters, digits, `-` and `_`. @default 'widget' */
  readonly widget?: string | undefined;
  readonly base?: undefined;
}

/** A server's widget specified by its transport, with the same settings and events. */
export interface PlatformWidgetProps extends Omit<HostedWidgetProps, 'base' | 'widget' | 'transport'> {
  /** The server and the widget. It can be an inline object. */
  readonly transport: PlatformTransport & { readonly base: string };
  readonly widget?: undefined;
  readonly base?: undefined;
}
