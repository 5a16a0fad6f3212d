import { parseAddress } from '@sotto/widget-core/internal/server';
import type { ServerConfig } from './serverConfig';
import type { Budget } from './usageLimits';
import { ConfigError } from './configError';

/** One demand of the profile `regulated`. */
export interface Requirement {
  readonly id: string;
  /** What it demands. */
  readonly demand: string;
  /** How it is met: names the variables. */
  readonly remedy: string;
  /** Whether the settings meet it. Undefined: the server enforces it at each call, and nothing has to be set. */
  readonly isMet?: (config: ServerConfig) => boolean;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const CHECKED_TLS = /^(?:require|verify-ca|verify-full)$/;

/**
 * The demands of `SOTTO_PROFILE=regulated`. The start, `doctor` and the table of the operator's guide all read these
 * rows.
 */
export const REQUIREMENTS: readonly Requirement[] = [
  {
    id: 'https',
    demand: 'The public address uses https',
    remedy: 'Set PUBLIC_URL to an address that begins with https://',
    isMet: ({ publicUrl }) => publicUrl?.startsWith('https://') === true,
  },
  {
    id: 'sealing-key',
    demand: 'Secrets and backups are sealed with a key that is not in the database',
    remedy: 'Set SOTTO_KEY, SOTTO_KEY_FILE or SOTTO_KEY_COMMAND',
    isMet: ({ keySource }) => Object.values(keySource).some((value) => value !== undefined),
  },
  {
    id: 'registration',
    demand: 'Strangers cannot make an account',
    remedy: 'Set REGISTRATION=closed or REGISTRATION=invite, or SIGN_IN=provider',
    isMet: ({ registration: { mode }, isProviderOnly }) => mode === 'closed' || mode === 'invite' || isProviderOnly,
  },
  {
    id: 'budgets',
    demand:
      'What an account, a widget, an address and a visitor may use in a day is limited, and so are uploads, the work of accounts and what they store',
    remedy:
      'Remove "off" from BUDGET_ACCOUNT, BUDGET_WIDGET, BUDGET_ADDRESS, BUDGET_SUBJECT, BUDGET_UPLOADS, BUDGET_WORK and BUDGET_STORAGE',
    isMet: ({ budgets: { account, widget, address, subject, uploadBytes, work, storageBytes } }) =>
      [account, widget, address, subject].every(isLimited) &&
      [uploadBytes, work, storageBytes].every((limit) => limit !== undefined),
  },
  {
    id: 'retention',
    demand: 'Conversations are deleted after a time that holds for every widget',
    remedy: 'Set SOTTO_KEEP_DAYS',
    isMet: ({ keepDays }) => keepDays !== undefined,
  },
  {
    id: 'audit-log',
    demand: 'The audit log is kept for at least a year',
    remedy: 'Set SOTTO_AUDIT_DAYS to 365 or more, or to off',
    isMet: ({ auditDays }) => auditDays === undefined || auditDays >= 365,
  },
  {
    id: 'database',
    demand: 'The database is PostgreSQL, which keeps what was acknowledged through a power failure',
    remedy: 'Set DATABASE_URL',
    isMet: ({ databaseUrl }) => databaseUrl !== undefined,
  },
  {
    id: 'database-encryption',
    demand: 'The connection to a database on another machine is encrypted and its certificate checked',
    remedy: 'Add ?sslmode=require to DATABASE_URL',
    isMet: ({ databaseUrl }) => databaseUrl === undefined || isLocalOr(databaseUrl, hasCheckedTls),
  },
  {
    id: 'redis-encryption',
    demand: 'The connection to Redis on another machine is encrypted',
    remedy: 'Begin REDIS_URL with rediss://',
    isMet: ({ redisUrl }) => redisUrl === undefined || isLocalOr(redisUrl, ({ protocol }) => protocol === 'rediss:'),
  },
  {
    id: 'mail',
    demand: 'Sign-in codes are sent by mail and not written to the log',
    remedy: 'Set SMTP_URL and MAIL_FROM, or SIGN_IN=provider',
    isMet: ({ mail, isProviderOnly }) => mail !== undefined || isProviderOnly,
  },
  {
    id: 'operator-second-factor',
    demand: 'Calls of an operator need an account with two-factor authentication, unless SIGN_IN=provider',
    remedy: 'Operators turn it on at /settings; until then their calls as an operator are refused',
  },
  {
    id: 'origins',
    demand: 'A widget works only on the sites that its owner has named',
    remedy: 'Owners name the origins in the settings of each widget; until then it works on this site alone',
  },
];

/** Demands that the settings do not meet; of the profile `standard` there are none. */
export function unmetRequirements(config: ServerConfig): Requirement[] {
  if (config.profile !== 'regulated') return [];
  return REQUIREMENTS.filter(({ isMet }) => isMet?.(config) === false);
}

/** @throws ConfigError with one line for each demand of the profile that the settings do not meet */
export function requireProfile(config: ServerConfig): void {
  const unmet = unmetRequirements(config);
  if (unmet.length === 0) return;
  const lines = unmet.map(({ id, demand, remedy }) => `  ${id}: ${demand}. ${remedy}.`);
  throw new ConfigError(['SOTTO_PROFILE=regulated is not met:', ...lines].join('\n'));
}

function isLimited({ messages, tokens, cost }: Budget): boolean {
  return messages !== undefined || tokens !== undefined || cost !== undefined;
}

/** Whether an address is on this machine, or passes the check. */
function isLocalOr(address: string, check: (url: URL) => boolean): boolean {
  const url = parseAddress(address);
  if (!url) return false;
  const host = url.searchParams.get('host') ?? url.hostname;
  return host === '' || host.startsWith('/') || LOOPBACK.test(host) || check(url);
}

function hasCheckedTls({ searchParams }: URL): boolean {
  return CHECKED_TLS.test(searchParams.get('sslmode') ?? '');
}
