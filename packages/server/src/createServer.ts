import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { delay, systemClock, type Clock } from '@sotto/widget-core/api';
import type { Hono } from 'hono';
import { backUpInProcess } from './backup/backupProcess';
import { createBackupSchedule } from './backup/backupSchedule';
import type { OpenDatabase } from './db/database';
import { openDatabase, type DatabaseHandle } from './setup/openDatabase';
import { packageVersion } from './db/packageFiles';
import { createDiskSpace, explainStart, keepsInFolder } from './setup/diskSpace';
import { saveSetting } from './db/queries/settingQueries';
import { createMessageBus } from './setup/createMessageBus';
import type { MessageBus } from './events/messageBus';
import { createApp } from './app/app';
import type { AppEnv, Outlet } from './http/appEnv';
import { LONGEST_BODY_MS } from './http/bodies';
import { askGrounds } from './app/health';
import { createLogger, describeFailure, type Logger } from './lib/logger';
import type { Services } from './routes/services';
import { requireProfile } from './config/requirements';
import { ConfigError, readServerConfig, type ServerConfig } from './config/serverConfig';
import { readKeys } from './config/keySettings';
import { createSharedMetrics } from './telemetry/sharedMetrics';
import { noTracing, type Tracing } from './telemetry/tracing';
import { createServices } from './setup/createServices';
import type { KnownOptions, ServerOptions } from './setup/serverOptions';

/** A server that is open and can listen. */
export interface SottoServer {
  readonly config: ServerConfig;
  /** The open database, for tests: its tables are not part of the public API. */
  readonly database: unknown;
  /** The code that creates the first operator; undefined if there has been one. */
  operatorCode(): Promise<string | undefined>;
  /** Handles one request, also without listening. */
  fetch(request: Request): Promise<Response>;
  /**
   * Starts to listen. @returns the local address of the server. @throws ConfigError if the address is not available
   */
  listen(): Promise<{ port: number; url: string }>;
  /**
   * Ends streams, closes the database, releases the data folder.
   *
   * @param patienceMs - how long replies in progress may continue, in milliseconds. @default 2000
   * @param lameDuckMs - how long calls are accepted before that, while `/readyz` answers 503, in milliseconds.
   *   @default 0
   */
  close(patienceMs?: number, lameDuckMs?: number): Promise<void>;
}

/** How long responses may take to finish after a close, in milliseconds. */
const FAREWELL_MS = 1_000;
const SWEEP_MS = 3_600_000;

/**
 * Opens the database, locks the data folder, and creates the server.
 *
 * @throws ConfigError if the settings do not meet their profile
 */
