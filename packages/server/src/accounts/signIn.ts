import type { User } from '@sotto/hub-api';
import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { emailOTP } from 'better-auth/plugins/email-otp';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { magicLink } from 'better-auth/plugins/magic-link';
import { isEmailAddress } from '@sotto/widget-core/api';
import { ApiError } from '../lib/apiError';
import type { BuilderConfig } from '../config/builderConfig';
import type { Database } from '../db/database';
import { readUserByEmail } from '../db/queries/accounts/userQueries';
import * as schema from '../db/schema';
import { codeMail } from './codeMail';
import type { Mailer } from './mailer';
import type { Registration } from './registration';

/** How long a sign-in lasts without being used, in seconds (30 days). Contract 1.2. */
const SESSION_SECONDS = 2_592_000;
/** What is kept of a session beside the library's own. */
const SESSION_FIELDS = { secondFactorAt: { type: 'date', required: false, input: false } } as const;
/** How long a code or a link works, in seconds. */
const CODE_SECONDS = 600;
/** Wrong tries a code stands. */
const CODE_TRIES = 5;
/** Name of the cookie (contract 1.2). */
const USER_COOKIE = 'sotto_user';
/** Path below which the sign-in library itself answers: the way back from another provider. */
export const AUTH_PATH = '/api/auth';
/** The one provider of OpenID Connect that settings can name. */
const OIDC_PROVIDER = 'oidc';

/** A person as the sign-in library knows them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** A person who has just signed in, with the cookies that say so. */
export interface SignedIn {
  readonly person: Person;
  readonly cookies: readonly string[];
}

/** What a request's cookie says. */
export interface SignInRead {
  readonly person: Person;
  readonly sessionId: string;
  /** When the browser signed in, in milliseconds since the epoch. */
  readonly signedInAt: number;
  /** Whether the second factor was given. */
  readonly hasSecondFactor: boolean;
  /** To be sent back: the sign-in slides. */
  readonly cookies: readonly string[];
}

/** Where a sign-in comes from, so that its owner recognises it later. */
export interface SignInFrom {
  readonly userAgent: string | undefined;
  /** Of somebody who has no account yet. */
  readonly name?: string | undefined;
  /** The code of the log, which makes the first operator. */
  readonly operatorCode?: string | undefined;
}

/** A browser somebody is signed in with. */
export interface SignInSession {
  readonly id: string;
  readonly token: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly userAgent: string | null;
}

/** Everything about signing in [H-12]. Failures are `ApiError`s with sentences for people. */
export interface SignIn {
  readonly sendsMail: boolean;
  readonly providers: readonly { id: string; name: string }[];
  /** Whether people sign in through the provider alone. */
  readonly isProviderOnly: boolean;
  /**
   * Sends a code, and a link that works beside it when there is an address for one. Says nothing about whether the
   * address is known, or may register.
   */
  sendCode(email: string, link: ((token: string) => string) | undefined, operatorCode?: string): Promise<void>;
  withCode(email: string, code: string, from: SignInFrom): Promise<SignedIn>;
  /** @param token - of the link of a mail to this address */
  withLink(email: string, token: string, from: SignInFrom): Promise<SignedIn>;
  withPassword(email: string, password: string, from: SignInFrom): Promise<SignedIn>;
  /** The provider's page, and the cookies that protect the way back. */
  withProvider(id: string, callbackPath: string): Promise<{ url: string; cookies: readonly string[] }>;
  /** Who a request's cookie belongs to. `cookies` are to be sent back: the sign-in slides. */
  read(headers: Headers): Promise<SignInRead | undefined>;
  signOut(headers: Headers): Promise<readonly string[]>;
  sessions(headers: Headers): Promise<SignInSession[]>;
  /** Ends another browser's sign-in. @returns whether it was one of this person's */
  revoke(headers: Headers, sessionId: string): Promise<boolean>;
  /** Ends every sign-in of this person but this one. @returns how many there were */
  revokeOthers(headers: Headers): Promise<number>;
  /** Sets a password for who just signed in with a code; there is none yet, or it is replaced. */
  setPassword(cookie: Headers, password: string): Promise<void>;
  /**
   * Sets or replaces the password of whoever is signed in. @throws ApiError 422 without the old one, where there is one
   */
  changePassword(cookie: Headers, password: string, current: string | undefined): Promise<void>;
  /** Answers below `AUTH_PATH`: the way back from a provider. */
  handle(request: Request): Promise<Response>;
}

/** What signing in stands on. */
export interface SignInOptions {
  db: Database;
  /** Address of the server, with its path prefix. */
  baseUrl: string;
  secret: string;
  mailer: Mailer;
  oidc: BuilderConfig['oidc'];
  isProviderOnly: boolean;
  registration: Registration;
  /** Told of a new account, and of a sign-in through a provider, which comes back past every route of ours. */
  onEvent: (what: 'account.create' | 'account.signin', userId: string) => Promise<void>;
}

