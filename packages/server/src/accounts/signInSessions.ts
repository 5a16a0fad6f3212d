import { changePassword, storePassword } from './passwords';
import { withApiErrors } from './signInErrors';
import type { SignInLibrary } from './signInLibrary';

/** A browser in which the user is signed in. */
export interface SignInSession {
  readonly id: string;
  readonly token: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly userAgent: string | null;
}

/** What a signed-in user can do with their sessions and password. `headers` carry the session cookie. */
export interface SignInSessions {
  signOut(headers: Headers): Promise<readonly string[]>;
  sessions(headers: Headers): Promise<SignInSession[]>;
  /** Ends the session of another browser. @returns whether this user had that session */
  revoke(headers: Headers, sessionId: string): Promise<boolean>;
  /** Ends all sessions of this user except the current one. @returns how many were ended */
  revokeOthers(headers: Headers): Promise<number>;
  /** Sets or replaces the password of a user who has just signed in with a code. */
  setPassword(headers: Headers, password: string): Promise<void>;
  /**
   * Sets or replaces the password.
   *
   * @param requireRecent - called with the time of the sign-in if there is no password; throws if that is too long ago
   * @throws ApiError 422 if there is a password and `current` is not it
   */
  changePassword(
    headers: Headers,
    given: { readonly password: string; readonly current: string | undefined },
    requireRecent: (signedInAt: number) => void,
  ): Promise<void>;
}

/** The sessions and the password of a signed-in user, on top of Better Auth. */
export function createSignInSessions(auth: SignInLibrary): SignInSessions {
  const { api } = auth;
  return {
    signOut: async (headers) =>
      (await withApiErrors(api.signOut({ headers, returnHeaders: true }))).headers.getSetCookie(),
    async sessions(headers) {
      const list = await withApiErrors(api.listSessions({ headers }));
      return list.map(({ id, token, createdAt, expiresAt, userAgent }) => ({
        id,
        token,
        createdAt: createdAt.getTime(),
        expiresAt: expiresAt.getTime(),
        userAgent: userAgent || null,
      }));
    },
    async revoke(headers, sessionId) {
      const session = (await withApiErrors(api.listSessions({ headers }))).find(({ id }) => id === sessionId);
      if (session) await withApiErrors(api.revokeSession({ body: { token: session.token }, headers }));
      return session !== undefined;
    },
    revokeOthers: (headers) => withApiErrors(revokeOthers(auth, headers)),
    setPassword: (headers, password) => withApiErrors(storePassword(auth, headers, password)),
    changePassword: (headers, given, requireRecent) =>
      withApiErrors(changePassword(auth, headers, given, requireRecent)),
  };
}

/** Ends all sessions of this user except the one in `headers`. @returns how many were ended */
async function revokeOthers({ api }: SignInLibrary, headers: Headers): Promise<number> {
  const current = (await api.getSession({ headers }))?.session.id;
  const others = (await api.listSessions({ headers })).filter(({ id }) => id !== current);
  if (others.length > 0) await api.revokeOtherSessions({ headers });
  return others.length;
}
