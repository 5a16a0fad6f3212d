import { availableParallelism } from 'node:os';
import * as v from 'valibot';
import { isWebAddress } from '@sotto/widget-core/internal/server';
import { builderComplaints, builderEnvironment, readBuilderConfig, type BuilderConfig } from './builderConfig';
import { namesWithoutEffect, refusedNames } from './environmentNames';
import { DEFAULT_RATE_LIMITS, type RateLimits, ATTACHMENT_LIMITS, type AttachmentLimits } from './usageLimits';
import type { LogLevel } from '../lib/logger';
import { proxiesComplaint, readTrustedProxies, type TrustedProxies } from '../lib/trustedProxies';
import {
  modelSettingsComplaint,
  type ModelPlace,
  type ModelSettings,
  IDLE_TIMEOUT_MS,
  HISTORY_TOKENS,
  MODEL_TIME_MS,
  type SpeechSettings,
  MODEL_RETRIES,
} from './modelSettings';
import { backupsWithoutEffect, readBackupSettings, type BackupSettings } from './backupSettings';
import { ConfigError } from './configError';
import { keyEnvironment, readKeySource, type KeySource } from './keySettings';
import { DEFAULT_CONNECTIONS, DEFAULT_OWNER_CONNECTIONS } from './deadlines';

export { ConfigError } from './configError';

const optionalText = v.optional(v.pipe(v.string(), v.trim()));
const webAddress = v.pipe(
  v.string(),
  v.trim(),
  v.check(isWebAddress, 'expected an http or https address, such as https://chat.example.com'),
);
const MIB = 1_048_576;
const widgetId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/, 'expected the id of a widget'));

/** Six years: the retention period of 45 CFR 164.316 for records about health data. */
const AUDIT_DAYS = 2_190;

function wholeNumber(least: number, most: number) {
  const range = `expected ${String(least)} to ${String(most)}`;
  return v.pipe(
    v.string(),
    v.toNumber('expected a number'),
    v.integer('expected a whole number'),
    v.minValue(least, range),
    v.maxValue(most, range),
  );
}

