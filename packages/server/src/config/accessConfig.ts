import * as v from 'valibot';
import { DEFAULT_BUDGETS, type DefaultBudgets } from './usageLimits';
import type { Budget, WorkBudget } from './usageLimits';

/** Who can create an account: anyone, invited addresses, addresses of some domains, nobody. */
export const REGISTRATION_MODES = ['open', 'invite', 'domain', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** The profile of an installation. `regulated`: the requirements of banks and hospitals (`requirements.ts`). */
export const PROFILES = ['standard', 'regulated'] as const;
export type Profile = (typeof PROFILES)[number];

const DOMAIN = '[a-z0-9-]+(?:\\.[a-z0-9-]+)+';
/** `off`, or amounts by name, such as `messages=500 cost=5`. */
function amounts(names: string, example: string) {
  const amount = `(?:${names})=\\d+(?:\\.\\d+)?`;
  const words = new RegExp(`^(?:off|${amount}(?:[\\s,]+${amount})*)$`);
  return v.optional(v.pipe(v.string(), v.trim(), v.regex(words, `expected off, or limits such as ${example}`)));
}
const megabytes = (expected: string) =>
  v.optional(v.pipe(v.string(), v.trim(), v.regex(/^(?:off|[1-9]\d{0,6})$/, expected)));
const budget = amounts('messages|tokens|cost', 'messages=500 tokens=1000000 cost=5');

/** The variables for access to this server and its usage limits. */
export const accessEnvironment = {
  SOTTO_PROFILE: v.optional(v.picklist(PROFILES, `expected ${PROFILES.join(' or ')}`), 'standard'),
  REGISTRATION: v.optional(v.picklist(REGISTRATION_MODES, 'expected open, invite, domain or closed'), 'open'),
  REGISTRATION_DOMAINS: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toLowerCase(),
      v.regex(new RegExp(`^${DOMAIN}(?:\\s*,\\s*${DOMAIN})*$`), 'expected domains, such as example.com, example.org'),
    ),
  ),
  SIGN_IN: v.optional(v.picklist(['all', 'provider'], 'expected all or provider'), 'all'),
  BUDGET_ACCOUNT: budget,
  BUDGET_WIDGET: budget,
  BUDGET_ADDRESS: budget,
  BUDGET_SUBJECT: budget,
  BUDGET_WORK: amounts(
    'documents|megabytes|searches|sites|requests|mails|checks',
    'documents=500 megabytes=200 sites=30',
  ),
  BUDGET_UPLOADS: megabytes('expected off, or megabytes an hour such as 20'),
  BUDGET_STORAGE: megabytes('expected off, or megabytes such as 1000'),
};

/** Access to this server and its usage limits. */
export interface AccessConfig {
  /** The profile of the installation. @default 'standard' */
  readonly profile: Profile;
  readonly registration: {
    /** @default 'open' */
    readonly mode: RegistrationMode;
    /** With `domain`: the mail domains whose addresses can register. */
    readonly domains: readonly string[];
  };
  /** Whether the OpenID provider is the only way to sign in. @default false */
  readonly isProviderOnly: boolean;
  /** The default daily budgets. */
  readonly budgets: DefaultBudgets;
}

type Environment = v.InferOutput<v.ObjectSchema<typeof accessEnvironment, undefined>>;

/** What an incomplete configuration lacks, as messages for the operator. */
export function accessComplaints(settings: Environment, hasProvider: boolean): string[] {
  return [
    ...(settings.REGISTRATION === 'domain' && settings.REGISTRATION_DOMAINS === undefined
      ? ['REGISTRATION_DOMAINS is missing: REGISTRATION=domain requires the domains that may register']
      : []),
    ...(settings.REGISTRATION !== 'domain' && settings.REGISTRATION_DOMAINS !== undefined
      ? ['REGISTRATION_DOMAINS is for REGISTRATION=domain']
      : []),
    ...(settings.SIGN_IN === 'provider' && !hasProvider
      ? ['SIGN_IN=provider needs a provider: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET']
      : []),
  ];
}

