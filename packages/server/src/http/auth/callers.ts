import { isApiSecret } from '../../accounts/secrets';
import { inOwnWorkspace, type PersonCaller, type UserCaller } from '../../accounts/userCaller';
import { ApiError } from '../../lib/apiError';
import type { SignedLinks } from '../../uploads/signedLinks';
import type { AppContext, Callers } from '../appEnv';
import { pathId } from '../pathId';
import type { BearerAuth } from './bearerAuth';
import type { Participant, SessionCaller } from './callerOf';
import { readBearer } from './readBearer';
import type { Origins } from './origins';
import { requireOwnOrigin, type UserAuth } from './userAuth';

/** Dependencies. */
export interface CallersOptions {
  readonly auth: BearerAuth;
  readonly users: UserAuth;
  readonly links: SignedLinks;
  readonly origins: Origins;
}

const hasKey = (context: AppContext): boolean => isApiSecret(readBearer(context) ?? '');

function requirePerson(caller: UserCaller): PersonCaller {
  const { session } = caller;
  if (!session) throw new ApiError('NOT_AUTHORIZED', 'This call needs a signed-in person');
  return { ...caller, session };
}

/** @see Callers */
export function createCallers({ auth, users, links, origins }: CallersOptions): Callers {
  const conversationId = (context: AppContext): string => pathId(context, 'conversationId');
  const session = (context: AppContext): Promise<SessionCaller> =>
    auth.requireSession(
      context,
      context.req.param('conversationId') === undefined ? undefined : conversationId(context),
    );
  const user = (context: AppContext): Promise<UserCaller> => users.require(context);
  const party = (context: AppContext): Promise<Participant> =>
    auth.requireParticipant(context, conversationId(context));
  return {
    public: async () => undefined,
    optionalUser: (context) => users.read(context),
    optionalKey: async (context) => (hasKey(context) ? user(context) : undefined),
    session,
    async sessionOrLink(context) {
      const { expires, signature } = context.req.query();
      const path = context.req.path.slice(context.req.path.indexOf('/v1/'));
      if (signature === undefined) await session(context);
      else if (expires === undefined || !links.isValid(path, expires, signature))
        throw new ApiError('NOT_AUTHORIZED', 'This link has expired');
      return { conversationId: conversationId(context) };
    },
    party,
    partyOrPerson: (context) => auth.requireParticipant(context, conversationId(context), { builders: true }),
    async keyOfParty(context) {
      if (!hasKey(context)) throw new ApiError('NOT_AUTHENTICATED');
      return party(context);
    },
    sessionOrKey: (context) => (hasKey(context) ? user(context) : session(context)),
    sessionOrUser: (context) =>
      readBearer(context) === undefined || hasKey(context) ? user(context) : session(context),
    user,
    person: async (context) => requirePerson(await user(context)),
    async personOrPending(context) {
      const caller = await users.read(context);
      if (caller) return requirePerson(caller);
      const pending = await users.pending(context);
      if (!pending) throw new ApiError('NOT_AUTHENTICATED');
      requireOwnOrigin(context, origins, true);
      return inOwnWorkspace(pending.user);
    },
    operator: (context) => users.requireOperator(context),
  };
}
