import { isAlertCode } from '../../site/alertCodes';

/** The part of a conversation needed to detect refusals. */
interface DeliveryState {
  readonly deliveries: Readonly<Record<string, { readonly state: string; readonly code?: string }>>;
  readonly failure: { readonly code: string } | undefined;
}

/** A conversation with subscription. */
interface ObservedConversation {
  subscribe(listener: (state: DeliveryState, before: DeliveryState) => void): unknown;
}

/**
 * Opens a popup when a message is refused for a reason that has one, such as the daily limit of visitors who are not
 * signed in [H-8]. Earlier refusals that are only loaded open none.
 */
export function alertRefusals(conversation: ObservedConversation, page: Document): void {
  conversation.subscribe((state, before) => {
    const refused = Object.entries(state.deliveries).flatMap(([key, { state: now, code }]) => {
      const was = before.deliveries[key]?.state;
      return now === 'failed' && was !== undefined && was !== 'failed' ? [code] : [];
    });
    if (state.failure !== before.failure) refused.push(state.failure?.code);
    const code = refused.find(isAlertCode);
    if (code !== undefined) page.dispatchEvent(new CustomEvent('sotto:alert', { detail: { code } }));
  });
}
