import {
  authMethodsResponseSchema,
  authSessionListResponseSchema,
  authSessionRevokeResponseSchema,
  authSessionResponseSchema,
  emptyResponseSchema,
  itemListQuerySchema,
  passwordUpdateRequestSchema,
  signedInResponseSchema,
  signInEmailRequestSchema,
  signInEmailResponseSchema,
  signInPasswordRequestSchema,
  signInVerifyRequestSchema,
} from '@sotto/hub-api';
import { idResponseSchema, toCallbackPath } from '@sotto/widget-core/api';
import { getCookie } from 'hono/cookie';
import type { SignedIn } from '../../accounts/signIn';
import { toUser } from '../../accounts/toUser';
import { inOwnWorkspace } from '../../accounts/userCaller';
import { ApiError } from '../../lib/apiError';
import { readUser } from '../../db/queries/accounts/userQueries';
import type { AppContext } from '../../http/appEnv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { requireOwnOrigin } from '../../http/auth/userAuth';
import {
  recordSecurityChange,
  recordSignIn,
  requireFresh,
  requireNoProvider,
  setCookies,
  mayMail,
  spendSignIn,
} from './signInSteps';
import { passkeyEndpoints } from './passkeyRoutes';
import { registrationEndpoints } from './registrationRoutes';
import { stepUpEndpoints } from './stepUpRoutes';
import { secondFactorEndpoints } from './secondFactorRoutes';
import { signInLinkEndpoints } from './signInLink';
import { listWorkspaces } from '../../domain/accounts/teams';
import { record } from '../../http/record';
import { pageOf } from '../../lib/paging';
import type { Services } from '../services';

/** Keeps the destination of a user while they fetch their code. */
const CALLBACK_COOKIE = 'sotto_callback';
const CALLBACK_SECONDS = 600;

/** Signing in and out [H-12]. */
export function authEndpoints(services: Services): Endpoint[] {
  return [
    ...whoAmI(services),
    ...signInEndpoints(services),
    ...signInLinkEndpoints(services),
    ...secondFactorEndpoints(services),
    ...passkeyEndpoints(services),
    ...registrationEndpoints(services),
    ...stepUpEndpoints(services),
    ...accountEndpoints(services),
  ];
}

function whoAmI(services: Services): Endpoint[] {
  const { db, signIn, pendingSignIn, passkeys, secondFactors, registration, origins } = services;
  const hasPasskeys = (context: AppContext): boolean => passkeys.isAvailable(origins.own(context));
  const session = endpoint(
    {
      method: 'GET',
      path: '/auth/session',
      summary: 'Who is signed in',
      auth: 'optionalUser',
      cost: 'none',
      answer: authSessionResponseSchema,
      errors: [],
    },
    async (context, { caller }) => {
      if (caller)
        return answer(context, {
          user: toUser(caller.user, caller.user),
          needsSecondFactor: false,
          workspaces: await listWorkspaces(db, caller),
        });
      const pending = await pendingSignIn(context);
      if (!pending) return answer(context, { user: null, needsSecondFactor: false });
      const [{ hasApp }, own] = await Promise.all([
        secondFactors.state(pending.user.id),
        passkeys.list(pending.user.id),
      ]);
      const factors = [...(hasApp ? ['app'] : []), ...(own.length > 0 && hasPasskeys(context) ? ['passkey'] : [])];
      return answer(context, { user: null, needsSecondFactor: true, secondFactors: factors });
    },
  );
  const methods = endpoint(
    {
      method: 'GET',
      path: '/auth/methods',
      summary: 'The ways to sign in here',
      auth: 'public',
      cost: 'none',
      answer: authMethodsResponseSchema,
      errors: [],
    },
    async (context) =>
      answer(context, {
        sendsMail: signIn.sendsMail,
        providers: signIn.providers,
        isProviderOnly: signIn.isProviderOnly,
        passkeys: hasPasskeys(context) && !signIn.isProviderOnly,
        registration: { mode: registration.mode, domains: registration.domains },
        needsOperator: (await registration.pendingCode()) !== undefined,
      }),
  );
  return [session, methods];
}