export async function createServer(options: ServerOptions = {}): Promise<SottoServer> {
  const clock = options.clock ?? systemClock;
  const config: ServerConfig = { ...readServerConfig({}), ...options.config };
  requireProfile(config);
  const logger = createLogger(config.logLevel, clock, options.writeLog ?? ((line) => process.stdout.write(line)));
  const onFatal = options.onFatal ?? ((): void => void server.close(0));
  const tracing = await chooseTracing(config);
  const keys = await readKeys(config.keySource);
  /** The configured port until the server listens; for 0 the system then chooses one. */
  let { port } = config;
  const baseUrl = (): string => config.publicUrl ?? `http://localhost:${String(port)}`;
  const backups = chooseBackups(config, { clock, logger, keys });
  const known = { ...options, config, clock, logger, tracing, baseUrl, keys, backups };
  const { databaseHandle, bus, services } = await openParts(known, onFatal);
  // Before the first page is served, so that every process can serve its files. A full disk must not prevent the
  // start; the sweep tries again.
  await services.browserFiles.publish().catch((error: unknown) => {
    logger.error({ event: 'publish', ...describeFailure(error) });
  });
  const metrics = createSharedMetrics({
    own: () => services.watch.text(),
    self: databaseHandle.database.processes.self,
    // Without a token they cannot be read.
    readings: config.metricsToken === undefined ? undefined : bus.readings,
    clock,
  });
  const diskSpace = createDiskSpace({
    folder: keepsInFolder(config) ? config.dataDir : undefined,
    writeRow: () => saveSetting(services.db, 'disk-space', '', clock.now()),
  });
  const state = { isClosing: false };
  const app = createApp({
    services,
    logger,
    clock,
    version: packageVersion(),
    autoWidgets: config.autoWidgets,
    watch: services.watch,
    metrics: () => metrics.text(),
    tracing,
    metricsToken: config.metricsToken,
    isReady: async () =>
      state.isClosing
        ? { status: 'stopping' }
        : askGrounds({
            database: () => databaseHandle.database.ping(),
            redis: bus.ping,
            isFull: () => diskSpace.isFull(),
          }),
    onFailure: (error) => {
      diskSpace.note(error);
    },
    site: options.site,
    pathPrefix: config.publicUrl === undefined ? undefined : new URL(config.publicUrl).pathname.replace(/\/$/, ''),
  });
  const listener = createAdaptorServer({
    fetch: (request, env) => answerConnection(app, request, env as HttpBindings),
  }) as Server;
  // Longer than that of proxies, so that a reused connection is never closed during its request.
  listener.keepAliveTimeout = 65_000;
  // For bodies that no call reads; others have their own timeout, with a response.
  listener.requestTimeout = LONGEST_BODY_MS + 30_000;

  void services.library.sweep().catch((error: unknown) => {
    logger.error({ event: 'embeddings', ...describeFailure(error) });
  });
  void services.words.fill().catch((error: unknown) => {
    logger.error({ event: 'search', ...describeFailure(error) });
  });
  backups?.start();
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
    await backups?.close();
    await services.checks.close();
    await services.turns.close(patienceMs);
    await services.words.close();
    await services.sites.close();
    await services.library.close();
    await services.webhooks.close();
    await services.visitorMails.close();
    await services.mails.close();
    await services.reading.close();
    await metrics.close();
    await bus.close();
    const cancel = clock.setTimer(() => {
      listener.closeAllConnections();
    }, FAREWELL_MS);
    listener.closeIdleConnections();
    await stopped;
    cancel();
    services.watch.close();
    await tracing.close();
    await databaseHandle.close();
  }

  const server: SottoServer = {
    config,
    database: databaseHandle.database.db,
    operatorCode: () => services.registration.pendingCode(),
    fetch: async (request) => app.fetch(request, {}),
    async listen() {
      const address = await listen(listener, config);
      ({ port } = address);
      return address;
    },
    close: (patienceMs = 2_000, lameDuckMs = 0) => (closing ??= close(patienceMs, lameDuckMs)),
  };
  return server;
}

/** Backups, if the settings name a folder for them and the database is the embedded one. */
function chooseBackups(
  config: ServerConfig,
  { keys, ...tools }: { clock: Clock; logger: Logger; keys: readonly string[] },
): KnownOptions['backups'] {
  const { backups: settings, dataDir } = config;
  if (settings === undefined || dataDir === undefined || config.databaseUrl !== undefined) return undefined;
  const schedule = createBackupSchedule({
    ...settings,
    ...tools,
    write: (path, signal) => backUpInProcess(config, keys, path, signal),
  });
  return { ...schedule, everyMs: settings.everyMs };
}

/** Traces, if the settings name a collector; the SDK is loaded only then. */
async function chooseTracing({ tracesAs }: ServerConfig): Promise<Tracing> {
  if (tracesAs === undefined) return noTracing;
  const { createOpenTelemetry } = await import('./telemetry/openTelemetry');
  return createOpenTelemetry({ serviceName: tracesAs, version: packageVersion() });
}

/**
 * Deletes expired data at intervals, one sweep at a time: sweeps that become due meanwhile are combined. @returns a
 * function that stops it
 */
