import type { LiveNotices } from '../../events/liveNotices';

/** `change`: there is something to load. `typing`: a visitor is typing. */
export type InboxNotice = 'change' | 'typing';

/** Notifies an owner's pages of changes, which they then load, and of visitors who type. */
export interface InboxNotices {
  /** Notifies of a change in this conversation. @param ownerId - of its widget; null: no subscribers */
  changed(conversationId: string, ownerId: string | null): void;
  /** Notifies the pages on which this conversation is open. Nothing is stored. */
  typing(conversationId: string): void;
  /**
   * Subscribes to changes in one conversation, or in all of an account, and to the typing of one visitor.
   *
   * @returns a function that unsubscribes
   */
  subscribe(
    of: {
      readonly ownerId: string;
      readonly conversationId?: string | undefined;
      /** The conversation of that visitor. */
      readonly typingIn?: string | undefined;
    },
    listener: (notice: InboxNotice) => void,
  ): Promise<() => Promise<void>>;
}

/** Notifications across processes, separate from those for visitors' pages. */
export function createInboxNotices(live: LiveNotices): InboxNotices {
  const ofOwner = (id: string): string => `inbox ${id}`;
  const ofConversation = (id: string): string => `inbox conversation ${id}`;
  const ofTyping = (id: string): string => `inbox typing ${id}`;
  return {
    changed(conversationId, ownerId) {
      if (ownerId === null) return;
      void live.notify(ofOwner(ownerId));
      void live.notify(ofConversation(conversationId));
    },
    typing(conversationId) {
      void live.notify(ofTyping(conversationId));
    },
    async subscribe({ ownerId, conversationId, typingIn }, listener) {
      const changes = conversationId === undefined ? ofOwner(ownerId) : ofConversation(conversationId);
      const leave = await live.subscribe(changes, () => {
        listener('change');
      });
      if (typingIn === undefined) return leave;
      try {
        const leaveTyping = await live.subscribe(ofTyping(typingIn), () => {
          listener('typing');
        });
        return async () => {
          await Promise.all([leave(), leaveTyping()]);
        };
      } catch (error) {
        await leave();
        throw error;
      }
    },
  };
}
