import type { LiveNotices } from '../../events/liveNotices';

/** Notifies an owner's pages of changes, which they then load. */
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

/** Notifications across processes, separate from those for visitors' pages. */
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
