import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { delay, systemClock, type Clock } from '@sotto/widget-core/api';
import type { Hono } from 'hono';
import { createLogMailer, createSmtpMailer, type Mailer } from './accounts/mailer';
import { createSignIn } from './accounts/signIn';
import { createVault } from './accounts/vault';
import { createBilling } from './billing/billing';
import type { Database, OpenDatabase } from './db/database';
import { firstFill } from './db/firstFill';
import { openKeeper, type Keeper } from './openKeeper';
import { packageVersion } from './db/packageFiles';
import { readOrCreateSetting } from './db/queries/settings';
import { chooseExchange } from './chooseExchange';
import { chooseFileStore } from './chooseFileStore';
import { chooseModel } from './chooseModel';
import { chooseSpeech } from './chooseSpeech';
import { createKnowledge } from './createKnowledge';
import { createMedia } from './createMedia';
import { createBudgets } from './domain/budgets';
import { createAnswerer } from './domain/createAnswerer';
import { createHub } from './domain/hub';
import { createRatings } from './domain/ratings';
import { createInstalls } from './domain/installs';
import { createKeyedLanes } from './domain/keyedLanes';
import { createKillSwitch } from './domain/killSwitch';
import { createPlans } from './domain/plans';
import { createRetention, type Retention } from './domain/retention';
import { createSecret, createSessionTokens } from './domain/sessionTokens';
import { createThings } from './domain/things';
import { createTurns } from './domain/turns';
import type { Exchange } from './events/exchange';
import { createApp, type SiteHandler } from './http/app';
import type { AppEnv, Outlet } from './http/appEnv';
import { createBearerAuth } from './http/bearerAuth';
import { askGrounds } from './http/health';
import { createIdempotency } from './http/idempotency';
import { createOrigins } from './http/origins';
import type { RateLimits } from './http/rateLimits';
import { createLogger, describeFailure, type Logger } from './http/requestLog';
import { createUserAuth } from './http/userAuth';
import { createFileContents } from './http/fileAnswer';
import { createReleaseFiles } from './http/releaseFiles';
import { createWidgetFiles, type WidgetFileFolders } from './http/widgetFiles';
import type { ChatModel } from './model/chatModel';
import { singleModel } from './model/models';
import type { Moderation } from './model/moderation';
import type { Speech } from './model/speech';
import { createReading } from './reading/reading';
import type { Services } from './routes/services';
import { ConfigError, readServerConfig, type ServerConfig } from './serverConfig';
import type { FileStore } from './uploads/fileStore';
import type { PublicFetch } from './unfurl/publicFetch';
import { noTracing, type Tracing } from './watch/tracing';
import { createWatch } from './watch/watch';
import { createWatchedAnswerer } from './watch/watchedAnswerer';

/** How a server is made. Everything has a default; an embedder or a test replaces what it needs to. */
export interface ServerOptions {
  /** Settings over those of an empty environment. */
  config?: Partial<ServerConfig>;
  /** Who answers. @default the model of the settings, or the embedded guide */
  model?: ChatModel;
  /** Who speaks replies. @default the speech model of the settings, or `espeak-ng` where it is installed */
  speech?: Speech | 'none';
  /** Fetches pages and pictures for link previews. @default public addresses only, checked after DNS and at every redirect */
  publicFetch?: PublicFetch;
  /** Answers addresses that the server does not know: the site around it. */
  site?: SiteHandler;
  /** Built files of loader and frame. @default those of the installed packages */
  files?: WidgetFileFolders;
  /** Calls a minute; single rates can be replaced. */
  rateLimits?: Partial<RateLimits>;
  clock?: Clock;
  /** A dump that a fresh embedded database begins with. @default the one prepared by the build */
  seed?: Blob;
  /** Takes log lines. @default standard output */
  writeLog?: (line: string) => void;
  /** Reaches the payment provider. @default the platform's */
  billingFetch?: typeof fetch;
  /** Judges messages of visitors to widgets with `moderation`. @default the moderation model of the settings */
  moderation?: Moderation;
  /** Sends sign-in codes. @default by SMTP as the settings say, else to standard output */
  mailer?: Mailer;
  /** Told when the server must not go on, because another process has its data folder. @default closes the server */
  onFatal?: (error: Error) => void;
}

