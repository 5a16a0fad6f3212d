import * as v from 'valibot';
import { PLAN_NAMES, type PlanName } from '@sotto/hub-api';
import { isWebAddress } from '@sotto/widget-core/internal/server';
import { accessComplaints, accessEnvironment, readAccessConfig, type AccessConfig } from './accessConfig';

const text = v.optional(v.pipe(v.string(), v.trim()));
const webAddress = v.pipe(v.string(), v.trim(), v.check(isWebAddress, 'expected an http or https address'));
const dollars = v.optional(
  v.pipe(v.string(), v.toNumber('expected a number'), v.minValue(0, 'expected a number of US dollars')),
  '0',
);
const price = v.optional(
  v.pipe(v.string(), v.trim(), v.regex(/^price_\w+$/, 'expected the id of a price, such as price_1Abc')),
);

/** The variables of accounts, billing and the Hub's trials (docs/guides/operator.md). */
export const builderEnvironment = {
  ...accessEnvironment,
  SMTP_URL: v.optional(
    v.pipe(v.string(), v.trim(), v.regex(/^smtps?:\/\//, 'expected smtp://user:password@host:port')),
  ),
  MAIL_FROM: text,
  MAIL_REPLY_ADDRESS: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[a-z0-9-]{1,10}@[A-Za-z0-9.-]+$/, 'expected an address such as reply@in.example.com'),
    ),
  ),
  MAIL_REPLY_SECRET: v.optional(v.pipe(v.string(), v.trim(), v.minLength(16, 'expected at least 16 characters'))),
  OIDC_ISSUER: v.optional(webAddress),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: text,
  HUB_BILLING: v.optional(v.picklist(['off', 'stripe'], 'expected off or stripe'), 'off'),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_PRICE_STARTER: price,
  STRIPE_PRICE_BASIC: price,
  STRIPE_PRICE_PRO: price,
  STRIPE_PRICE_PROPLUS: price,
  STRIPE_PRICE_TEAM: price,
  INTRANET_HOSTS: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toLowerCase(),
      v.regex(
        /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}(?:\s*,\s*(?:[a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5})*$/,
        'expected hosts with ports, such as crm.internal:8443, 10.0.0.5:443',
      ),
    ),
  ),
  HUB_SEED: v.optional(v.picklist(['on', 'off'], 'expected on or off'), 'off'),
  HUB_PUBLISHING: v.optional(v.picklist(['checked', 'open'], 'expected checked or open'), 'checked'),
  HUB_TEST_BACKSTORY: text,
  HUB_TEST_MODEL: text,
  HUB_TEST_MODELS: text,
  OPENAI_EMBEDDING_MODEL: text,
  OPENAI_MODERATION_MODEL: text,
  OPENAI_INPUT_PRICE: dollars,
  OPENAI_OUTPUT_PRICE: dollars,
  SOTTO_GRAPHQL_MUTATIONS: v.optional(v.picklist(['true', 'false'], 'expected true or false'), 'false'),
};

/** The payment provider. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Ids of the monthly prices of the plans. */
  readonly prices: Readonly<Partial<Record<PlanName, string>>>;
}

/** A mail server and the sender of its mails. */
export interface MailSettings {
  readonly url: string;
  readonly from: string;
}

/** Settings of accounts, billing and the Hub's trials. */
export interface BuilderConfig extends AccessConfig {
  /** The mail server; undefined: mails are written to the log. */
  readonly mail: MailSettings | undefined;
  /** Where answers to mails arrive, and the mail provider's password; undefined: nobody reads them. */
  readonly replyMail?: { readonly address: string; readonly secret: string } | undefined;
  /** An OpenID Connect provider for signing in. */
  readonly oidc:
    | { readonly issuer: string; readonly clientId: string; readonly clientSecret: string; readonly name: string }
    | undefined;
  /** Undefined: billing is off, every account has all features. */
  readonly stripe: StripeSettings | undefined;
  /** Whether an empty Hub is seeded. @default false */
  readonly seedsHub: boolean;
  /** Whether items can be published without passing the checks. @default false */
  readonly publishesUnchecked: boolean;
  /** Hosts with ports that abilities and MCP servers can reach although they are not public. @default none */
  readonly intranetHosts: readonly string[];
  /** How items of the Hub are tried out [H-16]. */
  readonly trials: {
    readonly backstory: string | undefined;
    readonly model: string | undefined;
    readonly models: readonly string[];
  };
  /** The embedding model for searching datasets; undefined: search by words only. */
  readonly embeddingModel: string | undefined;
  /** The model that moderates messages to widgets with `moderation`; undefined: no moderation. */
  readonly moderationModel: string | undefined;
  /** Price in US dollars per million tokens. */
  readonly tokenPrices: { readonly input: number; readonly output: number };
  /** Whether GraphQL mutations are allowed. @default false */
  readonly allowsGraphqlMutations: boolean;
}

