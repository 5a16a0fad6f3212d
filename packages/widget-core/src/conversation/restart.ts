import { WidgetError } from '../errors';
import type { ConversationParts } from './conversationParts';
import type { OpenConversationOptions } from './conversation';
import type { ConversationWorkers } from './conversationWorkers';
import { showPending } from './loadConversation';
import type { TabTalk } from './tabTalk';

/** Forgets session, messages and what was under way [W-11]. */
export interface Restart {
  /** Here, in storage and in every tab. */
  readonly restart: () => void;
  /** As restart, and what is known of the visitor too. */
  readonly logout: () => void;
  /** Another tab has cleared storage: this one follows. */
  readonly hear: (isLogout: boolean) => void;
}

/** @see Restart */
export function createRestart(options: OpenConversationOptions, parts: ConversationParts, workers: ConversationWorkers, tabs: TabTalk): Restart {
  const { conversation } = options;

  function clear(isOwn: boolean, isLogout: boolean): void {
    const { conversationId, reply, deliveries } = conversation.store.getState();
    tabs.endConversation(conversationId);
    if (isOwn && reply && conversationId !== undefined) parts.api?.abort('restart').catch(() => undefined);
    workers.replies.cancelRun();
    workers.calls.close();
    parts.runNote.clear();
    if (isOwn) {
      parts.outbox.clear();
      parts.historyStore.clear();
      parts.session.forget();
    } else {
      // What was written here since is of the conversation that is over.
      parts.historyStore.save([]);
      parts.session.drop();
    }
    // The other tabs are told by a message of its own, which reaches them in any state.
    conversation.dispatch({ type: 'conversation-restarted' }, { origin: isOwn ? 'storage' : 'other' });
    options.onSession(undefined);
    options.onRestarted(conversationId, isLogout);
    const sentSince = isOwn ? new Set<string>() : goOnWithStored();
    workers.sender.rejectAll(new WidgetError('ABORTED'), sentSince);
    // The tab that restarted may have heard of them after it did.
    for (const key of Object.keys(deliveries)) if (!isOwn && !sentSince.has(key)) tabs.post({ type: 'event', event: { type: 'message-withdrawn', key } });
  }

  /** Another tab has cleared what was there at that moment: what stands in storage was said after it. */
  function goOnWithStored(): ReadonlySet<string> {
    parts.session.adopt();
    const sentSince = showPending(options, parts, workers.queue, 'here');
    if (sentSince.size > 0) workers.owner.request();
    return sentSince;
  }

  return {
    restart() {
      const { conversationId } = conversation.store.getState();
      clear(true, false);
      tabs.post({ type: 'restart', ...(conversationId !== undefined && { conversationId }) });
    },
    logout() {
      parts.local.remove(parts.keys.contact);
      clear(true, true);
      tabs.post({ type: 'logout' });
    },
    hear(isLogout) {
      clear(false, isLogout);
    },
  };
}