/** A server that is open and may listen. */
export interface SottoServer {
  readonly config: ServerConfig;
  /** The open database, for tests: its tables are no part of the public API. */
  readonly database: unknown;
  /** Answers one request, also without listening. */
  fetch(request: Request): Promise<Response>;
  /** Begins to listen. @returns where it is reached from this machine. @throws ConfigError when the address cannot be had */
  listen(): Promise<{ port: number; url: string }>;
  /**
   * Ends streams, closes the database, frees the data folder.
   *
   * @param patienceMs - how long replies that are being written may go on, in milliseconds. @default 2000
   * @param lameDuckMs - how long calls are taken before that, while `/readyz` answers 503, in milliseconds. @default 0
   */
  close(patienceMs?: number, lameDuckMs?: number): Promise<void>;
}

/** How long answers may take their leave after a close, in milliseconds. */
const FAREWELL_MS = 1_000;
const SWEEP_MS = 3_600_000;

/** Opens the database, takes the data folder, and puts the server together. */
export async function createServer(options: ServerOptions = {}): Promise<SottoServer> {
  const clock = options.clock ?? systemClock;
  const config: ServerConfig = { ...readServerConfig({}), ...options.config };
  const logger = createLogger(config.logLevel, clock, options.writeLog ?? ((line) => process.stdout.write(line)));
  const onFatal = options.onFatal ?? ((): void => void server.close(0));
  const tracing = await chooseTracing(config);
  const { keeper, exchange, services } = await openParts({ ...options, config, clock, logger, tracing }, onFatal);
  // Before the first page is sent: whatever it names can then be had from every process. A full disk must not keep the server from starting; the sweep tries again.
  await services.browserFiles.publish().catch((error: unknown) => { logger.error({ event: 'publish', ...describeFailure(error) }); });
  const state = { isClosing: false };
  const app = createApp({
    services,
    logger,
    clock,
    version: packageVersion(),
    autoWidgets: config.autoWidgets,
    watch: services.watch,
    tracing,
    metricsToken: config.metricsToken,
    isReady: async () => (state.isClosing ? { status: 'stopping' } : askGrounds({ database: () => keeper.database.ping(), redis: exchange.ping })),
    site: options.site,
    pathPrefix: config.publicUrl === undefined ? undefined : new URL(config.publicUrl).pathname.replace(/\/$/, ''),
  });
  const listener = createAdaptorServer({ fetch: (request, env) => answerConnection(app, request, env as HttpBindings) }) as Server;
  // Longer than a proxy's own, so that a kept connection is never closed under its request.
  listener.keepAliveTimeout = 65_000;

  const stopSweeping = keepSweeping(services, clock, logger);
  let closing: Promise<void> | undefined;
  async function close(patienceMs: number, lameDuckMs: number): Promise<void> {
    state.isClosing = true;
    stopSweeping();
    if (lameDuckMs > 0) await delay(clock, lameDuckMs);
    const stopped = new Promise<void>((resolve) => {
      if (listener.listening) listener.close(() => resolve());
      else resolve();
    });
    await services.turns.close(patienceMs);
    await services.reading.close();
    await exchange.close();
    const cancel = clock.setTimer(() => {
      listener.closeAllConnections();
    }, FAREWELL_MS);
    listener.closeIdleConnections();
    await stopped;
    cancel();
    services.watch.close();
    await tracing.close();
    await keeper.close();
  }

  const server: SottoServer = {
    config,
    database: keeper.database.db,
    fetch: async (request) => app.fetch(request, {}),
    listen: () => listen(listener, config),
    close: (patienceMs = 2_000, lameDuckMs = 0) => (closing ??= close(patienceMs, lameDuckMs)),
  };
  return server;
}

/** Traces when the settings name a collector; the SDK is loaded only then. */
async function chooseTracing({ tracesAs }: ServerConfig): Promise<Tracing> {
  if (tracesAs === undefined) return noTracing;
  const { createOpenTelemetry } = await import('./watch/openTelemetry');
  return createOpenTelemetry({ serviceName: tracesAs, version: packageVersion() });
}

