import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const moment = (name: string) => bigint(name, { mode: 'number' });
/** A date of the sign-in library, which counts in its own type. A backup has it as text, and may give it back so. */
const date = customType<{ data: Date; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  toDriver: (value) => new Date(value).toISOString(),
  fromDriver: (value) => new Date(value),
});

/** The claims of a visitor's proof: values that a request can carry. */
export interface ProvenClaims {
  readonly email?: string | undefined;
  readonly claims: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Accounts: of people who build, and of teams, which nobody signs in to. What an account owns is its workspace, and has
 * the id of the account as its owner. Field names are those of the sign-in library.
 */
export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** Sees reports, ratings and settings of the whole server. The first one is made by a code in the log. */
  isOperator: boolean('is_operator').notNull().default(false),
  /** A team: people work in it by membership, see `workspaceMembers`. Its address is made up. */
  isTeam: boolean('is_team').notNull().default(false),
  /** Whether signing in needs a second factor. */
  hasSecondFactor: boolean('has_second_factor').notNull().default(false),
  /** Whether the assistant of the site may act in their name. */
  usesAssistant: boolean('uses_assistant').notNull().default(true),
  /** Its id at the payment provider, from its first purchase on. */
  customerId: text('customer_id'),
  createdAt: date('created_at')
    .notNull()
    .default(sql`now()`),
  updatedAt: date('updated_at')
    .notNull()
    .default(sql`now()`),
});

/** Signed-in browsers of users. */
export const userSessions = pgTable(
  'user_sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text('token').notNull().unique(),
    expiresAt: date('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** When the second factor was given. Without it, a sign-in of an account that has one opens nothing. */
    secondFactorAt: date('second_factor_at'),
    createdAt: date('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: date('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('user_sessions_user').on(table.userId)],
);

/** Ways one person signs in: a password, or an account elsewhere. */
export const userAccounts = pgTable(
  'user_accounts',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: date('access_token_expires_at'),
    refreshTokenExpiresAt: date('refresh_token_expires_at'),
    scope: text('scope'),
    /** A salted digest. */
    password: text('password'),
    createdAt: date('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: date('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    uniqueIndex('user_accounts_provider').on(table.providerId, table.accountId),
    index('user_accounts_user').on(table.userId),
  ],
);

/** Codes that were sent and not yet used, as digests. */
export const userVerifications = pgTable(
  'user_verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: date('expires_at').notNull(),
    createdAt: date('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: date('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('user_verifications_identifier').on(table.identifier)],
);

/** The second factor of an account: a shared secret for one-time codes (RFC 6238), and codes for a lost phone. */
export const secondFactors = pgTable('second_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed for this account; null: passkeys are the second factor, without an app. */
  secret: text('secret'),
  /** When its owner confirmed it with a code; null: not in effect yet. */
  confirmedAt: moment('confirmed_at'),
  /** The time step of the last code that was taken: no code is taken twice. */
  lastStep: moment('last_step').notNull().default(0),
  /** Digests of the recovery codes that were not used yet. */
  recovery: jsonb('recovery').$type<string[]>().notNull().default([]),
  createdAt: moment('created_at').notNull(),
});

/** Passkeys (WebAuthn) of accounts: the public half of a key that never leaves its device or its keychain. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its owner's name for it. */
    name: text('name').notNull(),
    /** The authenticator's name for it, in Base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, in Base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures that the authenticator has counted; 0: it does not count. */
    signCount: moment('sign_count').notNull(),
    /** How a browser reaches it, such as `internal` or `usb`. */
    transports: jsonb('transports').$type<string[]>().notNull().default([]),
    /** Whether it is in a keychain that several devices share. */
    isSynced: boolean('is_synced').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId, table.createdAt)],
);

/** What a passkey is to sign. Gone with the first answer. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** Who may answer: the session that is signed in, or the browser that is not yet. A digest. */
    holder: text('holder').notNull(),
    purpose: text('purpose').$type<PasskeyPurpose>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_age').on(table.expiresAt)],
);

/** What an answer of a passkey is for. */
export type PasskeyPurpose = 'add' | 'signin' | 'factor';

/** Addresses that may make an account on a server that takes invited people only. Gone once the account is made. */
export const invitations = pgTable(
  'invitations',
  {
    email: text('email').primaryKey(),
    invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('invitations_invited_by').on(table.invitedBy)],
);

/** Failed tries to sign in, and how long the next one waits. Keys are digests: no address is stored. */
export const signInWaits = pgTable(
  'sign_in_waits',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    waitsUntil: moment('waits_until').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('sign_in_waits_age').on(table.updatedAt)],
);

/** Keys with which a program acts for an account. Only their digests are kept. */
export const secrets = pgTable(
  'secrets',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The workspace it acts in; null: its maker's own. */
    workspaceId: text('workspace_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the key. The key is 256 random bits, so no salt is needed. */
    digest: text('digest').notNull().unique(),
    /** The last four characters, so that a person recognises it. */
    ending: text('ending').notNull(),
    /** What it may do; null for keys of the time before there were scopes, which may do everything. */
    scopes: jsonb('scopes').$type<string[]>(),
    /** From when it no longer works; null: never. */
    expiresAt: moment('expires_at'),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    index('secrets_user').on(table.userId, table.createdAt),
    index('secrets_workspace').on(table.workspaceId),
  ],
);

/** What the assistant of the site did in somebody's name, for them to read. The newest 200 of an account are kept. */
export const assistantCalls = pgTable(
  'assistant_calls',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Which of its functions it was. */
    tool: text('tool').$type<'graphql' | 'request'>().notNull(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    /** The beginning of what was sent, as JSON. */
    sent: text('sent').notNull(),
    /** Of the answer. */
    status: integer('status').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('assistant_calls_user').on(table.userId, table.createdAt)],
);

/**
 * What accounts have bought: one row for each subscription, by its id at the payment provider. No row: the free plan.
 * Changed by what the provider reports, never by a return address.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    subscriptionId: text('subscription_id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    plan: text('plan').notNull(),
    /** `trialing`, `active`, or `ended` (cancelled, unpaid). */
    status: text('status').$type<'trialing' | 'active' | 'ended'>().notNull(),
    /** When its trial began; an account has one trial. */
    trialStartedAt: moment('trial_started_at'),
    /** When it was read at the provider. */
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('subscriptions_user').on(table.userId)],
);

/** What was used, by whom, in which span of time. */
export const usage = pgTable(
  'usage',
  {
    /** Who or what: `user:…`, `widget:…`, `address:… …`. */
    subject: text('subject').notNull(),
    /** A month (`2026-11`) or a day (`2026-11-21`), in UTC. */
    period: text('period').notNull(),
    messages: integer('messages').notNull().default(0),
    tokens: bigint('tokens', { mode: 'number' }).notNull().default(0),
    /** In millionths of a US dollar. */
    costMicros: bigint('cost_micros', { mode: 'number' }).notNull().default(0),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.period] }), index('usage_age').on(sql`${table.updatedAt}`)],
);
