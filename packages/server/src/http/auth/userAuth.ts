import type { UserCaller } from '../../accounts/userCaller';
import type { RateCounter } from '../../events/rateCounter';
import type { RateLimits } from '../../config/usageLimits';
import type { Clock } from '@sotto/widget-core/api';
import { requireScope, scopeOf } from '../../accounts/keyScopes';
import { readApiSecret } from '../../accounts/secrets';
import type { SignIn } from '../../accounts/signIn';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { readUser, type StoredUser } from '../../db/queries/accounts/userQueries';
import type { AppContext } from '../appEnv';
import { readBearer } from './readBearer';
import type { Origins } from './origins';
import { placeOf } from './workspaceOf';
import { spend } from '../rateLimits';

/** Authenticates people and their API keys. */
export interface UserAuth {
  /**
   * The person, or undefined for anonymous calls. @throws ApiError 401 for an unknown key, 403 for a request from
   * another site
   */
  read(context: AppContext): Promise<UserCaller | undefined>;
  /** The user who has signed in but not entered the second factor; undefined for other callers. */
  pending(context: AppContext): Promise<PendingSignIn | undefined>;
  /** @throws ApiError 401 for an anonymous call */
  require(context: AppContext): Promise<UserCaller>;
  /** @throws ApiError 403 for callers who are not operators, or lack a required second factor */
  requireOperator(context: AppContext): Promise<UserCaller>;
}

/** A sign-in without its second factor. */
export interface PendingSignIn {
  readonly user: StoredUser;
  readonly sessionId: string;
}

const OPERATOR_FACTOR_NEEDED =
  'Operators of this server need two-factor authentication. Turn it on at /settings and sign in again.';
/** Time limit for the second factor, in milliseconds. */
const PENDING_MS = 900_000;

/** Refuses browsers on other sites, because cookies are sent with requests from anywhere (contract 1.2, A702). */
export function requireOwnOrigin(context: AppContext, origins: Origins, isRequired: boolean): void {
  const origin = context.req.header('origin');
  if (origin === undefined ? !isRequired : origin === origins.own(context)) return;
  context.set('isOriginRefused', true);
  throw new ApiError('NOT_AUTHORIZED', 'This call may only be made from this site');
}

/** Reads cookies and API keys. */
export function createUserAuth(deps: {
  db: Database;
  clock: Clock;
  signIn: SignIn;
  origins: Origins;
  rates: RateCounter;
  limits: RateLimits;
  /** Whether operators need a second factor. @default false */
  operatorsNeedSecondFactor?: boolean;
}): UserAuth {
  const { db, clock, signIn, origins } = deps;

  async function find(context: AppContext): Promise<UserCaller | undefined> {
    const token = readBearer(context);
    if (token !== undefined) {
      const key = await readApiSecret(db, clock, token);
      const owner = key && (await readUser(db, key.userId));
      if (!owner || owner.isTeam) throw new ApiError('NOT_AUTHENTICATED');
      requireScope(key.scopes, scopeOf(context.req.method, context.req.path));
      const place = await placeOf(db, context, owner.id, key);
      return { user: owner, ...place, isSecret: true, keyId: key.id, scopes: key.scopes };
    }
    const session = await signIn.read(context.req.raw.headers);
    const user = session && (await readUser(db, session.person.id));
    // Nobody signs in as a team.
    if (!session || !user || user.isTeam) return undefined;
    if (user.hasSecondFactor && !session.hasSecondFactor) return undefined;
    if (context.req.method !== 'GET') requireOwnOrigin(context, origins, true);
    for (const cookie of session.cookies) context.header('Set-Cookie', cookie, { append: true });
    return { user, ...(await placeOf(db, context, user.id, undefined)), isSecret: false, session };
  }

  async function read(context: AppContext): Promise<UserCaller | undefined> {
    const caller = await find(context);
    if (caller) await spend(context, deps.rates, `user ${caller.user.id}`, deps.limits.user);
    return caller;
  }

  async function require(context: AppContext): Promise<UserCaller> {
    const caller = await read(context);
    if (!caller) throw new ApiError('NOT_AUTHENTICATED');
    return caller;
  }

  return {
    read,
    require,
    async pending(context) {
      if (readBearer(context) !== undefined) return undefined;
      const session = await signIn.read(context.req.raw.headers);
      const user = session && (await readUser(db, session.person.id));
      if (!session || user?.hasSecondFactor !== true || session.hasSecondFactor) return undefined;
      return clock.now() - session.signedInAt < PENDING_MS ? { user, sessionId: session.sessionId } : undefined;
    },
    async requireOperator(context) {
      const caller = await require(context);
      if (!caller.user.isOperator) throw new ApiError('NOT_AUTHORIZED');
      if (deps.operatorsNeedSecondFactor === true && !caller.user.hasSecondFactor)
        throw new ApiError('NOT_AUTHORIZED', OPERATOR_FACTOR_NEEDED);
      return caller;
    },
  };
}
