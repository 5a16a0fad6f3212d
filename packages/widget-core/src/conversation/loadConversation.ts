import type { Connectivity } from '../lib/environment';
import type { Message } from '../api/message';
import { contactSchema } from '../api/requests';
import { isTokenFresh } from '../session/tokenFreshness';
import type { ConversationParts } from './conversationParts';
import { messageKey, type ConversationState } from './conversationState';
import { isVisitors } from './history';
import type { OpenConversationOptions } from './conversation';
import type { SendQueue } from './sendQueue';

/** Shows what this browser remembers: messages, what waits to be sent, and the reply that was being written. */
export function loadStored(options: OpenConversationOptions, parts: ConversationParts, queue: SendQueue, initial: readonly Message[]): void {
  const { dispatch } = options.conversation;
  const stored = parts.historyStore.load();
  if (options.sessionKey.name?.startsWith('key-')) parts.historyStore.touch();
  const session = parts.session.current();
  const messages = stored.length > 0 || session ? stored : [...initial];
  dispatch({ type: 'history-loaded', messages, ...(session && { conversationId: session.conversationId }) }, { origin: 'storage' });
  if (session) options.onSession(session);
  showPending(options, parts, queue, 'storage');
  const isAccepted = parts.session.isAccepted();
  const note = isAccepted ? parts.runNote.read() : undefined;
  if (note) {
    const reply = { ...note.reply, activities: [...note.reply.activities], isReconnecting: note.reply.runId !== undefined };
    dispatch({ type: 'reply-restored', reply }, { origin: 'storage', lastEventId: note.lastEventId });
  }
  const contact = parts.local.get(parts.keys.contact, contactSchema);
  // Stored with a proof, it is of before conversations had a subject, and of that subject.
  if (contact?.identity !== undefined) parts.local.remove(parts.keys.contact);
  else if (contact && isAccepted) options.onContact(contact);
}

/** Shows what waits to be sent, and lets this tab send it. Tells what it is, by render key. */
export function showPending(options: OpenConversationOptions, { outbox }: ConversationParts, queue: SendQueue, origin: 'storage' | 'here'): ReadonlySet<string> {
  const entries = outbox.list();
  for (const { id, message, failure, replaces } of entries) {
    queue.claim(id);
    if (message) options.conversation.dispatch({ type: 'message-sent', message, delivery: readDelivery(failure, options.environment.connectivity), replaces }, { origin });
  }
  return new Set(entries.map(({ id }) => id));
}

function readDelivery<Failure extends object>(
  failure: Failure | undefined,
  connectivity: Connectivity,
): { state: 'sending' | 'waiting' } | (Failure & { state: 'failed' }) {
  if (failure) return { ...failure, state: 'failed' };
  return { state: connectivity.isOnline() ? 'sending' : 'waiting' };
}

/**
 * Lays what the server has over what is shown.
 *
 * Makes no session and renews none, unless a message of the visitor stands there without an answer.
 *
 * @returns whether a reply may be running that nobody here knows of
 */
export async function refreshFromServer({ conversation, environment }: OpenConversationOptions, parts: ConversationParts): Promise<boolean> {
  const { store, dispatch } = conversation;
  const session = parts.session.current();
  if (!parts.api || !session || !environment.connectivity.isOnline()) return false;
  if (!isTokenFresh(session.tokenExpiresAt, environment.clock) && !hasOpenQuestion(store.getState())) return false;
  if (store.getState().messages.length === 0) dispatch({ type: 'loading-changed', isLoading: true }, { origin: 'storage' });
  try {
    await parts.serverHistory.sync();
    return hasOpenQuestion(store.getState());
  } finally {
    dispatch({ type: 'loading-changed', isLoading: false }, { origin: 'storage' });
  }
}

function hasOpenQuestion({ messages, deliveries, reply }: ConversationState): boolean {
  const last = messages.findLast(({ type, extra }) => type !== 'context' && extra?.visible !== false);
  return !reply && last !== undefined && isVisitors(last) && !Object.hasOwn(deliveries, messageKey(last));
}