/** Throws away at intervals what is past its time. @returns what ends it */
function keepSweeping(services: Services, clock: Clock, logger: Logger): () => void {
  let cancel = clock.setTimer(sweep, SWEEP_MS);
  function sweep(): void {
    Promise.all([services.idempotency.sweep(), services.media.sweep(), services.budgets.sweep(), services.browserFiles.sweep(), services.forOwners.retention.sweep()]).catch((error: unknown) => {
      logger.error({ event: 'sweep', ...describeFailure(error) });
    });
    cancel = clock.setTimer(sweep, SWEEP_MS);
  }
  return () => {
    cancel();
  };
}

type KnownOptions = ServerOptions & { config: ServerConfig; clock: Clock; logger: Logger; tracing: Tracing };

/** Opens what the server stands on, in its order; what is open already is closed again when the next cannot be. */
async function openParts(options: KnownOptions, onFatal: (error: Error) => void): Promise<{ keeper: Keeper; exchange: Exchange; services: Services }> {
  const { config, clock, logger } = options;
  const keeper = await openKeeper(config, clock, options.seed, onFatal);
  let exchange: Exchange | undefined;
  try {
    exchange = await chooseExchange(config, clock, logger);
    return { keeper, exchange, services: await createServices(keeper.database, exchange, options) };
  } catch (error) {
    await exchange?.close();
    await keeper.close();
    throw error;
  }
}

async function createServices(database: OpenDatabase, exchange: Exchange, options: KnownOptions): Promise<Services> {
  const { config, clock, logger, tracing } = options;
  const { db } = database;
  await firstFill(db, clock.now());
  const secret = config.secret ?? (await readOrCreateSetting(db, 'token-secret', createSecret(), clock.now()));
  const tokens = createSessionTokens(secret, new URL(config.publicUrl ?? `http://localhost:${String(config.port)}`).origin, clock);
  const origins = createOrigins({ publicUrl: config.publicUrl, trustsProxy: config.trustedProxies > 0 });
  const { log, channels, rates, stops } = exchange;
  const watch = createWatch({ log: (record) => logger.info({ ...record }), isWhole: () => exchange.isWhole, waiting: () => database.waiting() });
  const limits = { ...config.rateLimits, ...options.rateLimits };
  const chosen = options.model ? { models: singleModel(options.model, clock), tools: [] } : await chooseModel(config, clock, logger);
  const speech = options.speech ?? (await chooseSpeech(config, clock, process.env['PATH']));
  const reading = createReading();
  const media = createMedia({ db, clock, store: await chooseFileStore(config), reading: reading.visitors, secret, speech: speech === 'none' ? undefined : speech, fetcher: options.publicFetch, attachmentLimits: config.attachmentLimits });
  const people = createPeople({ database, db, secret, origins, rates, limits, store: media.store }, options);
  const { library, profiles, moderation, secrets, mcp } = createKnowledge({ db, clock, config, logger, media, reading: reading.owners, models: chosen.models, houseTools: chosen.tools, moderation: options.moderation, secret });
  if (config.seedsHub) await (await import('./db/hubSeed/seedHub')).seedHub(db, clock, library);
  const inTurn = createKeyedLanes(clock);
  const turns = await createTurns({
    db,
    inTurn,
    clock,
    log,
    stops,
    answerer: createWatchedAnswerer(createAnswerer({ db, store: media.store, clock, channels, budgets: people.budgets, profiles, moderation, limits: config.modelLimits, onError: (error) => { logger.error({ event: 'usage', ...describeFailure(error) }); } }), { watch, tracing, clock }),
    isAlone: database.isEmbedded,
    processes: database.processes,
    onError: (error, runId) => {
      logger.error({ event: 'reply', runId, ...describeFailure(error) });
    },
  });
  return {
    db,
    clock,
    log,
    channels,
    media,
    browserFiles: createReleaseFiles({ db, clock, built: createWidgetFiles(createFileContents(), options.files), isLasting: config.dataDir !== undefined || config.databaseUrl !== undefined }),
    reading,
    library,
    secrets,
    mcp,
    ...people,
    inTurn,
    turns,
    tokens,
    auth: createBearerAuth({ db, tokens, origins, rates, limits, users: people.users }),
    idempotency: createIdempotency(database, clock, createVault(secret)),
    origins,
    installs: createInstalls({ db, clock, origins }),
    rates,
    limits,
    watch,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    trials: config.trials,
    hasModel: chosen.models.canCallTools,
    allowsGraphqlMutations: config.allowsGraphqlMutations,
  };
}

