import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerConfig } from '../config/serverConfig';
import { profilesOfChecks } from '../domain/checks/checks';
import type { OpenDatabase } from '../db/database';
import { seedDatabase } from '../db/seedDatabase';
import { chooseFileStore } from './chooseFileStore';
import { chooseModel } from './chooseModel';
import { chooseSpeech } from './chooseSpeech';
import { createKnowledge } from './createKnowledge';
import { keepsInFolder } from './diskSpace';
import { reporter } from './reporter';
import { runChecks } from './runChecks';
import { openVault } from './openVault';
import { createBodies } from '../http/bodies';
import { createUploadIntake } from '../http/readUpload';
import { createMedia } from '../domain/createMedia';
import { createAnswerer } from '../domain/replies/createAnswerer';
import { createErasure } from '../domain/accounts/erasure';
import { createExports } from '../domain/accounts/exports';
import { createInstalls } from '../http/installs';
import { createKeyedLanes } from '../domain/replies/keyedLanes';
import { createSessionTokens } from '../domain/conversations/sessionTokens';
import { createTurns } from '../domain/replies/turns';
import type { MessageBus } from '../events/messageBus';
import { createBearerAuth } from '../http/auth/bearerAuth';
import { createGate } from '../http/gate';
import { createIdempotency } from '../http/idempotency';
import { createOrigins, type Origins } from '../http/auth/origins';
import { describeFailure } from '../lib/logger';
import { createFileContents } from '../http/files/fileAnswer';
import { createReleaseFiles } from '../http/files/releaseFiles';
import { createFirstScreens } from '../http/files/firstScreens';
import { createWidgetFiles } from '../http/files/widgetFiles';
import { singleModel } from '../model/models';
import { createReading } from '../reading/reading';
import { createCallers } from '../http/auth/callers';
import type { Services } from '../routes/services';
import { createPublicFetch } from '../unfurl/publicFetch';
import { createTelemetry } from '../telemetry/telemetry';
import { createMeasuredAnswerer } from '../domain/replies/measuredAnswerer';
import type { KnownOptions } from './serverOptions';
import { createAccountServices } from './createAccountServices';

export async function createServices(
  database: OpenDatabase,
  bus: MessageBus,
  options: KnownOptions,
): Promise<Services> {
  const { config, clock, logger, tracing, baseUrl } = options;
  const { db } = database;
  await seedDatabase(db, clock.now());
  const { secret, vault } = await openVault(db, clock, { secret: config.secret, keys: options.keys });
  const tokens = createSessionTokens(secret, () => new URL(baseUrl()).origin, clock);
  const origins = chooseOrigins(config);
  const { log, channels, live, rates, stops } = bus;
  const watch = watchOver(database, bus, options);
  const limits = { ...config.rateLimits, ...options.rateLimits };
  const chosen = options.model
    ? { models: singleModel(options.model, clock), tools: [] }
    : await chooseModel(config, clock, logger);
  const speech = options.speech ?? (await chooseSpeech(config, clock, process.env['PATH']));
  const reading = createReading();
  const media = createMedia({
    db,
    clock,
    store: await chooseFileStore(config),
    reading: reading.visitors,
    secret,
    speech: speech === 'none' ? undefined : speech,
    fetcher: options.publicFetch,
    attachmentLimits: config.attachmentLimits,
  });
  const fetcher = options.publicFetch ?? createPublicFetch({ clock, intranet: config.intranetHosts });
  const known = { database, db, clock, fetcher, secret, vault, origins, rates, limits, log, live, watch };
  const base = { ...known, store: media.store };
  const { users, ...accounts } = createAccountServices(base, options, () => turns);
  const { profiles, moderation, ...knowledge } = createKnowledge({
    db,
    vectors: database.vectors,
    clock,
    config,
    logger,
    media,
    reading: reading.owners,
    models: chosen.models,
    houseTools: chosen.tools,
    moderation: options.moderation,
    channels,
    audit: accounts.audit,
    plans: accounts.plans,
    fetcher,
    secret,
    vault,
    baseUrl,
  });
  if (config.seedsHub) await (await import('../hubSeed/seedHub')).seedHub(db, clock, knowledge.library);
  const inTurn = createKeyedLanes(clock);
  const turns = await createTurns({
    db,
    inTurn,
    clock,
    log,
    stops,
    answerer: createMeasuredAnswerer(
      createAnswerer({
        db,
        store: media.store,
        clock,
        channels,
        budgets: accounts.budgets,
        profiles: profilesOfChecks(profiles),
        handover: accounts.handover,
        moderation,
        limits: config.modelLimits,
        onError: reporter(logger, 'usage'),
      }),
      { watch, tracing, clock },
    ),
    notices: accounts.inboxNotices,
    isAlone: database.isEmbedded,
    processes: database.processes,
    onError: (error, runId) => {
      logger.error({ event: 'reply', runId, ...describeFailure(error, true) });
    },
  });
  const built = createWidgetFiles(createFileContents(), options.files);
  return {
    db,
    clock,
    log,
    channels,
    live,
    media,
    browserFiles: createReleaseFiles({ db, clock, built, isLasting: isLasting(config) }),
    firstScreens: createFirstScreens(built.firstScreenProgram, logger),
    reading,
    ...createIntakes(config, clock),
    ...knowledge,
    ...accounts,
    gate: createGate({ ...accounts, trustedProxies: config.trustedProxies }),
    inTurn,
    turns,
    checks: runChecks({ database, turns, log, models: chosen.models, ...accounts }, options),
    exports: createExports({ db: database.owners, clock, store: media.store }),
    erasure: createErasure({ ...accounts.forOwners, clock, store: media.store, budgets: accounts.budgets }),
    tokens,
    vault,
    callers: createCallers({ auth: createBearerAuth({ ...base, tokens, users }), users, links: media.links, origins }),
    idempotency: createIdempotency({ ...database, clock, vault, secret, onError: reporter(logger, 'idempotency') }),
    origins,
    installs: createInstalls({ db, clock, origins }),
    rates,
    limits,
    watch,
    trustedProxies: config.trustedProxies,
    countryHeader: config.countryHeader,
    publicUrl: config.publicUrl,
    trials: config.trials,
    hasModel: chosen.models.canCallTools,
    writer: () => (chosen.models.canCallTools ? chosen.models.choose(null) : undefined),
    allowsGraphqlMutations: config.allowsGraphqlMutations,
  };
}

function createIntakes(
  { dataDir, trustedProxies }: ServerConfig,
  clock: KnownOptions['clock'],
): Pick<Services, 'bodies' | 'uploads'> {
  const bodies = createBodies(join(dataDir ?? tmpdir(), 'arriving'), clock, trustedProxies);
  return { bodies, uploads: createUploadIntake(bodies) };
}

function chooseOrigins({ publicUrl, trustedProxies, profile }: ServerConfig): Origins {
  return createOrigins({ publicUrl, trustedProxies, needsList: profile === 'regulated' });
}

/** Whether stored data survives a restart. */
function isLasting({ dataDir, databaseUrl }: ServerConfig): boolean {
  return dataDir !== undefined || databaseUrl !== undefined;
}

function watchOver(
  database: OpenDatabase,
  bus: MessageBus,
  { config, logger, backups }: KnownOptions,
): ReturnType<typeof createTelemetry> {
  return createTelemetry({
    log: (record) => logger.info({ ...record }),
    isWhole: () => bus.isWhole,
    waiting: () => database.waiting(),
    folder: keepsInFolder(config) ? config.dataDir : undefined,
    backups,
  });
}
