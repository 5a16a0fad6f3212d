/**
 * Notifies of changes outside a reply, by topic: a conversation's id or another name. Notifications have no payload;
 * subscribers read the database.
 */
export interface LiveNotices {
  notify(topic: string): Promise<void>;
  /** @returns unsubscribes */
  subscribe(topic: string, listener: () => void): Promise<() => Promise<void>>;
  /** Notifies all listeners a last time: the server stops. */
  close(): void;
}

/** Notifications within a single process. */
export function createMemoryLiveNotices(): LiveNotices {
  const listeners = new Map<string, Set<() => void>>();
  return {
    async notify(conversationId) {
      for (const listener of [...(listeners.get(conversationId) ?? [])]) listener();
    },
    async subscribe(conversationId, listener) {
      const all = listeners.get(conversationId) ?? new Set();
      listeners.set(conversationId, all.add(listener));
      return async () => {
        all.delete(listener);
        if (all.size === 0 && listeners.get(conversationId) === all) listeners.delete(conversationId);
      };
    },
    close() {
      for (const all of listeners.values()) for (const listener of [...all]) listener();
    },
  };
}
