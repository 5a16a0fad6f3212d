import { idSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { workspaceSchema } from './workspaces';
import { PLAN_NAMES } from './plans';

const emailSchema = v.pipe(v.string(), v.trim(), v.maxLength(254));
const passwordSchema = v.pipe(v.string(), v.minLength(10, 'A password has at least 10 characters'), v.maxLength(128));
/** A path of this site; the server resolves and checks it. */
const pathSchema = v.pipe(v.string(), v.maxLength(2048));

/** The code that a server without an operator logs. */
const operatorCodeSchema = v.pipe(v.string(), v.trim(), v.maxLength(40));

/** What visitors read, in their language, as long as a person who answers has not chosen a name. */
export const UNNAMED_PERSON = 'Support';

/** The signed-in person (specification 3). */
export const userSchema = v.object({
  id: idSchema,
  name: v.string(),
  displayName: v.string(),
  email: v.string(),
  displayEmail: v.string(),
  /** Address of the account's picture. */
  image: v.nullable(v.string()),
  roles: v.array(v.picklist(['operator'])),
  /** Whether the site's assistant may act on this person's behalf. */
  usesAssistant: v.boolean(),
});
export type User = v.InferOutput<typeof userSchema>;

/** GET /v1/auth/session; null if nobody is signed in [H-12]. */
export const authSessionResponseSchema = v.object({
  user: v.nullable(userSchema),
  /** Whether the second factor is still missing. */
  needsSecondFactor: v.optional(v.boolean(), false),
  /** Workspaces of the person, their own first. */
  workspaces: v.optional(v.array(workspaceSchema), []),
  /** Second factors of the account, while the sign-in waits for one. */
  secondFactors: v.optional(v.array(v.picklist(['app', 'passkey'])), []),
});
/** GET /v1/auth/methods: available ways to sign in. Without a mail server, codes are in the server's log. */
export const authMethodsResponseSchema = v.object({
  sendsMail: v.boolean(),
  providers: v.array(v.object({ id: v.string(), name: v.string() })),
  /** Whether the providers are the only way. */
  isProviderOnly: v.boolean(),
  /** Whether passkeys are supported. */
  passkeys: v.boolean(),
  /** Who may create an account. */
  registration: v.object({
    mode: v.picklist(['open', 'invite', 'domain', 'closed']),
    domains: v.array(v.string()),
  }),
  /** Whether the server has no operator yet: the code in its log creates one. */
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
/**
 * POST /v1/auth/signin/verify. A password given here can be used from the next sign-in, unless the account has a
 * second factor.
 */
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
/** `callbackUrl` is always a path of this site. `user` is null while the second factor is missing. */
export const signedInResponseSchema = v.object({
  user: v.nullable(userSchema),
  needsSecondFactor: v.boolean(),
  callbackUrl: v.string(),
});
/** POST /v1/auth/second-factor/verify. */
export const secondFactorVerifyResponseSchema = v.object({ user: userSchema });
/** POST /v1/account/profile/update, picture/upload and picture/delete. */
export const profileResponseSchema = v.object({ user: userSchema });
/** POST /v1/account/profile/update: the name that others read. */
export const profileUpdateRequestSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
});
/** POST /v1/account/weekly-mail/update. */
export const weeklyMailRequestSchema = v.object({ isOn: v.boolean() });
/** GET /v1/account/weekly-mail/fetch. `isPossible`: whether this server sends it. */
export const weeklyMailResponseSchema = v.object({ isOn: v.boolean(), isPossible: v.boolean() });
/** Path in the details of an error whose call works after a step-up. */
export const STEP_UP = 'stepUp';
/**
 * GET /v1/auth/step-up/fetch. `isFresh`: calls that need a recent sign-in are answered now; `hasSecondFactor`: it is
 * confirmed with the second factor, otherwise with a code by mail.
 */
export const stepUpResponseSchema = v.object({ isFresh: v.boolean(), hasSecondFactor: v.boolean() });
/**
 * GET /v1/auth/second-factor/fetch. `hasApp`: an authenticator app is set up, otherwise passkeys are the second
 * factor; `recoveryLeft`: number of unused recovery codes.
 */
export const secondFactorResponseSchema = v.object({
  isOn: v.boolean(),
  hasApp: v.boolean(),
  recoveryLeft: v.number(),
});
/** POST /v1/auth/second-factor/begin: the secret (Base32), and its address for the QR code. */
export const secondFactorBeginResponseSchema = v.object({ secret: v.string(), uri: v.string() });
/** POST /v1/auth/second-factor/confirm and recovery: recovery codes, returned only here. */
export const secondFactorConfirmResponseSchema = v.object({ recoveryCodes: v.array(v.string()) });
/** POST /v1/auth/operator/claim: makes the caller the first operator, with the code from the log. */
export const operatorClaimRequestSchema = v.object({ code: operatorCodeSchema });
/** POST /v1/operator/invitation/create and delete. */
export const invitationRequestSchema = v.object({ email: emailSchema });
/** GET /v1/operator/invitation/list: addresses that may create an account and have not done so. */
export const invitationListResponseSchema = v.object({
  items: v.array(v.object({ email: v.string(), createdAt: timeSchema })),
  cursor: v.nullable(v.string()),
});
/** POST /v1/auth/password/update. `current` is required if there is a password. */
export const passwordUpdateRequestSchema = v.object({
  password: passwordSchema,
  current: v.optional(v.pipe(v.string(), v.maxLength(128))),
});
/** Calls with an empty response. */
export const emptyResponseSchema = v.object({});

/** GET /v1/auth/session/list: browsers that are signed in. */
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

/** POST /v1/auth/session/revoke: number of other browsers that were signed out. */
export const authSessionRevokeResponseSchema = v.object({ revoked: v.number() });

/** The functions of the assistant that call the API [H-10]. */
export const ASSISTANT_TOOLS = ['graphql', 'request'] as const;
/** Header of the assistant's calls: the name of its function. Such calls are logged for the account. */
export const ASSISTANT_HEADER = 'X-Sotto-Assistant';
/** POST /v1/assistant/update. */
export const assistantUpdateRequestSchema = v.object({ isOn: v.boolean() });
/** Whether the assistant may act on the account's behalf. */
export const assistantResponseSchema = v.object({ isOn: v.boolean() });
/**
 * GET /v1/assistant/call/list: the assistant's calls, newest first. `sent` is the beginning of the request as JSON.
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

/** Scopes of an API key. Without `operator`, an operator's key has only the rights of an ordinary account. */
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

/** POST /v1/secret/create: an API key. `expiresInDays: null`: it never expires. */
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
      /** Null: all scopes, for keys created before scopes existed. */
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
/** Address to redirect the browser to. */
export const checkoutResponseSchema = v.object({ redirectUrl: v.string() });

/** Use beside its limit; null: no limit. */
const usedOf = v.object({ used: v.number(), limit: v.nullable(v.number()) });
/** Limits of a day; null: no limit. `cost` in US dollars. */
const dayLimitsSchema = v.object({
  messages: v.nullable(v.number()),
  tokens: v.nullable(v.number()),
  cost: v.nullable(v.number()),
});
/** GET /v1/usage/fetch: this month's usage and the plan's limits, and today's with the limits of the server. */
export const usageResponseSchema = v.object({
  plan: v.picklist(PLAN_NAMES),
  status: v.picklist(['trialing', 'active', 'ended']),
  hasTrial: v.boolean(),
  period: v.string(),
  messages: usedOf,
  widgets: usedOf,
  storageBytes: usedOf,
  tokens: v.number(),
  cost: v.number(),
  /** Of all widgets and keys together, until midnight UTC; `widget`: what one of them may use without a budget of its own. */
  today: v.object({ messages: usedOf, tokens: usedOf, cost: usedOf, widget: dayLimitsSchema }),
});
export type Usage = v.InferOutput<typeof usageResponseSchema>;
