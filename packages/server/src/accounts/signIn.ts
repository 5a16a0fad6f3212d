import { AsyncLocalStorage } from 'node:async_hooks';
import { isEmailAddress } from '@sotto/widget-core/api';
import { ApiError, fieldError } from '../lib/apiError';
import type { BuilderConfig } from '../config/builderConfig';
import type { Database } from '../db/database';
import { codeMail } from './codeMail';
import { confirmedAt } from './confirmedAt';
import type { MailQueue } from './mailQueue';
import type { Registration } from './registration';
import { SIGN_IN_FAILED, WRONG_CODE, withApiErrors } from './signInErrors';
import { AUTH_PATH, createSignInLibrary, OIDC_PROVIDER, USER_COOKIE } from './signInLibrary';
import { createSignInSessions, type SignInSessions } from './signInSessions';
import type { Person } from './toUser';

/** A user who has just signed in, with the session cookies. */
export interface SignedIn {
  readonly person: Person;
  readonly cookies: readonly string[];
}

/** The session in a request's cookie. */
export interface SignInRead {
  readonly person: Person;
  readonly sessionId: string;
  /** When the browser signed in or last confirmed it, in milliseconds since the epoch. */
  readonly signedInAt: number;
  /** Whether the second factor was given. */
  readonly hasSecondFactor: boolean;
  /** Cookies for the response: using a session extends it. */
  readonly cookies: readonly string[];
}

/** What else a sign-in request carries. */
export interface SignInFrom {
  /** Shown in the list of sessions, so that users recognise their browsers. */
  readonly userAgent: string | undefined;
  /** For a new account. */
  readonly name?: string | undefined;
  /** The code in the server's log, which makes the user the first operator. */
  readonly operatorCode?: string | undefined;
}

/** Sign-in [H-12]. Errors are `ApiError`s whose messages can be shown to users. */
export interface SignIn extends SignInSessions {
  readonly sendsMail: boolean;
  readonly providers: readonly { id: string; name: string }[];
  /** Whether the provider is the only way to sign in. */
  readonly isProviderOnly: boolean;
  /**
   * Sends a code, and a link if `link` makes its URL. The result does not reveal whether the address has an account or
   * may register.
   *
   * @throws ApiError 503 while the mail server cannot be used
   */
  sendCode(email: string, link: ((token: string) => string) | undefined, operatorCode?: string): Promise<void>;
  withCode(email: string, code: string, from: SignInFrom): Promise<SignedIn>;
  /** @param token - from the link in a mail to this address */
  withLink(email: string, token: string, from: SignInFrom): Promise<SignedIn>;
  withPassword(email: string, password: string, from: SignInFrom): Promise<SignedIn>;
  /** Signs in who has used a passkey of this account, which is both factors. */
  withPasskey(userId: string, from: SignInFrom): Promise<SignedIn>;
  /** The provider's sign-in page, and the cookies that its callback is checked against. */
  withProvider(id: string, callbackPath: string): Promise<{ url: string; cookies: readonly string[] }>;
  /** The session in the request's cookie. The response must carry `cookies`: using a session extends it. */
  read(headers: Headers): Promise<SignInRead | undefined>;
  /** Handles requests below `AUTH_PATH`: the callback of a provider. */
  handle(request: Request): Promise<Response>;
}

/** Options of `createSignIn`. */
export interface SignInOptions {
  db: Database;
  /** Address of the server, with its path prefix. */
  baseUrl: string;
  secret: string;
  mails: MailQueue;
  oidc: BuilderConfig['oidc'];
  isProviderOnly: boolean;
  registration: Registration;
  /** Called for a new account, and for a sign-in through a provider, whose callback bypasses our routes. */
  onEvent: (what: 'account.create' | 'account.signin', userId: string) => Promise<void>;
}

/** What Better Auth creates for one mail. */
interface MailContent {
  code?: string;
  token?: string;
}

/** The call that Better Auth is working on. */
interface CurrentCall {
  /** The mail that its codes are for. */
  readonly mail?: MailContent;
  /** The address that it may register. */
  readonly registers?: string;
}