/** The answer to a sign-in, with its cookies. */
async function signedIn(
  context: AppContext,
  { db }: Services,
  { person, cookies }: SignedIn,
  callbackUrl: string,
): Promise<Response> {
  setCookies(context, cookies);
  const stored = await readUser(db, person.id);
  const needsSecondFactor = stored?.hasSecondFactor === true;
  return answer(context, {
    user: needsSecondFactor ? null : toUser(person, stored ?? { isOperator: false, usesAssistant: true, image: null }),
    needsSecondFactor,
    callbackUrl,
  });
}

function signInEndpoints(services: Services): Endpoint[] {
  const { signIn, origins, publicUrl } = services;
  const begin = endpoint(
    {
      method: 'POST',
      path: '/auth/signin/email',
      summary: 'Send a code to sign in with',
      auth: 'public',
      cost: 'code',
      body: signInEmailRequestSchema,
      answer: signInEmailResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY', 'SERVICE_UNAVAILABLE'],
    },
    async (context, { body, pass }) => {
      requireOwnOrigin(context, origins, false);
      requireNoProvider(services);
      const { value } = await body();
      await spendSignIn(context, services);
      const callbackUrl = toCallbackPath(value.callbackUrl);
      // The recipient of a mail is not the caller, who chooses the Host header: only the configured address may be in
      // it.
      const link =
        publicUrl === undefined
          ? undefined
          : (token: string): string =>
              `${publicUrl}/v1/auth/signin/link?${new URLSearchParams({ email: value.email, token, callbackUrl }).toString()}`;
      const { email, operatorCode } = value;
      if (await mayMail(context, services, email))
        await pass.run({ email }, (counted) => signIn.sendCode(email, link, operatorCode, counted));
      const isSecure = (publicUrl ?? origins.own(context)).startsWith('https:');
      setCookies(context, [
        `${CALLBACK_COOKIE}=${encodeURIComponent(callbackUrl)}; Max-Age=${CALLBACK_SECONDS}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
      ]);
      return answer(context, { sent: true });
    },
  );
  const verify = endpoint(
    {
      method: 'POST',
      path: '/auth/signin/verify',
      summary: 'Sign in with the code',
      auth: 'public',
      cost: 'none',
      body: signInVerifyRequestSchema,
      answer: signedInResponseSchema,
      errors: ['NOT_AUTHENTICATED', 'NOT_AUTHORIZED'],
    },
    async (context, { body }) => {
      requireOwnOrigin(context, origins, false);
      requireNoProvider(services);
      const { value } = await body();
      await spendSignIn(context, services);
      const made = await recordSignIn(context, services, 'code', value.email, () =>
        signIn.withCode(value.email, value.code, {
          name: value.name,
          operatorCode: value.operatorCode,
          userAgent: context.req.header('user-agent'),
        }),
      );
      if (value.password !== undefined) await replacePassword(context, services, made.person.id, value.password, made);
      setCookies(context, [`${CALLBACK_COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`]);
      return signedIn(context, services, made, toCallbackPath(getCookie(context, CALLBACK_COOKIE)));
    },
  );
  const password = endpoint(
    {
      method: 'POST',
      path: '/auth/signin/password',
      summary: 'Sign in with a password',
      auth: 'public',
      cost: 'none',
      body: signInPasswordRequestSchema,
      answer: signedInResponseSchema,
      errors: ['NOT_AUTHENTICATED', 'NOT_AUTHORIZED'],
    },
    async (context, { body }) => {
      requireOwnOrigin(context, origins, false);
      requireNoProvider(services);
      const { value } = await body();
      await spendSignIn(context, services);
      return signedIn(
        context,
        services,
        await recordSignIn(context, services, 'password', value.email, () =>
          signIn.withPassword(value.email, value.password, { userAgent: context.req.header('user-agent') }),
        ),
        toCallbackPath(value.callbackUrl),
      );
    },
  );
  const provider = endpoint(
    {
      method: 'GET',
      path: '/auth/signin/provider/:providerId',
      summary: 'Go to another provider to sign in; `callbackUrl` is the destination afterwards',
      auth: 'public',
      cost: 'none',
      errors: ['NOT_FOUND'],
    },
    async (context) => {
      await spendSignIn(context, services);
      const { url, cookies } = await signIn.withProvider(
        pathId(context, 'providerId'),
        toCallbackPath(context.req.query('callbackUrl')),
      );
      setCookies(context, cookies);
      return context.redirect(url, 302);
    },
  );
  return [begin, verify, password, provider];
}

/**
 * The password that came with a code: control of an account's mails allows setting one, and sessions of the old one
 * end. If there is a second factor, a code alone changes nothing.
 */
async function replacePassword(
  context: AppContext,
  services: Services,
  userId: string,
  password: string,
  { cookies }: SignedIn,
): Promise<void> {
  const user = await readUser(services.db, userId);
  if (!user || user.hasSecondFactor) return;
  const headers = new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });
  await services.signIn.setPassword(headers, password);
  const endedSessions = await services.signIn.revokeOthers(headers);
  await recordSecurityChange(context, services, inOwnWorkspace(user), 'password.update', {
    details: { endedSessions },
  });
}

function accountEndpoints(services: Services): Endpoint[] {
  const { signIn } = services;
  const signOut = endpoint(
    {
      method: 'POST',
      path: '/auth/signout',
      summary: 'Sign out here, also on the server',
      auth: 'personOrPending',
      cost: 'none',
      answer: emptyResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      setCookies(context, await signIn.signOut(context.req.raw.headers));
      await record(context, services, caller, 'account.signout');
      return answer(context, {});
    },
  );
  const setPassword = endpoint(
    {
      method: 'POST',
      path: '/auth/password/update',
      summary:
        'Set the password, with the old one or, for the first one, within 15 minutes of signing in; every other browser is signed out',
      auth: 'person',
      cost: 'none',
      body: passwordUpdateRequestSchema,
      answer: emptyResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { value } = await body();
      await spendSignIn(context, services);
      const { password, current } = value;
      await signIn.changePassword(context.req.raw.headers, { password, current }, (signedInAt) => {
        requireFresh(services, { signedInAt });
      });
      const ended = await signIn.revokeOthers(context.req.raw.headers);
      await recordSecurityChange(context, services, caller, 'password.update', { details: { endedSessions: ended } });
      return answer(context, {});
    },
  );
  const list = endpoint(
    {
      method: 'GET',
      path: '/auth/session/list',
      summary: 'The browsers that are signed in',
      auth: 'person',
      cost: 'none',
      query: itemListQuerySchema,
      answer: authSessionListResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller, query }) => {
      const { items, cursor } = pageOf(await signIn.sessions(context.req.raw.headers), query());
      return answer(context, {
        items: items.map(({ token: _, ...session }) => ({
          ...session,
          isCurrent: session.id === caller.session.sessionId,
        })),
        cursor,
      });
    },
  );
  const revoke = endpoint(
    {
      method: 'POST',
      path: '/auth/session/:sessionId/revoke',
      summary: 'Sign another browser out',
      auth: 'person',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      const id = pathId(context, 'sessionId');
      if (!(await signIn.revoke(context.req.raw.headers, id))) throw new ApiError('NOT_FOUND');
      await record(context, services, caller, 'session.revoke', { target: { type: 'session', id } });
      return answer(context, { id });
    },
  );
  const revokeOthers = endpoint(
    {
      method: 'POST',
      path: '/auth/session/revoke',
      summary: 'Sign every other browser out',
      auth: 'person',
      cost: 'none',
      answer: authSessionRevokeResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      return answer(
        context,
        await services.idempotency.once(context, caller.user.id, null, async () => {
          const revoked = await signIn.revokeOthers(context.req.raw.headers);
          await record(context, services, caller, 'session.revoke', { details: { revoked } });
          return { revoked };
        }),
      );
    },
  );
  return [signOut, setPassword, list, revoke, revokeOthers];
}
