import type { LiveNotices } from '../../events/liveNotices';

/** Notifies the pages of an owner of changes, without content: they fetch it. */
export interface InboxNotices {
  /** Notifies of a change in this conversation. @param ownerId - of its widget; null: no subscribers */
  changed(conversationId: string, ownerId: string | null): void;
  /**
   * Subscribes to changes in one conversation, or in all of an account. @returns a function that unsubscribes
   */
  subscribe(
    of: { readonly ownerId: string; readonly conversationId?: string | undefined },
    listener: () => void,
  ): Promise<() => Promise<void>>;
}

/** Notices across processes, beside those that visitors' pages follow: an owner's page does not wake a visitor's. */
export function createInboxNotices(live: LiveNotices): InboxNotices {
  const ofOwner = (id: string): string => `inbox ${id}`;
  const ofConversation = (id: string): string => `inbox conversation ${id}`;
  return {
    changed(conversationId, ownerId) {
      if (ownerId === null) return;
      void live.notify(ofOwner(ownerId));
      void live.notify(ofConversation(conversationId));
    },
    subscribe: ({ ownerId, conversationId }, listener) =>
      live.subscribe(conversationId === undefined ? ofOwner(ownerId) : ofConversation(conversationId), listener),
  };
}
