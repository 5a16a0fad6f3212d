import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import {
  endConversationSessions,
  endSubjectSessions,
  forgetSubjectEnds,
  readSubjectEnd,
} from '../../db/queries/conversations/endedSessionQueries';
import type { LiveNotices } from '../../events/liveNotices';
import { ApiError } from '../../lib/apiError';
import { digestOfSubject, type Proof } from './identity';

/** Maximum validity of a proof plus one hour, in milliseconds. */
const PROOF_LIFE_MS = 90_000_000;

/** Ends visitors' sessions: earlier tokens are refused. */
export interface EndedSessions {
  /**
   * Ends the sessions of a conversation; for a verified visitor, those of all their conversations with the widget.
   *
   * @returns the number of conversations
   */
  ofConversation(found: { readonly conversation: Conversation; readonly widget: Widget }): Promise<number>;
  /** The same for a verified subject, in all or one of an account's widgets. */
  ofSubject(which: { ownerId: string; widgetId?: string | undefined; subject: string }): Promise<number>;
  /** @throws ApiError 403 for a proof created before the sessions were ended */
  requireNewer(widgetId: string, proof: Proof): Promise<void>;
  sweep(): Promise<void>;
}

/**
 * Whether a token was created before the sessions of its conversation were ended. Tokens have a resolution of one
 * second, so one from the same second is refused too.
 *
 * @param madeAt - in seconds since the epoch
 */
export function isEnded(madeAt: number, { sessionsEndedAt }: Pick<Conversation, 'sessionsEndedAt'>): boolean {
  return sessionsEndedAt !== null && madeAt <= Math.floor(sessionsEndedAt / 1000);
}

/** @see EndedSessions */
export function createEndedSessions(deps: { db: Database; clock: Clock; live: LiveNotices }): EndedSessions {
  const { db, clock, live } = deps;
  const notify = async (ids: readonly string[]): Promise<number> => {
    for (const id of ids) await live.notify(id).catch(() => undefined);
    return ids.length;
  };
  return {
    async ofConversation({ conversation: { id, subject }, widget }) {
      if (subject !== null)
        return notify(await endSubjectSessions(db, { widgetId: widget.id, subject }, digestOfSubject, clock.now()));
      await endConversationSessions(db, id, clock.now());
      return notify([id]);
    },
    ofSubject: async (which) => notify(await endSubjectSessions(db, which, digestOfSubject, clock.now())),
    async requireNewer(widgetId, { subject, madeAt }) {
      const endedAt = await readSubjectEnd(db, widgetId, digestOfSubject(widgetId, subject));
      if (endedAt !== undefined && Math.floor(madeAt / 1000) <= Math.floor(endedAt / 1000))
        throw new ApiError('NOT_AUTHORIZED', 'This visitor was signed out: a newer proof is needed');
    },
    sweep: () => forgetSubjectEnds(db, clock.now() - PROOF_LIFE_MS),
  };
}
