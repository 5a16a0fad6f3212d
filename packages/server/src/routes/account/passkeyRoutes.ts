import { randomBytes } from 'node:crypto';
import {
  itemListQuerySchema,
  passkeyBeginResponseSchema,
  passkeyCreateRequestSchema,
  passkeyListResponseSchema,
  passkeyRequestResponseSchema,
  signedInResponseSchema,
  signInPasskeyRequestSchema,
} from '@sotto/hub-api';
import { idResponseSchema, toCallbackPath } from '@sotto/widget-core/api';
import { getCookie } from 'hono/cookie';
import { toUser } from '../../accounts/toUser';
import { deletePasskey } from '../../db/queries/accounts/passkeyQueries';
import { readUser } from '../../db/queries/accounts/userQueries';
import type { AppContext } from '../../http/appEnv';
import { requireOwnOrigin } from '../../http/auth/userAuth';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { pageOf } from '../../lib/paging';
import { callerAddress, spend } from '../../http/rateLimits';
import { networkPrefix } from '../../http/record';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';
import { recordSecurityChange, requireFresh, requireNoProvider, setCookies, spendSignIn } from './signInSteps';

/** Most passkeys of one account. */
const PASSKEYS_MAX = 20;
/** Names a browser that signs in with a passkey, so that nobody else answers its challenge. */
const BROWSER_COOKIE = 'sotto_passkey';
const BROWSER_SECONDS = 600;
/** A page asks for a challenge before anybody tries to sign in: more of these are free than tries. */
const CHALLENGES_PER_TRY = 6;

const REFUSED = 'This passkey did not work';

/** Passkeys of an account: made, listed, removed, and used to sign in. */
export function passkeyEndpoints(services: Services): Endpoint[] {
  return [...settingEndpoints(services), ...signInEndpoints(services), factorEndpoint(services)];
}

function settingEndpoints(services: Services): Endpoint[] {
  const { db, passkeys, secondFactors, origins } = services;
  const begin = endpoint(
    {
      method: 'POST',
      path: '/auth/passkey/begin',
      summary: 'What a browser needs to make a passkey; needs a sign-in of the last 15 minutes',
      auth: 'person',
      cost: 'none',
      answer: passkeyBeginResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller }) => {
      requireFresh(services, caller.session);
      await spendChallenge(context, services);
      requireAvailable(context, services);
      await requireRoom(services, caller.user.id);
      return answer(context, await passkeys.beginAdd(caller.user, { session: caller.session.sessionId }));
    },
  );
  const create = endpoint(
    {
      method: 'POST',
      path: '/auth/passkey/create',
      summary: 'Store the passkey that the browser has made',
      auth: 'person',
      cost: 'none',
      body: passkeyCreateRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { value } = await body();
      await spendSignIn(context, services);
      await requireRoom(services, caller.user.id);
      const id = await passkeys.add(caller.user, { session: caller.session.sessionId }, value);
      if (id === undefined) throw new ApiError('UNPROCESSABLE_ENTITY', 'This passkey could not be added');
      await recordSecurityChange(context, services, caller, 'passkey.add', { target: { type: 'passkey', id } });
      return answer(context, { id });
    },
  );
  const list = endpoint(
    {
      method: 'GET',
      path: '/auth/passkey/list',
      summary: 'The passkeys of this account',
      auth: 'person',
      cost: 'none',
      query: itemListQuerySchema,
      answer: passkeyListResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller, query }) => {
      const { items, cursor } = pageOf(await passkeys.list(caller.user.id), query());
      return answer(context, {
        isAvailable: passkeys.isAvailable(origins.own(context)),
        items: items.map(({ id, name, isSynced, createdAt, lastUsedAt }) => ({
          id,
          name,
          isSynced,
          createdAt,
          lastUsedAt,
        })),
        cursor,
      });
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/auth/passkey/:passkeyId/delete',
      summary: 'Remove a passkey; it no longer signs in. The last one stays while it is the second factor',
      auth: 'person',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT'],
    },
    async (context, { caller }) => {
      const id = pathId(context, 'passkeyId');
      const { isOn, hasApp } = await secondFactors.state(caller.user.id);
      const result = await deletePasskey(db, { userId: caller.user.id, id, keepsOne: isOn && !hasApp });
      if (result === 'none') throw new ApiError('NOT_FOUND');
      if (result === 'last')
        throw new ApiError('CONFLICT', 'This is your second factor: turn two-factor authentication off first');
      await recordSecurityChange(context, services, caller, 'passkey.remove', { target: { type: 'passkey', id } });
      return answer(context, { id });
    },
  );
  return [begin, create, list, remove];
}

