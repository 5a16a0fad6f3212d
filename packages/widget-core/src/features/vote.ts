import { WidgetError } from '../errors';
import { VOTE_PAUSE_MS } from '../config/limits';
import type { Message } from '../api/message';
import { idResponseSchema } from '../api/responses';
import { routes } from '../api/routes';
import type { Clock } from '../lib/clock';
import type { ConversationCalls } from '../conversation/createConversation';
import { messageKey, type Vote } from '../conversation/state';
import type { ConversationStore } from '../conversation/machine';
import { withToken } from '../http/httpClient';

/** Votes on messages of the bot. */
export interface Voter {
  /**
   * Shows the vote at once, and reverts it if the server refuses. A vote on the same message within two seconds is
   * ignored unless it has a reason.
   */
  readonly vote: (messageId: string, vote: Vote, reason?: string) => Promise<void>;
}

/** Sends a vote, with the reason if there is one. */
type SendVote = (message: Message, vote: Vote, reason: string | undefined) => Promise<void>;

/** @param send - sends the vote to the server, or to the host's own transport */
export function createVoter(clock: Clock, { store, addFact }: ConversationStore, send: SendVote): Voter {
  const quietUntil = new Map<string, number>();
  /** The latest pending or failed vote per message. */
  const lastSent = new Map<string, Promise<void>>();

  return {
    async vote(name, vote, reason) {
      const { messages, votes } = store.getState();
      // A renderer may pass the render key.
      const message = messages.find((known) => known.id === name || messageKey(known) === name);
      if (message?.type !== 'bot') throw new WidgetError('NOT_FOUND');
      const { id } = message;
      if (reason === undefined && (quietUntil.get(id) ?? 0) > clock.now()) return;
      quietUntil.set(id, clock.now() + VOTE_PAUSE_MS);
      const before = votes[id];
      addFact({ type: 'vote-cast', messageId: id, vote });
      // In sequence: a vote without a reason that arrived last would remove the reason.
      const sent = (lastSent.get(id) ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => send(message, vote, reason));
      lastSent.set(id, sent);
      try {
        await sent;
      } catch (error) {
        addFact({ type: 'vote-cast', messageId: id, ...(before && { vote: before }) });
        throw error;
      }
    },
  };
}

/** Sends votes to the Sotto API. */
export function createPlatformVote(readCalls: () => ConversationCalls): SendVote {
  return async ({ id }, vote, reason) => {
    const route = vote === 'up' ? routes.upvote : routes.downvote;
    const { session, http, closed: signal } = readCalls();
    await withToken(session, ({ conversationId, token }) =>
      http.request(route(conversationId, id), idResponseSchema, {
        method: 'POST',
        token,
        body: reason === undefined ? {} : { reason },
        signal,
      }),
    );
  };
}