type Environment = v.InferOutput<v.ObjectSchema<typeof builderEnvironment, undefined>>;

/** What an incomplete configuration lacks, as messages for the operator. */
export function builderComplaints(settings: Environment, publicUrl: string | undefined): string[] {
  const complaints: string[] = [];
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = settings;
  if ((issuer || id || secret) && !(issuer && id && secret))
    complaints.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together');
  if (issuer && publicUrl === undefined)
    complaints.push('PUBLIC_URL is missing: the provider of OIDC_ISSUER needs the address to return to');
  if (settings.SMTP_URL && !settings.MAIL_FROM)
    complaints.push('MAIL_FROM is missing: mails need a sender, such as Chat <chat@example.com>');
  if (Boolean(settings.MAIL_REPLY_ADDRESS) !== Boolean(settings.MAIL_REPLY_SECRET))
    complaints.push('MAIL_REPLY_ADDRESS and MAIL_REPLY_SECRET belong together');
  if (settings.HUB_BILLING === 'stripe' && !(settings.STRIPE_SECRET_KEY && settings.STRIPE_WEBHOOK_SECRET))
    complaints.push('HUB_BILLING=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET');
  if (settings.HUB_BILLING === 'stripe' && publicUrl === undefined)
    complaints.push('PUBLIC_URL is missing: HUB_BILLING=stripe needs the address to return to');
  complaints.push(...accessComplaints(settings, Boolean(issuer && id && secret)));
  return complaints;
}

/** The settings of a validated environment. */
export function readBuilderConfig(settings: Environment): BuilderConfig {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = settings;
  const prices = Object.fromEntries(
    PLAN_NAMES.flatMap((plan) => {
      const id = (settings as Readonly<Record<string, unknown>>)[`STRIPE_PRICE_${plan.toUpperCase()}`];
      return typeof id === 'string' ? [[plan, id]] : [];
    }),
  );
  return {
    ...readAccessConfig(settings),
    mail: settings.SMTP_URL && settings.MAIL_FROM ? { url: settings.SMTP_URL, from: settings.MAIL_FROM } : undefined,
    replyMail:
      settings.MAIL_REPLY_ADDRESS && settings.MAIL_REPLY_SECRET
        ? { address: settings.MAIL_REPLY_ADDRESS, secret: settings.MAIL_REPLY_SECRET }
        : undefined,
    oidc:
      issuer && clientId && clientSecret
        ? { issuer, clientId, clientSecret, name: settings.OIDC_NAME ?? new URL(issuer).hostname }
        : undefined,
    stripe:
      settings.HUB_BILLING === 'stripe' && secretKey && webhookSecret
        ? { secretKey, webhookSecret, prices }
        : undefined,
    seedsHub: settings.HUB_SEED === 'on',
    publishesUnchecked: settings.HUB_PUBLISHING === 'open',
    intranetHosts: settings.INTRANET_HOSTS?.split(/\s*,\s*/) ?? [],
    trials: {
      backstory: settings.HUB_TEST_BACKSTORY,
      model: settings.HUB_TEST_MODEL,
      models: (settings.HUB_TEST_MODELS ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    },
    embeddingModel: settings.OPENAI_EMBEDDING_MODEL,
    moderationModel: settings.OPENAI_MODERATION_MODEL,
    tokenPrices: { input: settings.OPENAI_INPUT_PRICE, output: settings.OPENAI_OUTPUT_PRICE },
    allowsGraphqlMutations: settings.SOTTO_GRAPHQL_MUTATIONS === 'true',
  };
}
