import type { TrackNotification } from './protocol/payloads';

/** The events of a conversation for a site's analytics [W-39]. Names are the specification's. */
export type TrackDetail = Readonly<TrackNotification>;

/** The note for a message that went out. */
export function trackSend(widgetId: string): TrackDetail {
  return { event: 'message_send', widget_id: widgetId, usage_tokens: 0, usage_message: 1 };
}

/** The note for a reply that is complete. */
export function trackReceive(widgetId: string, tokens: number): TrackDetail {
  return { event: 'message_receive', widget_id: widgetId, usage_tokens: tokens, usage_message: 1 };
}