function keepSweeping(services: Services, clock: Clock, logger: Logger): () => void {
  let isSweeping = false;
  let isDue = false;
  let cancel = clock.setTimer(fallDue, SWEEP_MS);
  function fallDue(): void {
    cancel = clock.setTimer(fallDue, SWEEP_MS);
    isDue = true;
    if (!isSweeping) void sweepWhileDue();
  }
  async function sweepWhileDue(): Promise<void> {
    isSweeping = true;
    while (isDue) {
      isDue = false;
      await sweep(services).catch((error: unknown) => {
        logger.error({ event: 'sweep', ...describeFailure(error) });
      });
    }
    isSweeping = false;
  }
  return () => {
    cancel();
    isDue = false;
  };
}

async function sweep(services: Services): Promise<void> {
  await Promise.all([
    services.idempotency.sweep(),
    services.media.sweep(),
    services.budgets.sweep(),
    services.signInWaits.sweep(),
    services.passkeys.sweep(),
    services.browserFiles.sweep(),
    services.endedSessions.sweep(),
    services.audit.sweep(),
    services.webhooks.sweep(),
    services.mails.sweep(),
    services.visitorMails.sweep(),
    services.weeklyMails.sweep(),
    services.library.sweep(),
    services.words.fill(),
    sweepVisitors(services),
  ]);
}

/** Deletes what widgets no longer keep, and records how much it was. */
async function sweepVisitors({ forOwners, audit }: Services): Promise<void> {
  const counts = await forOwners.retention.sweep();
  if (counts.conversations + counts.files > 0)
    await audit.append({ action: 'retention.delete', actor: 'server', details: { ...counts } });
}

/** Opens the server's dependencies in order; if one fails, those already open are closed again. */
async function openParts(
  options: KnownOptions,
  onFatal: (error: Error) => void,
): Promise<{ databaseHandle: DatabaseHandle; bus: MessageBus; services: Services }> {
  const { config, clock, logger } = options;
  const database = options.database as OpenDatabase | undefined;
  const databaseHandle = database
    ? { database, close: () => database.close() }
    : await openDatabase(config, clock, options.seed, onFatal).catch(async (error: unknown) => {
        throw await explainStart(error, config);
      });
  let bus: MessageBus | undefined;
  try {
    bus = await createMessageBus(config, clock, logger);
    return { databaseHandle, bus, services: await createServices(databaseHandle.database, bus, options) };
  } catch (error) {
    await bus?.close();
    await databaseHandle.close();
    throw await explainStart(error, config);
  }
}

/** Responds over a connection; a streaming call gets the connection itself, once its headers are sent. */
async function answerConnection(
  app: Hono<AppEnv>,
  request: Request,
  { incoming, outgoing }: HttpBindings,
): Promise<Response> {
  const outlet: Outlet = {};
  const response = await app.fetch(request, { incoming, outgoing, outlet });
  if (!outlet.send || !response.ok) return response;
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  outlet.send(outgoing);
  return RESPONSE_ALREADY_SENT;
}

/**
 * Maximum number of pending connections: after a restart all readers reconnect within a second. The system may allow
 * fewer (`net.core.somaxconn`).
 */
const BACKLOG = 4_096;

function listen(listener: Server, config: ServerConfig): Promise<{ port: number; url: string }> {
  return new Promise((resolve, reject) => {
    listener.once('error', (error: NodeJS.ErrnoException) => {
      reject(new ConfigError(explainListenFailure(error, config), { cause: error }));
    });
    listener.listen(
      { port: config.port, backlog: BACKLOG, ...(config.host !== undefined && { host: config.host }) },
      () => {
        const { port } = listener.address() as AddressInfo;
        const isLocal = config.host === undefined || config.host === '0.0.0.0' || config.host === '::';
        const host = isLocal ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
        resolve({ port, url: `http://${host}:${String(port)}` });
      },
    );
  });
}

function explainListenFailure(error: NodeJS.ErrnoException, { port, host }: ServerConfig): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${String(port)} is in use by another program. Stop it, or choose another port with PORT.`;
  if (error.code === 'EACCES')
    return `Port ${String(port)} may not be used by this user. Choose one above 1023 with PORT.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST: ${host ?? ''} is not an address of this machine.`;
  return `The server cannot listen on port ${String(port)}: ${error.message}`;
}
