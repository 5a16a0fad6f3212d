import { idSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { workspaceSchema } from './workspaces';
import { PLAN_NAMES } from './plans';

const emailSchema = v.pipe(v.string(), v.trim(), v.maxLength(254));
const passwordSchema = v.pipe(v.string(), v.minLength(10, 'A password has at least 10 characters'), v.maxLength(128));
/** A path of this site; the server resolves it before it believes it. */
const pathSchema = v.pipe(v.string(), v.maxLength(2048));

/** The code that a server without an operator writes into its log. */
const operatorCodeSchema = v.pipe(v.string(), v.trim(), v.maxLength(40));

/** The signed-in person (specification 3). */
export const userSchema = v.object({
  id: idSchema,
  name: v.string(),
  displayName: v.string(),
  email: v.string(),
  displayEmail: v.string(),
  roles: v.array(v.picklist(['operator'])),
  /** Whether the assistant of the site may act in this person's name. */
  usesAssistant: v.boolean(),
});
export type User = v.InferOutput<typeof userSchema>;

/** GET /v1/auth/session; null: nobody is signed in [H-12]. */
export const authSessionResponseSchema = v.object({
  user: v.nullable(userSchema),
  /** Whether the sign-in waits for the second factor of its account. */
  needsSecondFactor: v.optional(v.boolean(), false),
  /** The workspaces they may enter, their own first. */
  workspaces: v.optional(v.array(workspaceSchema), []),
  /** Which ones the account has, while its sign-in waits for one. */
  secondFactors: v.optional(v.array(v.picklist(['app', 'passkey'])), []),
});
/** GET /v1/auth/methods: the ways to sign in here. Without a mail server the code is in the server's log. */
export const authMethodsResponseSchema = v.object({
  sendsMail: v.boolean(),
  providers: v.array(v.object({ id: v.string(), name: v.string() })),
  /** Whether the providers are the only way. */
  isProviderOnly: v.boolean(),
  /** Whether passkeys sign in here. */
  passkeys: v.boolean(),
  /** Who may make an account. */
  registration: v.object({
    mode: v.picklist(['open', 'invite', 'domain', 'closed']),
    domains: v.array(v.string()),
  }),
  /** Whether the server has no operator yet: the code in its log makes one. */
  needsOperator: v.boolean(),
});

/** POST /v1/auth/signin/email: sends a code of six digits. */
export const signInEmailRequestSchema = v.object({
  email: emailSchema,
  callbackUrl: v.optional(pathSchema),
  operatorCode: v.optional(operatorCodeSchema),
});
/** The same for known and unknown addresses. */
export const signInEmailResponseSchema = v.object({ sent: v.literal(true) });
/** POST /v1/auth/signin/verify. A password given here works from the next time on, unless the account has a second factor. */
export const signInVerifyRequestSchema = v.object({
  email: emailSchema,
  code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'Expected the six digits of the mail')),
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  password: v.optional(passwordSchema),
  operatorCode: v.optional(operatorCodeSchema),
});
/** POST /v1/auth/signin/password. */
export const signInPasswordRequestSchema = v.object({
  email: emailSchema,
  password: v.pipe(v.string(), v.maxLength(128)),
  callbackUrl: v.optional(pathSchema),
});
/**
 * Where to go on is always a path of this site. `user` is null, and nobody is signed in yet, while the second factor of
 * the account is missing.
 */
export const signedInResponseSchema = v.object({
  user: v.nullable(userSchema),
  needsSecondFactor: v.boolean(),
  callbackUrl: v.string(),
});
/** POST /v1/auth/second-factor/verify. */
export const secondFactorVerifyResponseSchema = v.object({ user: userSchema });
/**
 * GET /v1/auth/second-factor/fetch. `hasApp`: whether an app makes codes, else passkeys are the second factor;
 * `recoveryLeft`: recovery codes that were not used yet.
 */
export const secondFactorResponseSchema = v.object({
  isOn: v.boolean(),
  hasApp: v.boolean(),
  recoveryLeft: v.number(),
});
/** POST /v1/auth/second-factor/begin: the secret (Base32), and the address that apps read as a QR code. */
export const secondFactorBeginResponseSchema = v.object({ secret: v.string(), uri: v.string() });
/** POST /v1/auth/second-factor/confirm and recovery: codes for a lost phone, returned only here. */
export const secondFactorConfirmResponseSchema = v.object({ recoveryCodes: v.array(v.string()) });
/** POST /v1/auth/operator/claim: the first operator, by the code in the log. */
export const operatorClaimRequestSchema = v.object({ code: operatorCodeSchema });
/** POST /v1/operator/invitation/create and delete. */
export const invitationRequestSchema = v.object({ email: emailSchema });
/** GET /v1/operator/invitation/list: addresses that may make an account and have not done so. */
export const invitationListResponseSchema = v.object({
  items: v.array(v.object({ email: v.string(), createdAt: timeSchema })),
  cursor: v.nullable(v.string()),
});
/** POST /v1/auth/password/update. `current` is needed where there is a password already. */
export const passwordUpdateRequestSchema = v.object({
  password: passwordSchema,
  current: v.optional(v.pipe(v.string(), v.maxLength(128))),
});
/** Calls that answer nothing. */
export const emptyResponseSchema = v.object({});