/** Creates the sign-in: codes and links by mail, passwords, and one OpenID Connect provider, on top of Better Auth. */
export function createSignIn(options: SignInOptions): SignIn {
  const { registration, mails } = options;
  // Better Auth calls back without naming the call; several run at once, also for one address.
  const current = new AsyncLocalStorage<CurrentCall>();
  const auth = createSignInLibrary({
    ...options,
    mayRegister: async (email) => current.getStore()?.registers === email || registration.mayRegister(email),
    async onRegistered({ id, email }) {
      await registration.noteRegistered(email);
      await options.onEvent('account.create', id);
    },
    onProviderSignIn: (id) => options.onEvent('account.signin', id),
    onCode: (code) => Object.assign(current.getStore()?.mail ?? {}, { code }),
    onToken: (token) => Object.assign(current.getStore()?.mail ?? {}, { token }),
  });
  const { api } = auth;

  /** Signs in with the code of a mail. Creates the account if there is none and the address may register. */
  async function signInByCode(
    email: string,
    { operatorCode }: SignInFrom,
    work: () => Promise<{ headers: Headers; user: Person }>,
  ): Promise<SignedIn> {
    if (!(await registration.mayEnter(email, operatorCode))) throw new ApiError('NOT_AUTHENTICATED', WRONG_CODE);
    const { headers, user } = await withApiErrors(current.run({ registers: email }, work));
    if (operatorCode !== undefined) await registration.claimOperator(user.id, operatorCode);
    return { person: user, cookies: headers.getSetCookie() };
  }

  return {
    sendsMail: mails.isReal,
    isProviderOnly: options.isProviderOnly,
    providers: options.oidc ? [{ id: OIDC_PROVIDER, name: options.oidc.name }] : [],
    async sendCode(email, link, operatorCode) {
      if (!isEmailAddress(email)) throw fieldError('email', 'Enter an email address');
      const address = email.toLowerCase();
      // For any address, so that nobody learns who may enter.
      if (await mails.isServerFailing())
        throw new ApiError('SERVICE_UNAVAILABLE', 'Email cannot be sent at the moment. Please try again in a minute.');
      if (!(await registration.mayEnter(address, operatorCode))) return;
      const mail: MailContent = {};
      await current.run({ mail }, async () => {
        await withApiErrors(api.sendVerificationOTP({ body: { email: address, type: 'sign-in' } }));
        // A link does not carry the operator's code.
        if (link && operatorCode === undefined)
          await withApiErrors(api.signInMagicLink({ body: { email: address }, headers: new Headers() }));
      });
      const { code, token } = mail;
      if (code === undefined) throw new Error('Better Auth created no code');
      const content = codeMail(address, code, token === undefined ? undefined : link?.(token));
      await mails.within(options.db, (_tx, add) => add({ ...content, purpose: 'sign-in-code' }));
    },
    withCode: (email, code, from) =>
      signInByCode(email.toLowerCase(), from, async () => {
        const { headers, response } = await api.signInEmailOTP({
          body: { email: email.toLowerCase(), otp: code, ...(from.name !== undefined && { name: from.name }) },
          headers: userAgentHeaders(from.userAgent),
          returnHeaders: true,
        });
        return { headers, user: response.user };
      }),
    async withLink(email, token, { userAgent }) {
      const { headers, response } = await withApiErrors(
        api.magicLinkVerify({ query: { token }, headers: userAgentHeaders(userAgent), returnHeaders: true }),
      );
      // The page shows the address of the link; the link must not sign in to another account.
      if (response.user.email !== email.toLowerCase()) {
        await (await auth.$context).internalAdapter.deleteSession(response.token);
        throw new ApiError('NOT_AUTHENTICATED', SIGN_IN_FAILED);
      }
      return { person: response.user, cookies: headers.getSetCookie() };
    },
    async withPassword(email, password, { userAgent }) {
      const { headers, response } = await withApiErrors(
        api.signInEmail({
          body: { email: email.toLowerCase(), password },
          headers: userAgentHeaders(userAgent),
          returnHeaders: true,
        }),
      );
      return { person: response.user, cookies: headers.getSetCookie() };
    },
    async withPasskey(userId, { userAgent }) {
      const { headers, response } = await withApiErrors(
        api.createPasskeySession({ body: { userId }, headers: userAgentHeaders(userAgent), returnHeaders: true }),
      );
      return { person: response.user, cookies: headers.getSetCookie() };
    },
    async withProvider(id, callbackPath) {
      if (!options.oidc || id !== OIDC_PROVIDER) throw new ApiError('NOT_FOUND', 'There is no such sign-in provider');
      const callbackURL = new URL(callbackPath.slice(1), `${options.baseUrl}/`).href;
      const { headers, response } = await withApiErrors(
        api.signInSocial({
          body: { provider: id, callbackURL, errorCallbackURL: `${options.baseUrl}/signin`, disableRedirect: true },
          returnHeaders: true,
        }),
      );
      if (!response.url) throw new Error('The provider has no sign-in page');
      return { url: response.url, cookies: headers.getSetCookie() };
    },
    async read(headers) {
      if (!(headers.get('cookie') ?? '').includes(`${USER_COOKIE}=`)) return undefined;
      const { response: session, headers: answered } = await api.getSession({ headers, returnHeaders: true });
      return session
        ? {
            person: session.user,
            sessionId: session.session.id,
            signedInAt: confirmedAt(session.session),
            hasSecondFactor: session.session.secondFactorAt != null,
            cookies: answered.getSetCookie(),
          }
        : undefined;
    },
    ...createSignInSessions(auth),
    handle: (request) => auth.handler(withPublicUrl(request, options.baseUrl)),
  };
}

/** The request with its public URL: a proxy may have changed the origin and removed the path prefix. */
function withPublicUrl(request: Request, baseUrl: string): Request {
  const { pathname, search } = new URL(request.url);
  return new Request(new URL(`${baseUrl}${pathname.slice(pathname.indexOf(AUTH_PATH))}${search}`), request);
}

/** Longest stored user agent, in characters. */
const USER_AGENT_MAX_LENGTH = 400;

/** The only request header that Better Auth receives; IP addresses are not stored. */
function userAgentHeaders(userAgent: string | undefined): Headers {
  return new Headers(userAgent === undefined ? {} : { 'user-agent': userAgent.slice(0, USER_AGENT_MAX_LENGTH) });
}
