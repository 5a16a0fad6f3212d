import type { Clock } from '@sotto/widget-core/api';
import type { RateCounter } from '../../events/rateCounter';
import type { RateLimits } from '../../config/usageLimits';
import { isApiSecret } from '../../accounts/secrets';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { readConversation, type Conversation } from '../../db/queries/conversations/conversationQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import { noteVisitor } from '../../db/queries/visitorMail/visitorMailQueries';
import { isEnded } from '../../domain/conversations/endedSessions';
import { digestOfSubject, PROOF_NEEDED } from '../../domain/conversations/identity';
import type { SessionClaims, SessionTokens } from '../../domain/conversations/sessionTokens';
import { showsReasoning } from '../../domain/replies/replyParts';
import { sharesToolResults } from '../../domain/conversations/toolResults';
import type { AppContext } from '../appEnv';
import type { Participant, SessionCaller } from './callerOf';
import type { Origins } from './origins';
import { spend } from '../rateLimits';
import { readBearer } from './readBearer';
import type { UserAuth } from './userAuth';

/** Authenticates callers. */
export interface BearerAuth {
  /**
   * The conversation that the request's token is for.
   *
   * @param conversationId - the one the path names; any other than the token's is answered exactly like an unknown one
   * @throws ApiError 401 without a valid token, or with one of before the conversation had its subject; 404 for another
   *   or a deleted conversation; 403 for an origin that the
   * widget does not allow, or without a proof that it requires
   */
  requireSession(context: AppContext, conversationId?: string): Promise<SessionCaller>;
  /**
   * The same for a session's token, or for a key of the account that has the widget; with `people` also for the
   * account's person, by cookie.
   *
   * @throws ApiError as `requireSession`; 404 for a conversation of another account
   */
  requireParticipant(
    context: AppContext,
    conversationId: string,
    who?: { readonly builders: boolean },
  ): Promise<Participant>;
}

/**
 * Refuses browsers on an origin the widget does not allow. Requests without `Origin` are not from browsers and are
 * limited by rates (contract 1.2).
 */
export function requireAllowedOrigin(context: AppContext, origins: Origins, widget: Widget): void {
  const origin = context.req.header('origin');
  if (origin === undefined || origins.isAllowed(context, origin, widget.allowedOrigins)) return;
  context.set('isOriginRefused', true);
  throw new ApiError('NOT_AUTHORIZED', 'This chat may not be used on this site');
}

/**
 * Refuses a token on a site it was not created for. The frame uses the server's own origin, wherever it is embedded,
 * and browsers omit `Origin` for same-origin reads.
 */
export function requireTokensOrigin(context: AppContext, origins: Origins, { org }: SessionClaims): void {
  const origin = context.req.header('origin');
  if (org === undefined || origin === undefined || origin === org || origin === origins.own(context)) return;
  context.set('isOriginRefused', true);
  throw new ApiError('NOT_AUTHORIZED', 'This token was made for another site');
}

/** Refuses a token of another subject than the conversation's: signing in invalidates earlier tokens. */
function requireSubject(
  claims: SessionClaims,
  { conversation: { subject }, widget }: { conversation: Conversation; widget: Widget },
): void {
  if (claims.vis !== (subject === null ? undefined : digestOfSubject(widget.id, subject)))
    throw new ApiError('NOT_AUTHENTICATED');
  if (subject === null && widget.requiresIdentity && claims.own !== true)
    throw new ApiError('NOT_AUTHORIZED', PROOF_NEEDED);
}

/** How often a visitor's calls are recorded, in milliseconds. */
const PRESENCE_MS = 30_000;

/** Records that the visitor is there, at once after a message that they have not seen yet. */
async function notePresence(
  { db, clock }: { db: Database; clock: Clock },
  { id, visitorSeenAt, lastActivityAt }: Conversation,
): Promise<void> {
  const now = clock.now();
  if (visitorSeenAt !== null && now - visitorSeenAt < PRESENCE_MS && visitorSeenAt >= lastActivityAt) return;
  await noteVisitor(db, id, now);
}

/** Verifies session tokens, origins and rates. */
export function createBearerAuth(deps: {
  db: Database;
  clock: Clock;
  tokens: SessionTokens;
  origins: Origins;
  rates: RateCounter;
  limits: RateLimits;
  users: UserAuth;
}): BearerAuth {
  async function requireSession(context: AppContext, conversationId?: string): Promise<SessionCaller> {
    const token = readBearer(context);
    const claims = token === undefined ? undefined : await deps.tokens.verify(token);
    if (!claims) throw new ApiError('NOT_AUTHENTICATED');
    await spend(context, deps.rates, `session ${claims.sub}`, deps.limits.session);
    if (conversationId !== undefined && conversationId !== claims.sub) throw new ApiError('NOT_FOUND');
    const found = await readConversation(deps.db, claims.sub);
    if (!found || found.widget.id !== claims.wid) throw new ApiError('NOT_FOUND');
    if (isEnded(claims.iat, found.conversation)) throw new ApiError('NOT_AUTHENTICATED');
    requireAllowedOrigin(context, deps.origins, found.widget);
    requireTokensOrigin(context, deps.origins, claims);
    requireSubject(claims, found);
    // Another device has used the link since.
    if (claims.lnk !== undefined && claims.lnk !== found.conversation.linkUses) throw new ApiError('NOT_AUTHENTICATED');
    await notePresence(deps, found.conversation);
    return { claims, ...found };
  }

  return {
    requireSession,
    async requireParticipant(context, conversationId, who) {
      const token = readBearer(context);
      const isAccount = token === undefined ? who?.builders === true : isApiSecret(token);
      if (!isAccount) {
        const { claims, conversation, widget } = await requireSession(context, conversationId);
        return {
          conversation,
          widget,
          isVerbose: claims.vb,
          seesToolResults: claims.tr === true || sharesToolResults(conversation, widget),
          seesReasoning: showsReasoning(widget),
        };
      }
      const caller = await deps.users.require(context);
      const found = await readConversation(deps.db, conversationId);
      if (!found || found.widget.ownerId !== caller.workspaceId) throw new ApiError('NOT_FOUND');
      return { ...found, isVerbose: true, seesToolResults: true, seesReasoning: true, caller };
    },
  };
}