/** Empty variables count as absent: compose files and shells set them. */
const environmentSchema = v.object({
  PORT: v.optional(wholeNumber(0, 65_535), '3000'),
  HOST: optionalText,
  PUBLIC_URL: v.optional(webAddress),
  SOTTO_DATA_DIR: v.optional(v.pipe(v.string(), v.trim()), '.sotto-data'),
  SOTTO_DOCS_DIR: optionalText,
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^postgres(?:ql)?:\/\//, 'expected postgres://user:password@host:port/database'),
    ),
  ),
  DATABASE_CONNECTIONS: v.optional(wholeNumber(2, 1_000), String(DEFAULT_CONNECTIONS)),
  DATABASE_OWNER_CONNECTIONS: v.optional(wholeNumber(1, 1_000), String(DEFAULT_OWNER_CONNECTIONS)),
  REDIS_URL: v.optional(
    v.pipe(v.string(), v.trim(), v.regex(/^rediss?:\/\//, 'expected redis://user:password@host:port/database')),
  ),
  REDIS_CLUSTER: v.optional(v.picklist(['true', 'false'], 'expected true or false'), 'false'),
  REDIS_PREFIX: v.optional(v.pipe(v.string(), v.trim()), 'sotto:'),
  S3_ENDPOINT: v.optional(webAddress),
  S3_BUCKET: optionalText,
  S3_REGION: v.optional(v.pipe(v.string(), v.trim()), 'us-east-1'),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  S3_PREFIX: v.optional(
    v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9_./-]*$/, 'expected letters, digits and _ . / -')),
    '',
  ),
  OPENAI_BASE_URL: v.optional(webAddress),
  OPENAI_API_KEY: optionalText,
  OPENAI_MODEL: optionalText,
  OPENAI_BASE_URL_2: v.optional(webAddress),
  OPENAI_API_KEY_2: optionalText,
  OPENAI_MODEL_2: optionalText,
  OPENAI_BASE_URL_3: v.optional(webAddress),
  OPENAI_API_KEY_3: optionalText,
  OPENAI_MODEL_3: optionalText,
  ANTHROPIC_BASE_URL: v.optional(webAddress),
  ANTHROPIC_API_KEY: optionalText,
  ANTHROPIC_MODEL: optionalText,
  MODEL_RETRIES: v.optional(wholeNumber(0, 10), String(MODEL_RETRIES)),
  MODEL_FIRST_BYTE_SECONDS: v.optional(wholeNumber(1, 3_600)),
  MODEL_IDLE_SECONDS: v.optional(wholeNumber(1, 3_600), String(IDLE_TIMEOUT_MS / 1000)),
  MODEL_TOTAL_SECONDS: v.optional(wholeNumber(1, 36_000), String(MODEL_TIME_MS / 1000)),
  MODEL_HISTORY_TOKENS: v.optional(wholeNumber(100, 10_000_000), String(HISTORY_TOKENS)),
  OPENAI_SPEECH_BASE_URL: v.optional(webAddress),
  OPENAI_SPEECH_API_KEY: optionalText,
  OPENAI_SPEECH_MODEL: optionalText,
  OPENAI_SPEECH_VOICE: optionalText,
  SOTTO_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(32, 'expected at least 32 characters, for instance from `openssl rand -base64 32`')),
  ),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (setting) => readTrustedProxies(setting) !== undefined,
        ({ input }) => proxiesComplaint(input),
      ),
    ),
    'false',
  ),
  COUNTRY_HEADER: v.optional(
    v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{1,64}$/, 'expected the name of a header, such as `CF-IPCountry`')),
  ),
  METRICS_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[\w.~+/=-]{16,}$/, 'expected at least 16 letters and digits, for instance from `openssl rand -hex 16`'),
    ),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(webAddress),
  OTEL_SERVICE_NAME: v.optional(v.pipe(v.string(), v.trim()), 'sotto'),
  LIMIT_SESSIONS: v.optional(wholeNumber(1, 1_000_000), String(DEFAULT_RATE_LIMITS.sessionCreate)),
  LIMIT_REPLIES: v.optional(wholeNumber(1, 1_000_000), String(DEFAULT_RATE_LIMITS.complete)),
  LIMIT_REPLIES_PER_ADDRESS: v.optional(wholeNumber(1, 1_000_000), String(DEFAULT_RATE_LIMITS.completePerAddress)),
  LIMIT_CALLS: v.optional(wholeNumber(1, 1_000_000), String(DEFAULT_RATE_LIMITS.session)),
  LIMIT_FILE_MIB: v.optional(wholeNumber(1, 100), String(ATTACHMENT_LIMITS.maxBytes / MIB)),
  LIMIT_FILES_PER_MESSAGE: v.optional(wholeNumber(1, 100), String(ATTACHMENT_LIMITS.perMessage)),
  LIMIT_FILES_PER_CONVERSATION: v.optional(wholeNumber(1, 10_000), String(ATTACHMENT_LIMITS.perConversation)),
  SOTTO_KEEP_DAYS: v.optional(wholeNumber(1, 36_500)),
  SOTTO_AUDIT_DAYS: v.optional(v.union([v.literal('off'), wholeNumber(1, 36_500)]), String(AUDIT_DAYS)),
  SOTTO_BACKUP_DIR: optionalText,
  SOTTO_BACKUP_HOURS: v.optional(wholeNumber(1, 168), '24'),
  SOTTO_BACKUP_KEEP: v.optional(wholeNumber(1, 1_000), '7'),
  SOTTO_PROCESSES: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^(?:auto|[1-9]\d?)$/, 'expected auto, for one process per core, or a number from 1 to 99'),
    ),
    '1',
  ),
  SOTTO_LAME_DUCK: v.optional(wholeNumber(0, 300)),
  DRAIN_SECONDS: v.optional(wholeNumber(0, 600)),
  SOTTO_LOG: v.optional(v.picklist(['info', 'error', 'silent'], 'expected info, error or silent'), 'info'),
  HUB_ASSISTANT_WIDGET_ID: v.optional(widgetId, 'assistant'),
  HUB_DEFAULT_WIDGET_ID: v.optional(widgetId, 'default'),
  ...keyEnvironment,
  ...builderEnvironment,
});

/** The variables that are read, by name. */
export const ENVIRONMENT_NAMES: readonly string[] = Object.keys(environmentSchema.entries);

/** Object storage: any S3-compatible service. */
export interface ObjectStoreSettings {
  /**
   * Address of the service, such as `https://s3.eu-central-1.amazonaws.com` or `http://minio:9000`; the bucket is
   * part of the path.
   */
  readonly endpoint: string;
  readonly bucket: string;
  /** @default us-east-1 */
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Prefix of every key, so that a bucket can be shared. @default empty */
  readonly prefix: string;
}

