import { WidgetError } from '../errors';
import { VOTE_PAUSE_MS } from '../config/limits';
import { idResponseSchema } from '../api/responses';
import { routes } from '../api/routes';
import type { Clock } from '../lib/clock';
import type { ConversationCalls } from '../conversation/actions';
import { messageKey, type Vote } from '../conversation/state';
import type { ConversationStore } from '../conversation/store';

/** Votes on messages of the bot. */
export interface Voter {
  /**
   * Shown at once, taken back when the server refuses. A vote on the same message within two seconds of the last one
   * does nothing.
   */
  readonly vote: (messageId: string, vote: Vote) => Promise<void>;
}

/** @param readCalls - undefined without a server: votes stay in this browser */
export function createVoter(
  clock: Clock,
  { store, tell }: ConversationStore,
  readCalls: () => ConversationCalls | undefined,
): Voter {
  const quietUntil = new Map<string, number>();

  return {
    async vote(name, vote) {
      const { messages, votes } = store.getState();
      // A renderer may name the message by its render key.
      const message = messages.find((known) => known.id === name || messageKey(known) === name);
      if (message?.type !== 'bot') throw new WidgetError('NOT_FOUND');
      const { id } = message;
      if ((quietUntil.get(id) ?? 0) > clock.now()) return;
      quietUntil.set(id, clock.now() + VOTE_PAUSE_MS);
      const before = votes[id];
      tell({ type: 'vote-cast', messageId: id, vote });
      try {
        await send(readCalls(), id, vote);
      } catch (error) {
        tell({ type: 'vote-cast', messageId: id, ...(before && { vote: before }) });
        throw error;
      }
    },
  };
}

async function send(calls: ConversationCalls | undefined, messageId: string, vote: Vote): Promise<void> {
  const route = vote === 'up' ? routes.upvote : routes.downvote;
  await calls?.session.use(({ conversationId, token }) =>
    calls.http.request(route(conversationId, messageId), idResponseSchema, {
      method: 'POST',
      token,
      body: {},
      signal: calls.closed,
    }),
  );
}