type People = Pick<Services, 'within' | 'forOwners' | 'signIn' | 'users' | 'plans' | 'things' | 'hub' | 'ratings' | 'killSwitch' | 'budgets' | 'billing'>;

/** Who builds here, what they have, and what they may use. */
function createPeople(deps: Pick<Services, 'db' | 'origins' | 'rates' | 'limits'> & { database: OpenDatabase; secret: string; store: FileStore }, options: KnownOptions): People {
  const { database, db, secret } = deps;
  const { config, clock } = options;
  const baseUrl = config.publicUrl ?? `http://localhost:${String(config.port)}`;
  const mailer = options.mailer ?? (config.mail ? createSmtpMailer(config.mail) : createLogMailer(options.writeLog ?? ((line) => process.stdout.write(line))));
  const signIn = createSignIn({ db, baseUrl, secret, mailer, oidc: config.oidc, now: () => clock.now() });
  const retentionOn = (chosen: Database): Retention => createRetention({ db: chosen, clock, store: deps.store, keepDays: config.keepDays });
  const on = (chosen: Database): Pick<Services, 'db' | 'plans' | 'things'> & { readonly retention: Retention } => {
    const plans = createPlans({ db: chosen, clock, isBillingOn: config.stripe !== undefined });
    return { db: chosen, plans, things: createThings({ db: chosen, clock, plans, retention: retentionOn(chosen) }), retention: retentionOn(chosen) };
  };
  const { plans, things } = on(db);
  const { owners } = database;
  const killSwitch = createKillSwitch(db, clock);
  return {
    signIn,
    within: (limitMs) => on(database.within(limitMs)),
    forOwners: { ...on(owners), hub: createHub({ db: owners, clock }), ratings: createRatings({ db: owners, clock, secret }) },
    users: createUserAuth({ ...deps, clock, signIn }),
    plans,
    things,
    hub: createHub({ db, clock }),
    ratings: createRatings({ db, clock, secret }),
    killSwitch,
    budgets: createBudgets({ db, clock, plans, killSwitch, prices: config.tokenPrices, secret }),
    billing: createBilling({ db, clock, fetch: options.billingFetch ?? fetch, publicUrl: config.publicUrl, settings: config.stripe }),
  };
}

/** Answers over a connection; a call that streams gets the connection itself, once the head is on its way. */
async function answerConnection(app: Hono<AppEnv>, request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> {
  const outlet: Outlet = {};
  const response = await app.fetch(request, { incoming, outgoing, outlet });
  if (!outlet.send || !response.ok) return response;
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  outlet.send(outgoing);
  return RESPONSE_ALREADY_SENT;
}

/** Connections that may wait to be taken: after a restart everybody who was reading comes back within a second. The system may allow fewer (`net.core.somaxconn`). */
const BACKLOG = 4_096;

function listen(listener: Server, config: ServerConfig): Promise<{ port: number; url: string }> {
  return new Promise((resolve, reject) => {
    listener.once('error', (error: NodeJS.ErrnoException) => {
      reject(new ConfigError(explainListenFailure(error, config), { cause: error }));
    });
    listener.listen({ port: config.port, backlog: BACKLOG, ...(config.host !== undefined && { host: config.host }) }, () => {
      const { port } = listener.address() as AddressInfo;
      const isLocal = config.host === undefined || config.host === '0.0.0.0' || config.host === '::';
      const host = isLocal ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
      resolve({ port, url: `http://${host}:${String(port)}` });
    });
  });
}

function explainListenFailure(error: NodeJS.ErrnoException, { port, host }: ServerConfig): string {
  if (error.code === 'EADDRINUSE') return `Port ${String(port)} is in use by another program. Stop it, or choose another port with PORT.`;
  if (error.code === 'EACCES') return `Port ${String(port)} may not be used by this user. Choose one above 1023 with PORT.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `HOST: ${host ?? ''} is not an address of this machine.`;
  return `The server cannot listen on port ${String(port)}: ${error.message}`;
}