/** The server's settings (docs/guides/operator.md lists their variables). */
export interface ServerConfig extends BuilderConfig {
  /** 0: any free port. @default 3000 */
  readonly port: number;
  /** Address to listen on. @default all addresses of the machine */
  readonly host: string | undefined;
  /**
   * Public address of the server, with a path prefix if it has one. @default derived from each request; mails then
   * contain no links
   */
  readonly publicUrl: string | undefined;
  /** Folder of all stored data; undefined: in memory, lost on exit. @default .sotto-data */
  readonly dataDir: string | undefined;
  /** The documentation that the guide answers from. @default the one in the package */
  readonly docsDir: string | undefined;
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Maximum connections to PostgreSQL for visitors' requests. @default 10 */
  readonly connections: number;
  /** Maximum connections to PostgreSQL for owners' requests. @default 4 */
  readonly ownerConnections: number;
  /** Redis or Valkey, which connects several processes. @default none: this process is the only one */
  readonly redisUrl: string | undefined;
  /** Whether `redisUrl` is a node of a Redis Cluster, used to discover the others. @default false */
  readonly redisIsCluster: boolean;
  /** Prefix of all Redis keys, so that several installations can share it. @default `sotto:` */
  readonly redisPrefix: string;
  /** Number of processes on this machine that share the port. @default 1 */
  readonly processes: number;
  /** A bucket for files, which several processes can share. @default the data folder */
  readonly objectStore: ObjectStoreSettings | undefined;
  /** The language model and its fallbacks; empty: the embedded guide answers. */
  readonly model: ModelSettings;
  /** The endpoint of embedding and moderation models: an OpenAI-compatible API. */
  readonly openAi: { readonly baseUrl: string | undefined; readonly apiKey: string | undefined };
  /**
   * The maximum history sent to a model, in tokens, and its time limit for a reply, in milliseconds. @default 12000,
   * 300000
   */
  readonly modelLimits: { readonly historyTokens: number; readonly modelTimeMs: number };
  /**
   * A speech model behind an OpenAI-compatible API; empty: `espeak-ng` if it is installed, otherwise the browser's
   * voice.
   */
  readonly speech: SpeechSettings;
  /** Signs session tokens. @default generated once and stored in the database */
  readonly secret: string | undefined;
  /** Sources of the keys that encrypt the secrets in databases and backups. @default none */
  readonly keySource: KeySource;
  /** Trusted proxies. @default 0 */
  readonly trustedProxies: TrustedProxies;
  /** Request header in which a trusted proxy sends the visitor's country. @default none: no country is kept */
  readonly countryHeader: string | undefined;
  /** Conversations without activity for this many days are deleted. @default none: they are kept */
  readonly keepDays: number | undefined;
  /** Rows of the audit log are deleted after this many days; undefined: never. @default 2190, six years */
  readonly auditDays: number | undefined;
  /** Backups of the embedded database and the files. @default none */
  readonly backups: BackupSettings | undefined;
  /**
   * How long calls are still accepted after SIGTERM, while `/readyz` answers 503, in milliseconds. @default 5000 with
   * PostgreSQL, else 0
   */
  readonly lameDuckMs: number;
  /** How long replies may continue after that, in milliseconds. @default 60000 with PostgreSQL, else 2000 */
  readonly drainMs: number;
  /** Calls per minute. */
  readonly rateLimits: RateLimits;
  /** Limits of attachments. */
  readonly attachmentLimits: AttachmentLimits;
  /** The token for `/metrics`. @default none: there is no `/metrics` */
  readonly metricsToken: string | undefined;
  /** Service name in traces; undefined: no traces are exported. */
  readonly tracesAs: string | undefined;
  readonly logLevel: LogLevel;
  /** Widgets behind `/auto/widget/frame?type=`. */
  readonly autoWidgets: { readonly default: string; readonly dashboard: string };
  /** Variables without effect, as messages for the operator. */
  readonly withoutEffect: readonly string[];
}

