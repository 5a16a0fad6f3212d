/** The part of a conversation needed to count sent messages. */
interface Sent {
  readonly messages: readonly { readonly type: string }[];
  readonly deliveries: Readonly<Record<string, { readonly state: string }>>;
}

/** A conversation with state and subscription. */
interface Counted {
  getState(): Sent;
  subscribe(listener: () => void): unknown;
}

/**
 * Shows how many messages a visitor who is not signed in may still send today [H-3], and updates the number as they
 * are sent.
 *
 * @returns receives the server's count when a session is created; undefined for signed-in users
 */
export function showTrialCount(page: ParentNode, conversation: Counted): (left: number | undefined) => void {
  const line = page.querySelector<HTMLElement>('[data-chat-tries]');
  const place = line?.querySelector('[data-chat-tries-left]');
  if (!line || !place) return () => undefined;
  let left: number | undefined;
  let counted = 0;
  const show = (): void => {
    line.hidden = left === undefined;
    if (left !== undefined) place.textContent = inWords(left);
  };
  conversation.subscribe(() => {
    const sent = countSent(conversation.getState());
    // Restarting a conversation does not restore tries.
    if (left !== undefined) left = Math.max(0, left - Math.max(0, sent - counted));
    counted = sent;
    show();
  });
  return (now) => {
    left = now;
    counted = countSent(conversation.getState());
    show();
  };
}

/** Number of messages counted by the server: without pending and refused ones. */
function countSent({ messages, deliveries }: Sent): number {
  return messages.filter(({ type }) => type === 'user' || type === 'input').length - Object.values(deliveries).length;
}

function inWords(left: number): string {
  if (left === 0) return 'No tries left today';
  return left === 1 ? '1 try left today' : `${String(left)} tries left today`;
}