/** The settings of a validated environment. */
export function readAccessConfig(settings: Environment): AccessConfig {
  return {
    profile: settings.SOTTO_PROFILE,
    registration: {
      mode: settings.REGISTRATION,
      domains: settings.REGISTRATION_DOMAINS?.split(/\s*,\s*/) ?? [],
    },
    isProviderOnly: settings.SIGN_IN === 'provider',
    budgets: {
      account: readBudget(settings.BUDGET_ACCOUNT, DEFAULT_BUDGETS.account),
      widget: readBudget(settings.BUDGET_WIDGET, DEFAULT_BUDGETS.widget),
      address: readBudget(settings.BUDGET_ADDRESS, DEFAULT_BUDGETS.address),
      subject: readBudget(settings.BUDGET_SUBJECT, DEFAULT_BUDGETS.subject),
      uploadBytes: readBytes(settings.BUDGET_UPLOADS, DEFAULT_BUDGETS.uploadBytes),
      storageBytes: readBytes(settings.BUDGET_STORAGE, DEFAULT_BUDGETS.storageBytes),
      work: readWorkBudget(settings.BUDGET_WORK),
    },
  };
}

function readBytes(megabytes: string | undefined, usual: number | undefined): number | undefined {
  if (megabytes === undefined) return usual;
  return megabytes === 'off' ? undefined : Number(megabytes) * 1_000_000;
}

function readBudget(text: string | undefined, usual: Budget): Budget {
  if (text === undefined) return usual;
  const limits = readAmounts(text);
  return limits ? { messages: limits.get('messages'), tokens: limits.get('tokens'), cost: limits.get('cost') } : {};
}

function readWorkBudget(text: string | undefined): WorkBudget | undefined {
  if (text === undefined) return DEFAULT_BUDGETS.work;
  const limits = readAmounts(text);
  const megabytes = limits?.get('megabytes');
  return (
    limits && {
      document: limits.get('documents'),
      documentBytes: megabytes === undefined ? undefined : megabytes * 1_000_000,
      search: limits.get('searches'),
      site: limits.get('sites'),
      request: limits.get('requests'),
      mail: limits.get('mails'),
      check: limits.get('checks'),
    }
  );
}

/** The amounts of a validated text, by name; undefined for `off`. */
function readAmounts(text: string): ReadonlyMap<string, number> | undefined {
  if (text === 'off') return undefined;
  return new Map(text.split(/[\s,]+/).map((pair) => [pair.replace(/=.*/, ''), Number(pair.replace(/.*=/, ''))]));
}

/** Who can register and what that may cost, printed at every start. */
export function accessNotes({ registration, isProviderOnly, budgets }: AccessConfig): string[] {
  const who = {
    open: 'Everybody who reaches this server may make an account',
    invite: 'Invited addresses may make an account',
    domain: `Addresses of ${registration.domains.join(', ')} may make an account`,
    closed: 'Nobody may make an account',
  }[registration.mode];
  const way = isProviderOnly ? ', through the OpenID provider alone' : '';
  const cost =
    registration.mode === 'closed' ? '' : `; each may use ${describeBudget(budgets.account)} (BUDGET_ACCOUNT)`;
  return [`${who}${way} (REGISTRATION=${registration.mode})${cost}.`];
}

function describeBudget({ messages, tokens, cost }: Budget): string {
  const parts = [
    ...(messages === undefined ? [] : [`${String(messages)} messages`]),
    ...(tokens === undefined ? [] : [`${String(tokens)} tokens`]),
    ...(cost === undefined ? [] : [`US$ ${String(cost)}`]),
  ];
  return parts.length === 0 ? 'your model without a limit' : `up to ${parts.join(', ')} of your model a day`;
}