/** Reads the settings from an environment. @throws ConfigError with one line for each invalid variable */
export function readServerConfig(environment: Readonly<Record<string, string | undefined>>): ServerConfig {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const names = Object.keys(given);
  const known = [...ENVIRONMENT_NAMES, ...SITE_NAMES];
  const parsed = v.safeParse(environmentSchema, given);
  const lines = [
    ...refusedNames(names, known),
    ...(parsed.issues ?? []).map((issue) => `  ${v.getDotPath(issue) ?? ''}: ${issue.message}`),
  ];
  if (!parsed.success || lines.length > 0)
    throw new ConfigError(['These environment variables cannot be used:', ...lines].join('\n'));
  const settings = parsed.output;
  const model = readModel(settings);
  const complaint = modelSettingsComplaint(model);
  if (complaint !== undefined) throw new ConfigError(complaint);
  const [builderComplaint] = builderComplaints(settings, settings.PUBLIC_URL);
  if (builderComplaint !== undefined) throw new ConfigError(builderComplaint);
  const speech = readSpeech(settings);
  if (settings.REDIS_URL !== undefined && settings.DATABASE_URL === undefined) {
    throw new ConfigError(
      'REDIS_URL is for several processes, which need a database they can share: set DATABASE_URL as well',
    );
  }
  const processes = settings.SOTTO_PROCESSES === 'auto' ? availableParallelism() : Number(settings.SOTTO_PROCESSES);
  if (processes > 1 && settings.REDIS_URL === undefined) {
    throw new ConfigError(
      `SOTTO_PROCESSES: ${String(processes)} processes share a database and Redis: set DATABASE_URL and REDIS_URL as well`,
    );
  }
  const stop = settings.DATABASE_URL === undefined ? ALONE : AMONG_OTHERS;
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: settings.SOTTO_DATA_DIR,
    docsDir: settings.SOTTO_DOCS_DIR,
    databaseUrl: settings.DATABASE_URL,
    connections: settings.DATABASE_CONNECTIONS,
    ownerConnections: settings.DATABASE_OWNER_CONNECTIONS,
    redisUrl: settings.REDIS_URL,
    redisIsCluster: settings.REDIS_CLUSTER === 'true',
    redisPrefix: settings.REDIS_PREFIX,
    processes,
    objectStore: readObjectStore(settings),
    model,
    openAi: { baseUrl: settings.OPENAI_BASE_URL, apiKey: settings.OPENAI_API_KEY },
    modelLimits: { historyTokens: settings.MODEL_HISTORY_TOKENS, modelTimeMs: settings.MODEL_TOTAL_SECONDS * 1000 },
    speech,
    secret: settings.SOTTO_SECRET,
    keySource: readKeySource(settings),
    trustedProxies: readTrustedProxies(settings.TRUST_PROXY) ?? 0,
    countryHeader: settings.COUNTRY_HEADER,
    keepDays: settings.SOTTO_KEEP_DAYS,
    auditDays: settings.SOTTO_AUDIT_DAYS === 'off' ? undefined : settings.SOTTO_AUDIT_DAYS,
    backups: readBackupSettings(settings),
    lameDuckMs: (settings.SOTTO_LAME_DUCK ?? stop.lameDuckSeconds) * 1000,
    drainMs: (settings.DRAIN_SECONDS ?? stop.drainSeconds) * 1000,
    rateLimits: {
      ...DEFAULT_RATE_LIMITS,
      sessionCreate: settings.LIMIT_SESSIONS,
      complete: settings.LIMIT_REPLIES,
      completePerAddress: settings.LIMIT_REPLIES_PER_ADDRESS,
      session: settings.LIMIT_CALLS,
    },
    attachmentLimits: {
      maxBytes: settings.LIMIT_FILE_MIB * MIB,
      perMessage: settings.LIMIT_FILES_PER_MESSAGE,
      perConversation: settings.LIMIT_FILES_PER_CONVERSATION,
    },
    metricsToken: settings.METRICS_TOKEN,
    tracesAs: settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : settings.OTEL_SERVICE_NAME,
    logLevel: settings.SOTTO_LOG,
    autoWidgets: { default: settings.HUB_DEFAULT_WIDGET_ID, dashboard: settings.HUB_ASSISTANT_WIDGET_ID },
    withoutEffect: [...namesWithoutEffect(names, known), ...backupsWithoutEffect(settings)],
    ...readBuilderConfig(settings),
  };
}

/** Settings of the site around the server, which reads them itself. */
export const SITE_NAMES: readonly string[] = ['SITE_LINKS', 'SITE_OWNER', 'HUB_RATING'];
/**
 * The shutdown times in seconds: of a single server, which must stop before a replacement can start, and of one of
 * several.
 */
