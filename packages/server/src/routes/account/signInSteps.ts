import { STEP_UP } from '@sotto/hub-api';
import { ApiError, fieldError } from '../../lib/apiError';
import type { AppContext } from '../../http/appEnv';
import { callerAddress, spend } from '../../http/rateLimits';
import { networkPrefix, record, type Recorded } from '../../http/record';
import type { SecurityChange } from '../../domain/accounts/securityNotices';
import type { SignedIn, SignInRead } from '../../accounts/signIn';
import type { UserCaller } from '../../accounts/userCaller';
import { readUserByEmail } from '../../db/queries/accounts/userQueries';
import type { Services } from '../services';

/** The way a user signs in. */
export type SignInWay = 'code' | 'link' | 'password';

/** Sends cookies along with an answer. */
export function setCookies(context: AppContext, cookies: readonly string[]): void {
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true });
}

/**
 * Signs a user in, and records it; a refused attempt as well, if the account exists. Attempts for unknown addresses are
 * not recorded.
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
  if (target) await signInWaits.begin(target);
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
 * Whether a mail may be sent to this address now. If other callers have used up the address's limit, the caller is not
 * informed: the last mail is minutes old and its link is still valid.
 */
export async function mayMail(
  context: AppContext,
  { signInWaits, trustedProxies }: Services,
  email: string,
): Promise<boolean> {
  const network = callerAddress(context, trustedProxies);
  return !(await signInWaits.isWaiting({ what: 'mail', account: email, network }, 'account'));
}

/** How long a sign-in is fresh, in milliseconds. */
const FRESH_MS = 900_000;

/** Whether somebody has signed in, or confirmed that it is them, a short while ago. */
export function isFresh({ clock }: Services, { signedInAt }: Pick<SignInRead, 'signedInAt'>): boolean {
  return clock.now() - signedInAt <= FRESH_MS;
}

/** Who finds a browser that is signed in must not be able to keep the account. @throws ApiError 403 */
export function requireFresh(services: Services, session: Pick<SignInRead, 'signedInAt'>): void {
  if (isFresh(services, session)) return;
  const message = 'Confirm that it is you: your sign-in is older than 15 minutes';
  throw fieldError(STEP_UP, message, 'NOT_AUTHORIZED');
}

/** @throws ApiError 403 where people sign in through the provider alone */
export function requireNoProvider({ signIn }: Services): void {
  if (signIn.isProviderOnly)
    throw new ApiError('NOT_AUTHORIZED', 'On this server, people sign in through an identity provider');
}

/** Puts a change to the ways of signing in into the audit log, and notifies the owner of the account by mail. */
export async function recordSecurityChange(
  context: AppContext,
  services: Services,
  caller: UserCaller,
  change: SecurityChange,
  recorded?: Recorded,
): Promise<void> {
  await record(context, services, caller, change, recorded);
  await services.securityNotices.send(caller.user, change);
}