function signInEndpoints(services: Services): Endpoint[] {
  const { db, signIn, passkeys, origins, audit, publicUrl, trustedProxies } = services;
  const begin = endpoint(
    {
      method: 'POST',
      path: '/auth/signin/passkey/begin',
      summary: 'What a browser needs to sign in with a passkey',
      auth: 'public',
      cost: 'none',
      answer: passkeyRequestResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context) => {
      requireOwnOrigin(context, origins, false);
      requireNoProvider(services);
      await spendChallenge(context, services);
      requireAvailable(context, services);
      const browser = browserOf(context) ?? randomBytes(24).toString('base64url');
      const isSecure = (publicUrl ?? origins.own(context)).startsWith('https:');
      setCookies(context, [
        `${BROWSER_COOKIE}=${browser}; Max-Age=${BROWSER_SECONDS}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
      ]);
      return answer(context, await passkeys.beginUse({ browser }));
    },
  );
  const verify = endpoint(
    {
      method: 'POST',
      path: '/auth/signin/passkey',
      summary: 'Sign in with a passkey, which is both factors',
      auth: 'public',
      cost: 'none',
      body: signInPasskeyRequestSchema,
      answer: signedInResponseSchema,
      errors: ['NOT_AUTHENTICATED', 'NOT_AUTHORIZED'],
    },
    async (context, { body }) => {
      requireOwnOrigin(context, origins, false);
      requireNoProvider(services);
      const { value } = await body();
      await spendSignIn(context, services);
      const browser = browserOf(context);
      const used = browser === undefined ? undefined : await passkeys.use({ browser }, value.passkey);
      const user = used?.userId === undefined ? undefined : await readUser(db, used.userId);
      const event = {
        accountId: user?.id,
        network: networkPrefix(callerAddress(context, trustedProxies)),
        details: { way: 'passkey' },
      };
      if (used?.isRight !== true || !user) {
        if (user) await audit.append({ ...event, action: 'account.signin-refused', actor: 'anonymous' });
        throw new ApiError('NOT_AUTHENTICATED', REFUSED);
      }
      const made = await signIn.withPasskey(user.id, { userAgent: context.req.header('user-agent') });
      await audit.append({ ...event, action: 'account.signin', actor: 'person', actorId: user.id });
      setCookies(context, made.cookies);
      return answer(context, {
        user: toUser(user, user),
        needsSecondFactor: false,
        callbackUrl: toCallbackPath(value.callbackUrl),
      });
    },
  );
  return [begin, verify];
}

/** For one who is signed in, or would be with the second factor. */
function factorEndpoint(services: Services): Endpoint {
  const { pendingSignIn, passkeys, origins } = services;
  return endpoint(
    {
      method: 'POST',
      path: '/auth/second-factor/passkey/begin',
      summary: 'What a browser needs to give a passkey of this account as the second factor',
      auth: 'optionalUser',
      cost: 'none',
      answer: passkeyRequestResponseSchema,
      errors: ['NOT_AUTHENTICATED', 'NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller }) => {
      requireOwnOrigin(context, origins, true);
      const pending = caller ? undefined : await pendingSignIn(context);
      const userId = caller?.user.id ?? pending?.user.id;
      const sessionId = caller ? caller.session?.sessionId : pending?.sessionId;
      if (userId === undefined || sessionId === undefined) throw new ApiError('NOT_AUTHENTICATED', 'Sign in first');
      await spendChallenge(context, services);
      requireAvailable(context, services);
      if ((await passkeys.list(userId)).length === 0)
        throw new ApiError('UNPROCESSABLE_ENTITY', 'This account has no passkey');
      return answer(context, await passkeys.beginUse({ session: sessionId }, userId));
    },
  );
}

function browserOf(context: AppContext): string | undefined {
  const cookie = getCookie(context, BROWSER_COOKIE);
  return cookie !== undefined && /^[\w-]{32}$/.test(cookie) ? cookie : undefined;
}

/** @throws ApiError 422 where browsers have no passkeys */
function requireAvailable(context: AppContext, { passkeys, origins }: Services): void {
  if (!passkeys.isAvailable(origins.own(context)))
    throw new ApiError(
      'UNPROCESSABLE_ENTITY',
      'Passkeys need the address of this server, with a domain name and https',
    );
}

async function requireRoom({ passkeys }: Services, userId: string): Promise<void> {
  if ((await passkeys.list(userId)).length >= PASSKEYS_MAX)
    throw new ApiError('UNPROCESSABLE_ENTITY', `An account has at most ${PASSKEYS_MAX} passkeys`);
}

async function spendChallenge(context: AppContext, services: Services): Promise<void> {
  const { rates, limits, trustedProxies } = services;
  await spend(context, rates, `passkey ${callerAddress(context, trustedProxies)}`, limits.signIn * CHALLENGES_PER_TRY);
}