/** What the library wants sent, while it is being called. */
interface Letter {
  code?: string;
  token?: string;
}

/**
 * Makes the sign-in: codes and links by mail, passwords, one provider of OpenID Connect. The library keeps sessions,
 * digests and attempts.
 */
export function createSignIn(options: SignInOptions): SignIn {
  const { db, registration, mailer } = options;
  const letters = new Map<string, Letter>();
  /** Addresses that register with the operator's code at this moment. */
  const pardoned = new Set<string>();
  const auth = createSignInLibrary({
    ...options,
    mayRegister: async (email) => pardoned.has(email) || registration.mayRegister(email),
    async onRegistered({ id, email }) {
      await registration.noteRegistered(email);
      await options.onEvent('account.create', id);
    },
    onProviderSignIn: (id) => options.onEvent('account.signin', id),
    onCode: (email, code) => Object.assign(letters.get(email) ?? {}, { code }),
    onToken: (email, token) => Object.assign(letters.get(email) ?? {}, { token }),
  });
  const { api } = auth;

  async function mayEnter(email: string, operatorCode: string | undefined): Promise<boolean> {
    return (await registration.mayRegister(email, operatorCode)) || (await readUserByEmail(db, email)) !== undefined;
  }

  /** Signs in with what a mail carried; who has no account gets one, where they may. */
  async function enter(
    email: string,
    { operatorCode }: SignInFrom,
    work: () => Promise<{ headers: Headers; user: Person }>,
  ): Promise<SignedIn> {
    if (!(await mayEnter(email, operatorCode))) throw new ApiError('NOT_AUTHENTICATED', WRONG_CODE);
    pardoned.add(email);
    try {
      const { headers, user } = await withTimeLimit(work());
      if (operatorCode !== undefined) await registration.claimOperator(user.id, operatorCode);
      return { person: user, cookies: headers.getSetCookie() };
    } finally {
      pardoned.delete(email);
    }
  }

  return {
    sendsMail: mailer.isReal,
    isProviderOnly: options.isProviderOnly,
    providers: options.oidc ? [{ id: OIDC_PROVIDER, name: options.oidc.name }] : [],
    async sendCode(email, link, operatorCode) {
      if (!isEmailAddress(email))
        throw new ApiError('UNPROCESSABLE_ENTITY', 'Enter an email address', {
          details: [{ path: 'email', message: 'Enter an email address' }],
        });
      const address = email.toLowerCase();
      if (!(await mayEnter(address, operatorCode))) return;
      const letter: Letter = {};
      letters.set(address, letter);
      try {
        await withTimeLimit(api.sendVerificationOTP({ body: { email: address, type: 'sign-in' } }));
        // Whoever registers with the operator's code types it; a link would not carry it.
        if (link && operatorCode === undefined)
          await withTimeLimit(api.signInMagicLink({ body: { email: address }, headers: new Headers() }));
      } finally {
        letters.delete(address);
      }
      const { code, token } = letter;
      if (code === undefined) throw new Error('The library made no code');
      await mailer
        .send(codeMail(address, code, token === undefined ? undefined : link?.(token)))
        .catch((cause: unknown) => {
          throw new ApiError('SERVICE_UNAVAILABLE', 'The mail could not be sent. Please try again later.', { cause });
        });
    },
    withCode: (email, code, from) =>
      enter(email.toLowerCase(), from, async () => {
        const { headers, response } = await api.signInEmailOTP({
          body: { email: email.toLowerCase(), otp: code, ...(from.name !== undefined && { name: from.name }) },
          headers: agentHeaders(from.userAgent),
          returnHeaders: true,
        });
        return { headers, user: response.user };
      }),
    async withLink(email, token, { userAgent }) {
      const { headers, response } = await withTimeLimit(
        api.magicLinkVerify({ query: { token }, headers: agentHeaders(userAgent), returnHeaders: true }),
      );
      // The page names the address somebody signs in as; a link must not lead into somebody else's account.
      if (response.user.email !== email.toLowerCase()) {
        await (await auth.$context).internalAdapter.deleteSession(response.token);
        throw new ApiError('NOT_AUTHENTICATED', 'This sign-in did not work');
      }
      return { person: response.user, cookies: headers.getSetCookie() };
    },
    async withPassword(email, password, { userAgent }) {
      const { headers, response } = await withTimeLimit(
        api.signInEmail({
          body: { email: email.toLowerCase(), password },
          headers: agentHeaders(userAgent),
          returnHeaders: true,
        }),
      );
      return { person: response.user, cookies: headers.getSetCookie() };
    },
    async withProvider(id, callbackPath) {
      if (!options.oidc || id !== OIDC_PROVIDER) throw new ApiError('NOT_FOUND', 'There is no such way to sign in');
      const callbackURL = new URL(callbackPath.slice(1), `${options.baseUrl}/`).href;
      const { headers, response } = await withTimeLimit(
        api.signInSocial({
          body: { provider: id, callbackURL, errorCallbackURL: `${options.baseUrl}/signin`, disableRedirect: true },
          returnHeaders: true,
        }),
      );
      if (!response.url) throw new Error('The provider has no page to go to');
      return { url: response.url, cookies: headers.getSetCookie() };
    },
    async read(headers) {
      if (!(headers.get('cookie') ?? '').includes(`${USER_COOKIE}=`)) return undefined;
      const { response: session, headers: answered } = await api.getSession({ headers, returnHeaders: true });
      return session
        ? {
            person: session.user,
            sessionId: session.session.id,
            signedInAt: session.session.createdAt.getTime(),
            hasSecondFactor: session.session.secondFactorAt != null,
            cookies: answered.getSetCookie(),
          }
        : undefined;
    },
    ...sessionCalls(auth),
    handle: (request) => auth.handler(asBrowsersSeeIt(request, options.baseUrl)),
  };
}

