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
  { audit, db, trustedProxies, signInWaits }: Services,
  way: SignInWay,
  email: string,
  work: () => Promise<SignedIn>,
): Promise<SignedIn> {
  const address = callerAddress(context, trustedProxies);
  const network = networkPrefix(address);
  // The token of a link cannot be guessed: nothing that strangers do may hold it up.
  const target = way === 'link' ? undefined : { what: way, account: email, network: address };
  if (target) await signInWaits.require(target);
  try {
    const made = await work();
    if (target) await signInWaits.succeed(target);
    if (way !== 'password') await signInWaits.succeed({ what: 'mail', account: email, network: address });
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
    if (target && error instanceof ApiError && error.code === 'NOT_AUTHENTICATED') await signInWaits.fail(target);
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

/** Counts a try to sign in, for the address it comes from. */
export async function spendSignIn(context: AppContext, services: Services): Promise<void> {
  await spend(
    context,
    services.rates,
    `signin ${callerAddress(context, services.trustedProxies)}`,
    services.limits.signIn,
  );
}

/**
 * Whether a mail may be sent to this address now. Whoever asks for too many waits. Where strangers elsewhere asked for
 * too many, the answer is no, and the caller is told nothing: the last mail, whoever asked for it, is minutes old and
 * its link still works.
 *
 * @throws ApiError 429 for too many mails from this address
 */
export async function spendMail(context: AppContext, services: Services, email: string): Promise<boolean> {
  const { signInWaits, trustedProxies } = services;
  const target = { what: 'mail', account: email, network: callerAddress(context, trustedProxies) } as const;
  if (await signInWaits.isWaiting(target, 'account')) return false;
  await signInWaits.require(target);
  await signInWaits.fail(target);
  return true;
}

/** What concerns signing in is done by a person, not by one of their programs. */
export function requireBrowser({ isSecret }: { readonly isSecret: boolean }): void {
  if (isSecret) throw new ApiError('NOT_AUTHORIZED', 'This call needs a signed-in person');
}
