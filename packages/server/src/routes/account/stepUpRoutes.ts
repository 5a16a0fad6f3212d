import { emptyResponseSchema, secondFactorRequestSchema, stepUpResponseSchema } from '@sotto/hub-api';
import { markSession } from '../../db/queries/accounts/secondFactorQueries';
import { fieldError } from '../../lib/apiError';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import type { Services } from '../services';
import { requireProof } from './secondFactorRoutes';
import { isFresh, mayMail, recordSignIn, requireNoProvider, spendSignIn } from './signInSteps';

/**
 * Confirming that it is still the same person in this browser, without signing out: with the second factor where there
 * is one, otherwise with a code by mail. Calls that need a recent sign-in are answered afterwards.
 */
export function stepUpEndpoints(services: Services): Endpoint[] {
  const { db, clock, signIn, secondFactors } = services;
  const fetch = endpoint(
    {
      method: 'GET',
      path: '/auth/step-up/fetch',
      summary: 'Whether the sign-in is recent, and what confirms it otherwise',
      auth: 'person',
      cost: 'none',
      answer: stepUpResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller: { user, session } }) =>
      answer(context, { isFresh: isFresh(services, session), hasSecondFactor: user.hasSecondFactor }),
  );
  const begin = endpoint(
    {
      method: 'POST',
      path: '/auth/step-up/begin',
      summary: 'Send the code that confirms the sign-in; an account with a second factor gets none and uses that',
      auth: 'person',
      cost: 'code',
      answer: emptyResponseSchema,
      errors: ['NOT_AUTHORIZED', 'SERVICE_UNAVAILABLE'],
    },
    async (context, { caller: { user }, pass }) => {
      if (user.hasSecondFactor) return answer(context, {});
      requireNoProvider(services);
      await spendSignIn(context, services);
      const { email } = user;
      if (await mayMail(context, services, email))
        await pass.run({ email }, (counted) => signIn.sendCode(email, undefined, undefined, counted));
      return answer(context, {});
    },
  );
  const verify = endpoint(
    {
      method: 'POST',
      path: '/auth/step-up/verify',
      summary: 'Confirm the sign-in with the code, or with the second factor',
      auth: 'person',
      cost: 'none',
      body: secondFactorRequestSchema,
      answer: emptyResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller: { user, session }, body }) => {
      const { value } = await body();
      const { sessionId } = session;
      if (user.hasSecondFactor || value.passkey) {
        await requireProof(context, services, { user, sessionId }, value, (code) =>
          secondFactors.verify(user.id, sessionId, code),
        );
      } else {
        requireNoProvider(services);
        await spendSignIn(context, services);
        const { code } = value;
        if (code === undefined) throw fieldError('code', 'Enter the code');
        const { cookies } = await recordSignIn(context, services, 'code', user.email, () =>
          signIn.withCode(user.email, code.trim(), { userAgent: context.req.header('user-agent') }),
        );
        // This browser keeps the sign-in that it has.
        await signIn.signOut(new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }));
      }
      await markSession(db, sessionId, clock.now());
      return answer(context, {});
    },
  );
  return [fetch, begin, verify];
}