/** The request at the address that browsers used: a proxy may have taken origin and prefix away. */
function asBrowsersSeeIt(request: Request, baseUrl: string): Request {
  const { pathname, search } = new URL(request.url);
  return new Request(new URL(`${baseUrl}${pathname.slice(pathname.indexOf(AUTH_PATH))}${search}`), request);
}

/** What somebody who is signed in does with sessions and the password. */
function sessionCalls(
  auth: SignInLibrary,
): Pick<SignIn, 'signOut' | 'sessions' | 'revoke' | 'revokeOthers' | 'setPassword' | 'changePassword'> {
  const { api } = auth;
  return {
    signOut: async (headers) =>
      (await withTimeLimit(api.signOut({ headers, returnHeaders: true }))).headers.getSetCookie(),
    async sessions(headers) {
      const list = await withTimeLimit(api.listSessions({ headers }));
      return list.map(({ id, token, createdAt, expiresAt, userAgent }) => ({
        id,
        token,
        createdAt: createdAt.getTime(),
        expiresAt: expiresAt.getTime(),
        userAgent: userAgent || null,
      }));
    },
    async revoke(headers, sessionId) {
      const session = (await withTimeLimit(api.listSessions({ headers }))).find(({ id }) => id === sessionId);
      if (session) await withTimeLimit(api.revokeSession({ body: { token: session.token }, headers }));
      return session !== undefined;
    },
    revokeOthers: (headers) => withTimeLimit(revokeOthers(auth, headers)),
    setPassword: (headers, password) => withTimeLimit(keepPassword(auth, headers, password)),
    changePassword: (headers, password, current) => withTimeLimit(changePassword(auth, headers, password, current)),
  };
}

/** What the library stands on. */
interface LibraryOptions {
  db: Database;
  /** Address of the server, with its path prefix. */
  baseUrl: string;
  secret: string;
  oidc: BuilderConfig['oidc'];
  /** Whether somebody may make an account with this address. */
  mayRegister: (email: string) => Promise<boolean>;
  onRegistered: (user: { readonly id: string; readonly email: string }) => Promise<void>;
  /** Told of a sign-in through a provider, which comes back past every route of ours. */
  onProviderSignIn: (userId: string) => Promise<void>;
  /** Takes the digits and the link's token that are to be sent. */
  onCode: (email: string, code: string) => void;
  onToken: (email: string, token: string) => void;
}

/** The sign-in library with its tables, cookies and plugins. */
type SignInLibrary = ReturnType<typeof createSignInLibrary>;