/** GET /v1/auth/session/list: the browsers that are signed in. */
export const authSessionListResponseSchema = v.object({
  items: v.array(
    v.object({
      id: idSchema,
      createdAt: timeSchema,
      expiresAt: timeSchema,
      userAgent: v.nullable(v.string()),
      isCurrent: v.boolean(),
    }),
  ),
  cursor: v.nullable(v.string()),
});

/** POST /v1/auth/session/revoke: how many other browsers were signed out. */
export const authSessionRevokeResponseSchema = v.object({ revoked: v.number() });

/** The functions of the assistant that call the API [H-10]. */
export const ASSISTANT_TOOLS = ['graphql', 'request'] as const;
/**
 * Header of a call that the assistant makes: which of its functions it is. Such calls are kept for their account to
 * read.
 */
export const ASSISTANT_HEADER = 'X-Sotto-Assistant';
/** POST /v1/assistant/update. */
export const assistantUpdateRequestSchema = v.object({ isOn: v.boolean() });
/** Whether the assistant may act in one's name. */
export const assistantResponseSchema = v.object({ isOn: v.boolean() });
/**
 * GET /v1/assistant/call/list: what the assistant did in one's name, newest first. `sent` is the beginning of what it
 * sent, as JSON.
 */
export const assistantCallListResponseSchema = v.object({
  items: v.array(
    v.object({
      id: idSchema,
      tool: v.picklist(ASSISTANT_TOOLS),
      method: v.string(),
      path: v.string(),
      sent: v.string(),
      status: v.number(),
      createdAt: timeSchema,
    }),
  ),
  cursor: v.nullable(v.string()),
});

/** What a key for programs may do. Without `operator` an operator's key has no more rights than anybody's. */
export const KEY_SCOPES = [
  'chat',
  'visitors:read',
  'visitors:write',
  'build:read',
  'build:write',
  'account:read',
  'account:write',
  'operator',
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
/** The default scopes of a key. */
export const USUAL_KEY_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter((scope) => scope !== 'operator');
/** The default lifetime of a key, in days. */
export const USUAL_KEY_DAYS = 365;

/** POST /v1/secret/create: a key for programs. `expiresInDays: null`: it works until it is deleted. */
export const secretCreateRequestSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  scopes: v.optional(v.pipe(v.array(v.picklist(KEY_SCOPES)), v.minLength(1, 'Choose what the key may do')), [
    ...USUAL_KEY_SCOPES,
  ]),
  expiresInDays: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_650))),
    USUAL_KEY_DAYS,
  ),
});
/** The key itself is returned only here. */
export const secretCreateResponseSchema = v.object({ id: idSchema, secret: v.string() });
/** GET /v1/secret/list. */
export const secretListResponseSchema = v.object({
  items: v.array(
    v.object({
      id: idSchema,
      name: v.string(),
      ending: v.string(),
      /** Null: everything, as keys of the time before there were scopes. */
      scopes: v.nullable(v.array(v.string())),
      expiresAt: v.nullable(timeSchema),
      createdAt: timeSchema,
      lastUsedAt: v.nullable(timeSchema),
    }),
  ),
  cursor: v.nullable(v.string()),
});

/** POST /api/billing/checkout [S-4]. */
export const checkoutRequestSchema = v.object({
  trial: v.optional(v.boolean(), false),
  plan: v.picklist(PLAN_NAMES),
  referral: v.optional(v.pipe(v.string(), v.maxLength(100))),
  returnTo: pathSchema,
});
/** The browser goes there. */
export const checkoutResponseSchema = v.object({ redirectUrl: v.string() });

/** GET /v1/usage/fetch: the month's counters beside what the plan allows; null: no limit. */
export const usageResponseSchema = v.object({
  plan: v.picklist(PLAN_NAMES),
  status: v.picklist(['trialing', 'active', 'ended']),
  hasTrial: v.boolean(),
  period: v.string(),
  messages: v.object({ used: v.number(), limit: v.nullable(v.number()) }),
  widgets: v.object({ used: v.number(), limit: v.nullable(v.number()) }),
  storageBytes: v.object({ used: v.number(), limit: v.nullable(v.number()) }),
  tokens: v.number(),
  cost: v.number(),
});
export type Usage = v.InferOutput<typeof usageResponseSchema>;
