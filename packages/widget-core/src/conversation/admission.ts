import { isWidgetError } from '../errors';
import type { Message } from '../api/message';
import { createStorageKeys } from '../storage/storageKeys';
import { rootError, withRetry } from '../transport/retry';
import type { OpenConversationOptions } from './conversation';
import type { ConversationParts } from './conversationParts';
import type { TabTalk } from './tabTalk';

/** Lets a visitor see what is stored under their name. */
export interface Admission {
  /** Shows what is stored: at once when it was stored with the proof that the page shows, otherwise when the server has taken that proof. */
  readonly start: (initial: readonly Message[]) => void;
  /** Asks the server now, unless it is being asked. */
  readonly ask: () => void;
  readonly isAdmitted: () => boolean;
}

/**
 * A page that claims to show somebody may be lying, and a browser cannot check a proof: until the server has, nothing that this browser keeps of them
 * is read, and nothing that other tabs say is heard.
 *
 * @param show - shows what is stored and goes on with it
 */
export function createAdmission(
  options: OpenConversationOptions,
  parts: ConversationParts,
  tabs: Pick<TabTalk, 'pause' | 'resume'>,
  closed: AbortSignal,
  show: (initial: readonly Message[]) => void,
): Admission {
  const { conversation: { dispatch }, integrationId, continues, signedInFrom, onError } = options;
  const { session, local, keys } = parts;
  let first: readonly Message[] = [];
  let isAdmitted = false;
  let isAsking = false;

  function admit(): void {
    isAdmitted = true;
    tabs.resume();
    show(first);
  }

  function refused(error: unknown): void {
    // Restarted in between: nothing is stored any more.
    if (isWidgetError(error) && rootError(error).code === 'ABORTED') return admit();
    // The page's own messages are for everybody.
    dispatch({ type: 'history-loaded', messages: [...first] }, { origin: 'storage' });
    onError(error);
  }
  function begin(): void {
    if (isAsking || isAdmitted) return;
    isAsking = true;
    dispatch({ type: 'loading-changed', isLoading: true }, { origin: 'storage' });
    prove(options, parts, closed)
      .then(() => { if (!closed.aborted) admit(); })
      .catch((error: unknown) => { if (!closed.aborted) refused(error); })
      .finally(() => {
        isAsking = false;
        dispatch({ type: 'loading-changed', isLoading: false }, { origin: 'storage' });
      });
  }

  return {
    start(initial) {
      first = initial;
      const isEmpty = session.current() === undefined && [keys.messages, keys.outbox].every((prefix) => local.keys(prefix).length === 0);
      if (!continues && signedInFrom !== undefined) local.move(createStorageKeys(integrationId, signedInFrom).outbox, keys.outbox);
      if (!continues && (isEmpty || session.isAccepted())) {
        admit();
        return;
      }
      tabs.pause();
      begin();
    },
    ask: begin,
    isAdmitted: () => isAdmitted,
  };
}

/** Has the server take the proof of the page. Throws WidgetError when it does not. */
async function prove({ environment: { clock, connectivity } }: OpenConversationOptions, { session, historyStore, runNote }: ConversationParts, closed: AbortSignal): Promise<void> {
  const before = session.current()?.conversationId;
  const { conversationId } = await withRetry({ clock, connectivity, random: Math.random }, closed, session.getFresh);
  if (before === undefined || before === conversationId) return;
  // The old one is over, and what was said in it is not part of the new one.
  historyStore.clear();
  runNote.clear();
}
