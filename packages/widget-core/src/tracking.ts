import type { TrackNotification } from './protocol/payloads';

/** Events of a conversation for a site's analytics [W-39], named by the specification. */
export type TrackDetail = Readonly<TrackNotification>;

/** Event for a sent message. */
export function trackSend(widgetId: string): TrackDetail {
  return { event: 'message_send', widget_id: widgetId, usage_tokens: 0, usage_message: 1 };
}

/** Event for a complete reply. */
export function trackReceive(widgetId: string, tokens: number): TrackDetail {
  return { event: 'message_receive', widget_id: widgetId, usage_tokens: tokens, usage_message: 1 };
}
