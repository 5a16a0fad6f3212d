import type { Auth, BetterAuthOptions } from 'better-auth';
import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { emailOTP } from 'better-auth/plugins/email-otp';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { magicLink } from 'better-auth/plugins/magic-link';
import type { BuilderConfig } from '../config/builderConfig';
import type { Database } from '../db/database';
import * as schema from '../db/schema';
import { passkeySession } from './passkeySession';

/** How long a sign-in lasts without being used, in seconds (30 days). Contract 1.2. */
const SESSION_SECONDS = 2_592_000;
/** Columns of a session that Better Auth does not have. */
const SESSION_FIELDS = { secondFactorAt: { type: 'date', required: false, input: false } } as const;
/** How long a code or a link works, in seconds. */
export const CODE_SECONDS = 600;
/** How many wrong codes may be entered before the code expires. */
const CODE_TRIES = 5;
/** Name of the cookie (contract 1.2). */
export const USER_COOKIE = 'sotto_user';
/** Path prefix of the routes that Better Auth serves itself: the callback of an OpenID Connect provider. */
export const AUTH_PATH = '/api/auth';
/** ID of the OpenID Connect provider; the settings can define one. */
export const OIDC_PROVIDER = 'oidc';

/** Options of `createSignInLibrary`. */
interface SignInLibraryOptions {
  db: Database;
  /** Address of the server, with its path prefix. */
  baseUrl: string;
  secret: string;
  oidc: BuilderConfig['oidc'];
  /** Whether an account may be created with this address. */
  mayRegister: (email: string) => Promise<boolean>;
  onRegistered: (user: { readonly id: string; readonly email: string }) => Promise<void>;
  /** Called for a sign-in through a provider, whose callback bypasses our routes. */
  onProviderSignIn: (userId: string) => Promise<void>;
  /** Receives the code that a mail must contain. */
  onCode: (code: string) => void;
  /** Receives the token that the link of a mail must contain. */
  onToken: (token: string) => void;
}

/** The options that decide the types of the library's calls. */
interface TypedOptions extends BetterAuthOptions {
  session: { expiresIn: number; updateAge: number; additionalFields: typeof SESSION_FIELDS };
  plugins: [
    ReturnType<typeof emailOTP>,
    ReturnType<typeof magicLink>,
    ReturnType<typeof genericOAuth>,
    ReturnType<typeof passkeySession>,
  ];
}

/** Better Auth with our tables, cookies and plugins. */
export type SignInLibrary = Auth<TypedOptions>;

/** Configures Better Auth, which stores sessions, hashes of codes and passwords, and the number of attempts. */
export function createSignInLibrary(options: SignInLibraryOptions): SignInLibrary {
  const { db, baseUrl, secret, oidc } = options;
  const isSecure = baseUrl.startsWith('https:');
  return betterAuth<TypedOptions>({
    appName: 'Sotto',
    baseURL: new URL(baseUrl).origin,
    basePath: `${new URL(baseUrl).pathname.replace(/\/$/, '')}${AUTH_PATH}`,
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: schema.users,
        session: schema.userSessions,
        account: schema.userAccounts,
        verification: schema.userVerifications,
      },
    }),
    // A password alone never creates an account: registering an address requires access to its mailbox.
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 10 },
    account: { encryptOAuthTokens: true },
    session: { expiresIn: SESSION_SECONDS, updateAge: 86_400, additionalFields: SESSION_FIELDS },
    advanced: {
      cookies: { session_token: { name: USER_COOKIE } },
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' },
      // http/rateLimits.ts limits the rates, and IP addresses are not stored.
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    databaseHooks: {
      user: {
        create: {
          // Called for every new account, including those created through a provider.
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
        async sendVerificationOTP({ otp }) {
          options.onCode(otp);
        },
      }),
      // A code can be guessed, so wrong attempts invalidate it. The link in the same mail stays valid.
      magicLink({
        expiresIn: CODE_SECONDS,
        storeToken: 'hashed',
        async sendMagicLink({ token }) {
          options.onToken(token);
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
      passkeySession(),
    ],
  });
}
