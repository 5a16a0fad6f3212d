import type { OpenConversationOptions } from './conversation';
import type { ConversationParts } from './conversationParts';
import { isPlaced, isUnderWay, messageKey } from './conversationState';
import type { TabMessage } from './tabMessages';

/** Decides what of the words of other tabs is about the conversation as it stands here. */
export interface TabRelevance {
  /** Whether something happened in the conversation that is open here; storage is looked into when it may be a newer one. */
  readonly isOurs: (message: Extract<TabMessage, { type: 'event' | 'state' }>) => boolean;
  /** Whether an event must not be applied, because more is known here. */
  readonly isLate: (message: Extract<TabMessage, { type: 'event' }>) => boolean;
  /** Whether something that is shown as under way has been taken out of the outbox: whoever restarts does that. */
  readonly isTakenBack: () => boolean;
  /** Whether a restart elsewhere is about a conversation that this tab has left for a newer one. */
  readonly isLeft: (conversationId: string | undefined) => boolean;
  /** From now on late events of this conversation are not heard. */
  readonly end: (conversationId: string | undefined) => void;
}

/** @see TabRelevance */
export function createTabRelevance({ conversation: { store } }: OpenConversationOptions, { outbox, session }: ConversationParts): TabRelevance {
  const ended = new Set<string>();

  return {
    isOurs({ conversationId }) {
      if (conversationId === undefined || conversationId === store.getState().conversationId) return true;
      if (ended.has(conversationId)) return false;
      session.adopt();
      const present = store.getState().conversationId;
      return present === undefined || present === conversationId;
    },
    isLate({ event, conversationId }) {
      const { messages, reply } = store.getState();
      // The session itself stands in storage, and has been looked for there.
      if (event.type === 'session-started') return true;
      // The server has the message.
      if (event.type === 'message-sent') return messages.some((known) => isPlaced(known) && messageKey(known) === messageKey(event.message));
      // Without a conversation to name, the end of this reply may be one of a conversation that is over.
      return event.type === 'reply-end' && conversationId === undefined && event.key !== reply?.key;
    },
    isTakenBack() {
      const entries = new Set(outbox.list().map(({ id }) => id));
      const { messages, deliveries } = store.getState();
      return messages.some((message) => isUnderWay(deliveries, message) && !isPlaced(message) && !entries.has(messageKey(message)));
    },
    isLeft(conversationId) {
      const present = store.getState().conversationId;
      return conversationId !== undefined && present !== undefined && present !== conversationId;
    },
    end(conversationId) {
      if (conversationId !== undefined) ended.add(conversationId);
    },
  };
}
