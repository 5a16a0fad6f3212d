/** What a site's analytics hears of a conversation [W-39]. Names are the specification's. */
export interface TrackDetail {
  readonly event: 'message_send' | 'message_receive';
  readonly widget_id: string;
  /** Tokens of the turn; 0 on send. */
  readonly usage_tokens: number;
  /** Messages counted: 1. */
  readonly usage_message: number;
}

/** The note for a message that went out. */
export function trackSend(widgetId: string): TrackDetail {
  return { event: 'message_send', widget_id: widgetId, usage_tokens: 0, usage_message: 1 };
}

/** The note for a reply that is complete. */
export function trackReceive(widgetId: string, tokens: number): TrackDetail {
  return { event: 'message_receive', widget_id: widgetId, usage_tokens: tokens, usage_message: 1 };
}