/** @see LibraryOptions */
function createSignInLibrary(options: LibraryOptions) {
  const { db, baseUrl, secret, oidc } = options;
  const isSecure = baseUrl.startsWith('https:');
  return betterAuth({
    appName: 'Sotto',
    baseURL: new URL(baseUrl).origin,
    basePath: `${new URL(baseUrl).pathname.replace(/\/$/, '')}${AUTH_PATH}`,
    secret,
    // The library's own type names one driver; any of ours has the same shape.
    database: drizzleAdapter(db as Parameters<typeof drizzleAdapter>[0], {
      provider: 'pg',
      schema: {
        user: schema.users,
        session: schema.userSessions,
        account: schema.userAccounts,
        verification: schema.userVerifications,
      },
    }),
    // An account begins with a code or a provider, never with a password alone: nobody takes an address that is not
    // theirs.
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 10 },
    account: { encryptOAuthTokens: true },
    session: { expiresIn: SESSION_SECONDS, updateAge: 86_400, additionalFields: SESSION_FIELDS },
    advanced: {
      cookies: { session_token: { name: USER_COOKIE } },
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' },
      // Rates are ours (http/rateLimits.ts), and addresses are not kept.
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    databaseHooks: {
      user: {
        create: {
          // Every way to an account leads past here, also the one through a provider.
          before: async (user) => ((await options.mayRegister(user.email)) ? undefined : false),
          after: (user) => options.onRegistered(user),
        },
      },
      session: {
        create: {
          async after(session, context) {
            if (context?.path.startsWith('/callback/') === true) await options.onProviderSignIn(session.userId);
          },
        },
      },
    },
    plugins: [
      emailOTP({
        otpLength: 6,
        expiresIn: CODE_SECONDS,
        allowedAttempts: CODE_TRIES,
        storeOTP: 'hashed',
        async sendVerificationOTP({ email, otp }) {
          options.onCode(email, otp);
        },
      }),
      // Digits can be guessed, so wrong ones use a code up; the link of the same mail goes on working.
      magicLink({
        expiresIn: CODE_SECONDS,
        storeToken: 'hashed',
        async sendMagicLink({ email, token }) {
          options.onToken(email, token);
        },
      }),
      genericOAuth({
        config: oidc
          ? [
              {
                providerId: OIDC_PROVIDER,
                discoveryUrl: `${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
                clientId: oidc.clientId,
                clientSecret: oidc.clientSecret,
                scopes: ['openid', 'email', 'profile'],
                pkce: true,
              },
            ]
          : [],
      }),
    ],
  });
}

/** Ends every sign-in of whoever these headers belong to, but the one they carry. @returns how many there were */
async function revokeOthers({ api }: SignInLibrary, headers: Headers): Promise<number> {
  const current = (await api.getSession({ headers }))?.session.id;
  const others = (await api.listSessions({ headers })).filter(({ id }) => id !== current);
  if (others.length > 0) await api.revokeOtherSessions({ headers });
  return others.length;
}

/** Sets or replaces the one password of whoever these headers belong to. */
async function keepPassword(auth: SignInLibrary, headers: Headers, password: string): Promise<void> {
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

/** Who found a browser that is signed in must not be able to keep the account. @throws ApiError 422 */
async function changePassword(
  auth: SignInLibrary,
  headers: Headers,
  password: string,
  current: string | undefined,
): Promise<void> {
  const context = await auth.$context;
  const session = await auth.api.getSession({ headers });
  if (!session) throw new ApiError('NOT_AUTHENTICATED');
  const accounts = await context.internalAdapter.findAccounts(session.user.id);
  const digest = accounts.find(({ providerId }) => providerId === 'credential')?.password;
  if (digest && !(await context.password.verify({ hash: digest, password: current ?? '' }))) {
    const message = current === undefined ? 'Enter your current password' : 'This is not your current password';
    throw new ApiError('UNPROCESSABLE_ENTITY', message, { details: [{ path: 'current', message }] });
  }
  await keepPassword(auth, headers, password);
}

const WRONG_CODE = 'This code is not right';
/** Sentences for the library's codes; an unknown one is a refused sign-in. */
const SENTENCES: Readonly<Record<string, string>> = {
  INVALID_OTP: WRONG_CODE,
  OTP_EXPIRED: WRONG_CODE,
  TOO_MANY_ATTEMPTS: 'Too many tries. Ask for a new code',
  INVALID_EMAIL_OR_PASSWORD: 'Address or password are not right',
};

/** The library's failures as ours: what it refuses is 401, what breaks inside stays a failure of the server. */
async function withTimeLimit<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { statusCode, body } = error as { statusCode?: unknown; body?: { code?: unknown } };
    if (typeof statusCode !== 'number' || statusCode >= 500) throw error;
    throw new ApiError('NOT_AUTHENTICATED', SENTENCES[String(body?.code)] ?? 'This sign-in did not work', {
      cause: error,
    });
  }
}

/** Longest name of a browser that is kept, in characters. */
const AGENT_MAX_LENGTH = 400;

/** All that the library is told of a request that signs somebody in: addresses are not kept. */
function agentHeaders(userAgent: string | undefined): Headers {
  return new Headers(userAgent === undefined ? {} : { 'user-agent': userAgent.slice(0, AGENT_MAX_LENGTH) });
}

/** A person as the API shows them. */
export function toUser(
  person: Person,
  { isOperator, usesAssistant }: { readonly isOperator: boolean; readonly usesAssistant: boolean },
): User {
  const displayName = person.name.trim() === '' ? (person.email.split('@')[0] ?? '') : person.name;
  return {
    id: person.id,
    name: person.name,
    displayName,
    email: person.email,
    displayEmail: person.email,
    roles: isOperator ? ['operator'] : [],
    usesAssistant,
  };
}
