import { ApiError } from '../../lib/apiError';
import type { AppContext } from '../../http/appEnv';
import { callerAddress, spend } from '../../http/rateLimits';
import { networkPrefix } from '../../http/record';
import type { SignedIn } from '../../accounts/signIn';
import { readUserByEmail } from '../../db/queries/accounts/userQueries';
import type { Services } from '../services';

/** How somebody signs in. */
export type SignInWay = 'code' | 'link' | 'password';

/** Sends cookies along with an answer. */
export function setCookies(context: AppContext, cookies: readonly string[]): void {
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true });
}

/**
 * Lets somebody sign in, and records it; a refused try likewise, where there is such an account. What strangers type
 * for addresses that nobody has is not recorded.
 */
export async function recordSignIn(
  context: AppContext,
  { audit, db, trustedProxies }: Services,
  way: SignInWay,
  email: string,
  work: Promise<SignedIn>,
): Promise<SignedIn> {
  const network = networkPrefix(callerAddress(context, trustedProxies));
  try {
    const made = await work;
    const { id } = made.person;
    await audit.append({
      action: 'account.signin',
      accountId: id,
      actor: 'person',
      actorId: id,
      network,
      details: { way },
    });
    return made;
  } catch (error) {
    const known = error instanceof ApiError && (await readUserByEmail(db, email));
    if (known)
      await audit.append({
        action: 'account.signin-refused',
        accountId: known.id,
        actor: 'anonymous',
        network,
        details: { way },
      });
    throw error;
  }
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
