import type { AppContext } from '../http/appEnv';
import { callerAddress, spend } from '../http/rateLimits';
import type { Services } from './services';

/** Sends cookies along with an answer. */
export function setCookies(context: AppContext, cookies: readonly string[]): void {
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true });
}

/** Counts a try to sign in, for the address it comes from and the mail address it names. */
export async function spendSignIn(context: AppContext, services: Services, email?: string): Promise<void> {
  await spend(
    context,
    services.rates,
    `signin ${callerAddress(context, services.trustedProxies)}`,
    services.limits.signIn,
  );
  if (email !== undefined)
    await spend(context, services.rates, `signin ${email.toLowerCase()}`, services.limits.signIn);
}
