import { ApiError, fieldError } from '../lib/apiError';
import type { SignInLibrary } from './signInLibrary';
import { confirmedAt } from './confirmedAt';

/** Sets or replaces the password of the user whose session cookie is in `headers`. */
export async function storePassword(auth: SignInLibrary, headers: Headers, password: string): Promise<void> {
  const context = await auth.$context;
  const session = await auth.api.getSession({ headers });
  if (!session) throw new ApiError('NOT_AUTHENTICATED');
  const accounts = await context.internalAdapter.findAccounts(session.user.id);
  const digest = await context.password.hash(password);
  if (accounts.some(({ providerId }) => providerId === 'credential'))
    await context.internalAdapter.updatePassword(session.user.id, digest);
  else
    await context.internalAdapter.createAccount({
      userId: session.user.id,
      providerId: 'credential',
      accountId: session.user.id,
      password: digest,
    });
}

/**
 * Replaces the password. The current one is required, or without one a recent sign-in, so that a signed-in browser
 * alone is not enough to take over the account.
 *
 * @param requireRecent - called with the time of the sign-in if there is no password; throws if that is too long ago
 * @throws ApiError 422 if `current` is missing or wrong
 */
export async function changePassword(
  auth: SignInLibrary,
  headers: Headers,
  { password, current }: { readonly password: string; readonly current: string | undefined },
  requireRecent: (signedInAt: number) => void,
): Promise<void> {
  const context = await auth.$context;
  const session = await auth.api.getSession({ headers });
  if (!session) throw new ApiError('NOT_AUTHENTICATED');
  const accounts = await context.internalAdapter.findAccounts(session.user.id);
  const digest = accounts.find(({ providerId }) => providerId === 'credential')?.password;
  if (!digest) requireRecent(confirmedAt(session.session));
  else if (!(await context.password.verify({ hash: digest, password: current ?? '' }))) {
    const message = current === undefined ? 'Enter your current password' : 'This is not your current password';
    throw fieldError('current', message);
  }
  await storePassword(auth, headers, password);
}
