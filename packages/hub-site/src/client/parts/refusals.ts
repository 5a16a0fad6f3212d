import { isAlertCode } from '../../site/alertCodes';

/** As much of a conversation as it takes to see a refusal. */
interface DeliveryState {
  readonly deliveries: Readonly<Record<string, { readonly state: string; readonly code?: string }>>;
  readonly failure: { readonly code: string } | undefined;
}

/** A conversation that can be listened to. */
interface ObservedConversation {
  subscribe(listener: (state: DeliveryState, before: DeliveryState) => void): unknown;
}

/**
 * Opens the popup when a message is refused for a reason that a popup answers, such as the day's tries of who is not
 * signed in [H-8]. What was refused earlier, and is only read again, opens none.
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
