import {
  emptyResponseSchema,
  secondFactorBeginResponseSchema,
  secondFactorCodeRequestSchema,
  secondFactorConfirmResponseSchema,
  secondFactorResponseSchema,
  secondFactorVerifyResponseSchema,
} from '@sotto/hub-api';
import { toUser } from '../../accounts/signIn';
import type { SignInTarget } from '../../accounts/signInWaits';
import type { AppContext } from '../../http/appEnv';
import { requireOwnOrigin } from '../../http/auth/userAuth';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { callerAddress } from '../../http/rateLimits';
import { record } from '../../http/record';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';
import { requireBrowser, spendSignIn } from './signInSteps';

/** How long after signing in the second factor can be set up, in milliseconds. */
const FRESH_MS = 900_000;

/** The second factor of an account: set up, given while signing in, turned off. */
export function secondFactorEndpoints(services: Services): Endpoint[] {
  return [...signInEndpoints(services), ...settingEndpoints(services)];
}

/** Checks a code. Wrong ones wait, each longer than the one before. @throws ApiError 422, 429 */
async function requireCode(
  context: AppContext,
  services: Services,
  userId: string,
  check: () => Promise<boolean>,
): Promise<void> {
  const { signInWaits, trustedProxies } = services;
  const target: SignInTarget = {
    what: 'second-factor',
    account: userId,
    network: callerAddress(context, trustedProxies),
  };
  await spendSignIn(context, services);
  await signInWaits.require(target);
  if (await check()) {
    await signInWaits.succeed(target);
    return;
  }
  await signInWaits.fail(target);
  const message = 'This code is not right';
  throw new ApiError('UNPROCESSABLE_ENTITY', message, { details: [{ path: 'code', message }] });
}

function signInEndpoints(services: Services): Endpoint[] {
  const { users, secondFactors, origins } = services;
  return [
    endpoint(
      {
        method: 'POST',
        path: '/auth/second-factor/verify',
        summary: 'Give the second factor after code, link, password or provider',
        auth: 'public',
        body: secondFactorCodeRequestSchema,
        answer: secondFactorVerifyResponseSchema,
        errors: ['NOT_AUTHENTICATED', 'NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
      },
      async (context, read) => {
        requireOwnOrigin(context, origins, true);
        const pending = await users.pending(context);
        if (!pending) throw new ApiError('NOT_AUTHENTICATED', 'Sign in first');
        const { user, sessionId } = pending;
        const { code } = (await read.body()).value;
        const details = { way: 'second factor' };
        const caller = { user, isSecret: false };
        try {
          await requireCode(context, services, user.id, () => secondFactors.verify(user.id, sessionId, code));
        } catch (error) {
          if (error instanceof ApiError) await record(context, services, caller, 'account.signin-refused', { details });
          throw error;
        }
        await record(context, services, caller, 'account.signin', { details });
        return answer(context, { user: toUser(user, user) });
      },
    ),
  ];
}

function settingEndpoints(services: Services): Endpoint[] {
  const { users, secondFactors, signIn, clock } = services;
  /** Who is signed in with a browser, and the session. @throws ApiError 401, 403 */
  const requireSession = async (context: AppContext) => {
    const caller = await users.require(context);
    requireBrowser(caller);
    const session = await signIn.read(context.req.raw.headers);
    if (!session) throw new ApiError('NOT_AUTHENTICATED');
    return { caller, session };
  };
  /** The same, once they have given a code of the second factor that is on. @throws ApiError 401, 403, 422, 429 */
  const requireFactor = async (context: AppContext, readBody: () => Promise<{ value: { code: string } }>) => {
    const { caller, session } = await requireSession(context);
    const { code } = (await readBody()).value;
    const { id } = caller.user;
    await requireCode(context, services, id, () => secondFactors.verify(id, session.sessionId, code));
    return caller;
  };

  const fetch = endpoint(
    {
      method: 'GET',
      path: '/auth/second-factor/fetch',
      summary: 'Whether this account has a second factor',
      auth: 'user',
      answer: secondFactorResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context) => {
      const caller = await users.require(context);
      requireBrowser(caller);
      return answer(context, await secondFactors.state(caller.user.id));
    },
  );
  const begin = endpoint(
    {
      method: 'POST',
      path: '/auth/second-factor/begin',
      summary: 'Make a secret for an app that makes one-time codes; it is asked for after `confirm`',
      auth: 'user',
      answer: secondFactorBeginResponseSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT'],
    },
    async (context) => {
      const { caller, session } = await requireSession(context);
      if (caller.user.hasSecondFactor) throw new ApiError('CONFLICT', 'This account has a second factor already');
      // Who finds a browser that is signed in must not be able to lock its owner out.
      if (clock.now() - session.signedInAt > FRESH_MS)
        throw new ApiError(
          'NOT_AUTHORIZED',
          'Sign out and in again first: this needs a sign-in of the last 15 minutes',
        );
      const { secret, uri } = await secondFactors.begin(caller.user);
      return answer(context, { secret, uri });
    },
  );
  const confirm = endpoint(
    {
      method: 'POST',
      path: '/auth/second-factor/confirm',
      summary: 'Turn the second factor on with a code of the app; every other browser is signed out',
      auth: 'user',
      body: secondFactorCodeRequestSchema,
      answer: secondFactorConfirmResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, read) => {
      const { caller, session } = await requireSession(context);
      const { code } = (await read.body()).value;
      let recoveryCodes: readonly string[] | undefined;
      await requireCode(context, services, caller.user.id, async () => {
        recoveryCodes = await secondFactors.confirm(caller.user.id, session.sessionId, code);
        return recoveryCodes !== undefined;
      });
      await signIn.revokeOthers(context.req.raw.headers);
      await record(context, services, caller, 'second-factor.add');
      return answer(context, { recoveryCodes: recoveryCodes ?? [] });
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/auth/second-factor/remove',
      summary: 'Turn the second factor off, with one of its codes',
      auth: 'user',
      body: secondFactorCodeRequestSchema,
      answer: emptyResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, read) => {
      const caller = await requireFactor(context, () => read.body());
      await secondFactors.remove(caller.user.id);
      await record(context, services, caller, 'second-factor.remove');
      return answer(context, {});
    },
  );
  const recovery = endpoint(
    {
      method: 'POST',
      path: '/auth/second-factor/recovery',
      summary: 'Replace the recovery codes, with a code of the app; the old ones no longer work',
      auth: 'user',
      body: secondFactorCodeRequestSchema,
      answer: secondFactorConfirmResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, read) => {
      const caller = await requireFactor(context, () => read.body());
      const recoveryCodes = await secondFactors.renewRecovery(caller.user.id);
      await record(context, services, caller, 'second-factor.recovery');
      return answer(context, { recoveryCodes });
    },
  );
  return [fetch, begin, confirm, remove, recovery];
}