const ALONE = { lameDuckSeconds: 0, drainSeconds: 2 };
const AMONG_OTHERS = { lameDuckSeconds: 5, drainSeconds: 60 };

/** What works less well than the settings suggest: one message each, printed at start. */
export function configWarnings({ mail, publicUrl, stripe, withoutEffect }: ServerConfig): string[] {
  const warnings = [...withoutEffect];
  if (mail && publicUrl === undefined)
    warnings.push(
      'SMTP_URL is set, PUBLIC_URL is not: sign-in mails carry the code only, without a link. Set ' +
        'PUBLIC_URL to the address people use, such as https://chat.example.com.',
    );
  if (stripe && Object.keys(stripe.prices).length === 0)
    warnings.push(
      'HUB_BILLING is stripe, and no plan has a price: none can be bought. Set STRIPE_PRICE_BASIC or another.',
    );
  return warnings;
}

/**
 * The model and its fallbacks in order: OpenAI-compatible models, then Anthropic's, which is the first if there is no
 * other.
 */
function readModel(settings: Environment): ModelSettings {
  const first = { baseUrl: settings.OPENAI_BASE_URL, apiKey: settings.OPENAI_API_KEY, model: settings.OPENAI_MODEL };
  const places = [
    { baseUrl: settings.OPENAI_BASE_URL_2, apiKey: settings.OPENAI_API_KEY_2, model: settings.OPENAI_MODEL_2 },
    { baseUrl: settings.OPENAI_BASE_URL_3, apiKey: settings.OPENAI_API_KEY_3, model: settings.OPENAI_MODEL_3 },
  ];
  const others: ModelPlace[] = places.slice(0, places.findLastIndex(isNamed) + 1);
  const anthropic = {
    baseUrl: settings.ANTHROPIC_BASE_URL,
    apiKey: settings.ANTHROPIC_API_KEY,
    model: settings.ANTHROPIC_MODEL,
  };
  const isAlone = !isNamed(first) && others.length === 0;
  const ofAnthropic: ModelPlace[] = isNamed(anthropic) ? [{ protocol: 'messages', ...anthropic }] : [];
  return {
    ...(isAlone ? (ofAnthropic[0] ?? first) : first),
    fallbacks: isAlone ? [] : [...others, ...ofAnthropic],
    retries: settings.MODEL_RETRIES,
    firstByteTimeoutMs: (settings.MODEL_FIRST_BYTE_SECONDS ?? settings.MODEL_IDLE_SECONDS) * 1000,
    idleTimeoutMs: settings.MODEL_IDLE_SECONDS * 1000,
  };
}

/** Whether the settings name a model endpoint. */
function isNamed(place: ModelPlace): boolean {
  return Object.values(place).some((value) => value !== undefined);
}

type Environment = v.InferOutput<typeof environmentSchema>;

/**
 * The speech model shares endpoint and key with the language model, unless it has its own. A key is only used for its
 * own endpoint.
 */
function readSpeech(settings: Environment): SpeechSettings {
  const {
    OPENAI_SPEECH_MODEL: model,
    OPENAI_SPEECH_VOICE: voice,
    OPENAI_SPEECH_BASE_URL: ownBaseUrl,
    OPENAI_SPEECH_API_KEY: ownKey,
  } = settings;
  const baseUrl = ownBaseUrl ?? settings.OPENAI_BASE_URL;
  const apiKey = ownKey ?? (ownBaseUrl === undefined ? settings.OPENAI_API_KEY : undefined);
  if (!model && (voice || ownBaseUrl || ownKey))
    throw new ConfigError('OPENAI_SPEECH_MODEL is missing: name the model that speaks');
  if (model && !baseUrl && !apiKey)
    throw new ConfigError('OPENAI_SPEECH_API_KEY is missing: OPENAI_SPEECH_MODEL alone does not locate the model');
  return { baseUrl, apiKey, model, voice };
}

/** All settings of a bucket, or none of them. */
function readObjectStore(settings: Environment): ObjectStoreSettings | undefined {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings;
  const required = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const missing = Object.entries(required).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === Object.keys(required).length) return undefined;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey)
    throw new ConfigError(`${missing.join(', ')} missing: a bucket needs its address, name and both keys`);
  return { endpoint, bucket, accessKeyId, secretAccessKey, region: settings.S3_REGION, prefix: settings.S3_PREFIX };
}
