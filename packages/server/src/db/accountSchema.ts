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
/** A date of the sign-in library, which uses its own type. Backups contain it as text, so text is accepted too. */
const date = customType<{ data: Date; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  toDriver: (value) => new Date(value).toISOString(),
  fromDriver: (value) => new Date(value),
});

/** Claims of a visitor's proof: values usable in requests. */
export interface ProvenClaims {
  readonly email?: string | undefined;
  readonly claims: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Accounts of people, and of teams, which nobody signs in to. What an account owns is its workspace, and refers to
 * the account as owner. Field names are those of the sign-in library.
 */
export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** Operators manage reports, ratings and settings of the server. The first is created with a code from the log. */
  isOperator: boolean('is_operator').notNull().default(false),
  /** A team: people work in it as members, see `workspaceMembers`. Its address is generated. */
  isTeam: boolean('is_team').notNull().default(false),
  /** Whether signing in needs a second factor. */
  hasSecondFactor: boolean('has_second_factor').notNull().default(false),
  /** Whether the site's assistant may act on the account's behalf. */
  usesAssistant: boolean('uses_assistant').notNull().default(true),
  /** Whether this person gets the weekly mail of the workspaces in which they are owner or editor. */
  getsWeeklyMail: boolean('gets_weekly_mail').notNull().default(true),
  /** End of the last week that was decided on for the weekly mail of this workspace, or when it was made. */
  weeksMailedUntil: moment('weeks_mailed_until').notNull().default(0),
  /** Its id at the payment provider, since its first purchase. */
  customerId: text('customer_id'),
  createdAt: date('created_at')
    .notNull()
    .default(sql`now()`),
  updatedAt: date('updated_at')
    .notNull()
    .default(sql`now()`),
});

/** Signed-in browsers. */
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
    /** When the second factor was entered. Before that, a sign-in of an account that has one gives no access. */
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

/** Ways to sign in: a password, or an external account. */
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
    /** Salted hash. */
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

/** Digests of unused codes. */
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

/** Second factor of an account: a shared secret for one-time codes (RFC 6238), and recovery codes. */
export const secondFactors = pgTable('second_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted for this account; null if passkeys are the second factor. */
  secret: text('secret'),
  /** When its owner confirmed it with a code; null if not active yet. */
  confirmedAt: moment('confirmed_at'),
  /** Time step of the last accepted code: no code is accepted twice. */
  lastStep: moment('last_step').notNull().default(0),
  /** Digests of unused recovery codes. */
  recovery: jsonb('recovery').$type<string[]>().notNull().default([]),
  createdAt: moment('created_at').notNull(),
});

/** Passkeys (WebAuthn): public keys; the private key never leaves the device or keychain. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The owner's name for it. */
    name: text('name').notNull(),
    /** The authenticator's id for it, in Base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, in Base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter of the authenticator; 0 if it has none. */
    signCount: moment('sign_count').notNull(),
    /** Transports, such as `internal` or `usb`. */
    transports: jsonb('transports').$type<string[]>().notNull().default([]),
    /** Whether it is synced between devices. */
    isSynced: boolean('is_synced').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId, table.createdAt)],
);

/** Challenges for passkeys; deleted with the first response. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** Who may respond: the signed-in session, or the browser signing in. A digest. */
    holder: text('holder').notNull(),
    purpose: text('purpose').$type<PasskeyPurpose>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_age').on(table.expiresAt)],
);

/** Purpose of a challenge. */
export type PasskeyPurpose = 'add' | 'signin' | 'factor';

/** Addresses invited to create an account on an invite-only server. Deleted once the account exists. */
export const invitations = pgTable(
  'invitations',
  {
    email: text('email').primaryKey(),
    invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('invitations_invited_by').on(table.invitedBy)],
);

/** Failed sign-ins, and the delay until the next attempt. Keys are digests, so no address is stored. */
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

/** API keys of accounts, as digests. */
export const secrets = pgTable(
  'secrets',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its workspace; null for its creator's own. */
    workspaceId: text('workspace_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the key. The key is 256 random bits, so no salt is needed. */
    digest: text('digest').notNull().unique(),
    /** Last four characters, to recognise it. */
    ending: text('ending').notNull(),
    /** Its scopes; null for keys created before scopes existed, which have all of them. */
    scopes: jsonb('scopes').$type<string[]>(),
    /** Expiry; null for none. */
    expiresAt: moment('expires_at'),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    index('secrets_user').on(table.userId, table.createdAt),
    index('secrets_workspace').on(table.workspaceId),
  ],
);

/** Calls the site's assistant made on a person's behalf. The newest 200 per account are kept. */
export const assistantCalls = pgTable(
  'assistant_calls',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Name of its function. */
    tool: text('tool').$type<'graphql' | 'request'>().notNull(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    /** Beginning of the request, as JSON. */
    sent: text('sent').notNull(),
    /** Status of the response. */
    status: integer('status').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('assistant_calls_user').on(table.userId, table.createdAt)],
);

/**
 * Subscriptions of accounts, by their id at the payment provider. Without a row: the free plan. Changed only by
 * reports of the provider, never by a return address.
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
    /** Start of its trial; an account has one trial. */
    trialStartedAt: moment('trial_started_at'),
    /** When it was read from the provider. */
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('subscriptions_user').on(table.userId)],
);

/** Usage by subject and period. */
export const usage = pgTable(
  'usage',
  {
    /** Subject: `user:…`, `widget:…`, `address:… …`. */
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
