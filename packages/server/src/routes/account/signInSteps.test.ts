import { expect, it, onTestFinished } from 'vitest';
import type { Audit } from '../../domain/accounts/audit';
import type { AppContext } from '../../http/appEnv';
import { ApiError } from '../../lib/apiError';
import { startBuilderTest } from '../../testing/builder';
import type { Services } from '../services';
import { recordSignIn } from './signInSteps';

it('A707 a sign-in is recorded as refused when it was refused, and not when the server failed', async () => {
  const test = await startBuilderTest();
  onTestFinished(() => test.server.close(0));
  await test.person('ana');
  const recorded: string[] = [];
  const append: Audit['append'] = async ({ action }) => void recorded.push(action);
  const services = {
    db: test.database,
    audit: { append },
    trustedProxies: [],
    signInWaits: { begin: async () => undefined, succeed: async () => undefined },
  } as unknown as Services;
  const context = { req: { header: () => undefined }, env: {} } as unknown as AppContext;
  const failWith = (error: Error): Promise<unknown> =>
    recordSignIn(context, services, 'password', 'ana@example.com', () => Promise.reject(error));
  await expect(failWith(new TypeError('fetch failed'))).rejects.toThrow('fetch failed');
  expect(recorded).toEqual([]);
  await expect(failWith(new ApiError('NOT_AUTHORIZED', 'Wrong password'))).rejects.toThrow('Wrong password');
  expect(recorded).toEqual(['account.signin-refused']);
}, 60_000);
