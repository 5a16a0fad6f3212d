import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as v from 'valibot';

/**
 * Part of the sign-in library: a session for an account whose passkey was checked. It has no address: only this server
 * calls it.
 */
export function passkeySession() {
  return {
    id: 'sotto-passkey',
    endpoints: {
      createPasskeySession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: v.object({ userId: v.string() }) },
        async (context) => {
          const { internalAdapter } = context.context;
          const user = await internalAdapter.findUserById(context.body.userId);
          if (!user) throw context.error('UNAUTHORIZED');
          // A device, and a finger or a PIN: both factors at once.
          const session = await internalAdapter.createSession(user.id, false, { secondFactorAt: new Date() });
          await setSessionCookie(context, { session, user });
          return context.json({ user: { id: user.id, name: user.name, email: user.email } });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
