import {
  emptyResponseSchema,
  secondFactorBeginResponseSchema,
  secondFactorConfirmResponseSchema,
  secondFactorRequestSchema,
  secondFactorResponseSchema,
  secondFactorVerifyResponseSchema,
} from '@sotto/hub-api';
import type * as v from 'valibot';
import { WRONG_CODE } from '../../accounts/signInErrors';
import { toUser } from '../../accounts/toUser';
import type { SignInTarget } from '../../accounts/signInWaits';
import type { AppContext } from '../../http/appEnv';
import { requireOwnOrigin } from '../../http/auth/userAuth';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { callerAddress } from '../../http/rateLimits';
import { record } from '../../http/record';
import { inOwnWorkspace } from '../../accounts/userCaller';
import { ApiError, fieldError } from '../../lib/apiError';
import type { PersonCaller } from '../../accounts/userCaller';
import type { Services } from '../services';
import { recordSecurityChange, requireFresh, spendSignIn } from './signInSteps';

/** What somebody gives as the second factor. */
type Given = v.InferOutput<typeof secondFactorRequestSchema>;

/** The second factor of an account: set up, given while signing in, turned off. */
export function secondFactorEndpoints(services: Services): Endpoint[] {
  return [...signInEndpoints(services), ...settingEndpoints(services)];
}

/**
 * Checks a code, or a passkey of this account. Wrong codes wait, each longer than the one before; a passkey cannot be
 * guessed, so no guesses hold it up.
 *
 * @throws ApiError 422, 429
 */
export async function requireProof(
  context: AppContext,
  services: Services,
  { user, sessionId }: { readonly user: { readonly id: string }; readonly sessionId: string },
  { code, passkey }: Given,
  checkCode: (code: string) => Promise<boolean>,
): Promise<void> {
  const { signInWaits, passkeys, trustedProxies } = services;
  await spendSignIn(context, services);
  if (passkey) {
    if ((await passkeys.use({ session: sessionId }, passkey, user.id)).isRight) return;
    throw fieldError('passkey', 'This passkey did not work');
  }
  if (code === undefined) throw fieldError('code', 'Enter a code');
  const target: SignInTarget = {
    what: 'second-factor',
    account: user.id,
    network: callerAddress(context, trustedProxies),
  };
  await signInWaits.begin(target);
  if (!(await checkCode(code))) throw fieldError('code', WRONG_CODE);
  await signInWaits.succeed(target);
}

function signInEndpoints(services: Services): Endpoint[] {
  const { pendingSignIn, secondFactors, origins } = services;
  return [
    endpoint(
      {
        method: 'POST',
        path: '/auth/second-factor/verify',
        summary: 'Give the second factor after code, link, password or provider',
        auth: 'public',
        cost: 'none',
        body: secondFactorRequestSchema,
        answer: secondFactorVerifyResponseSchema,
        errors: ['NOT_AUTHENTICATED', 'NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
      },
      async (context, { body }) => {
        requireOwnOrigin(context, origins, true);
        const pending = await pendingSignIn(context);
        if (!pending) throw new ApiError('NOT_AUTHENTICATED', 'Sign in first');
        const { user, sessionId } = pending;
        const { value } = await body();
        const details = { way: value.passkey ? 'passkey as second factor' : 'second factor' };
        const caller = inOwnWorkspace(user);
        try {
          await requireProof(context, services, pending, value, (code) =>
            secondFactors.verify(user.id, sessionId, code),
          );
          if (value.passkey) await secondFactors.markPasskey(sessionId);
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
  const { secondFactors, signIn } = services;
  /** Requires the second factor that is on. @throws ApiError 422, 429 */
  const requireFactor = async (
    context: AppContext,
    { user, session: { sessionId } }: PersonCaller,
    { value }: { value: Given },
  ): Promise<void> => {
    await requireProof(context, services, { user, sessionId }, value, (code) =>
      secondFactors.verify(user.id, sessionId, code),
    );
  };

  const fetch = endpoint(
    {
      method: 'GET',
      path: '/auth/second-factor/fetch',
      summary: 'Whether this account has a second factor',
      auth: 'person',
      cost: 'none',
      answer: secondFactorResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      return answer(context, await secondFactors.state(caller.user.id));
    },
  );
  const begin = endpoint(
    {
      method: 'POST',
      path: '/auth/second-factor/begin',
      summary: 'Create a secret for an authenticator app; codes are required after `confirm`',
      auth: 'person',
      cost: 'none',
      answer: secondFactorBeginResponseSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT'],
    },
    async (context, { caller }) => {
      if (caller.user.hasSecondFactor) throw new ApiError('CONFLICT', 'This account has a second factor already');
      requireFresh(services, caller.session);
      const { secret, uri } = await secondFactors.begin(caller.user);
      return answer(context, { secret, uri });
    },
  );
  const confirm = endpoint(
    {
      method: 'POST',
      path: '/auth/second-factor/confirm',
      summary: 'Turn the second factor on with a code of the app, or a passkey; every other browser is signed out',
      auth: 'person',
      cost: 'none',
      body: secondFactorRequestSchema,
      answer: secondFactorConfirmResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY', 'CONFLICT'],
    },
    async (context, { caller, body }) => {
      const { value } = await body();
      const { user } = caller;
      const { sessionId } = caller.session;
      if (value.passkey) requireFresh(services, caller.session);
      let recoveryCodes: readonly string[] | undefined;
      await requireProof(context, services, { user, sessionId }, value, async (code) => {
        recoveryCodes = await secondFactors.confirm(user.id, sessionId, code);
        return recoveryCodes !== undefined;
      });
      if (value.passkey) recoveryCodes = await secondFactors.confirmPasskeys(user.id, sessionId);
      if (!recoveryCodes) throw new ApiError('CONFLICT', 'This account has a second factor already');
      await signIn.revokeOthers(context.req.raw.headers);
      await recordSecurityChange(context, services, caller, 'second-factor.add');
      return answer(context, { recoveryCodes });
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/auth/second-factor/remove',
      summary: 'Turn the second factor off, with one of its codes or a passkey',
      auth: 'person',
      cost: 'none',
      body: secondFactorRequestSchema,
      answer: emptyResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      await requireFactor(context, caller, await body());
      await secondFactors.remove(caller.user.id);
      await recordSecurityChange(context, services, caller, 'second-factor.remove');
      return answer(context, {});
    },
  );
  const recovery = endpoint(
    {
      method: 'POST',
      path: '/auth/second-factor/recovery',
      summary: 'Replace the recovery codes, with a code of the app or a passkey; the old ones no longer work',
      auth: 'person',
      cost: 'none',
      body: secondFactorRequestSchema,
      answer: secondFactorConfirmResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      await requireFactor(context, caller, await body());
      const recoveryCodes = await secondFactors.renewRecovery(caller.user.id);
      await recordSecurityChange(context, services, caller, 'second-factor.recovery');
      return answer(context, { recoveryCodes });
    },
  );
  return [fetch, begin, confirm, remove, recovery];
}
