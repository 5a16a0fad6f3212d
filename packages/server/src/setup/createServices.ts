import { createLogMailer, createSmtpMailer, type Mailer } from '../accounts/mailer';
import { createRegistration } from '../accounts/registration';
import { createSecondFactors } from '../accounts/secondFactor';
import { createSignIn } from '../accounts/signIn';
import { createSignInWaits } from '../accounts/signInWaits';
import type { Vault } from '../accounts/vault';
import { createBilling } from '../billing/billing';
import type { Database, OpenDatabase } from '../db/database';
import { seedDatabase } from '../db/seedDatabase';
import { chooseFileStore } from './chooseFileStore';
import { chooseModel } from './chooseModel';
import { chooseSpeech } from './chooseSpeech';
import { createKnowledge } from './createKnowledge';
import { openVault } from './openVault';
import { createMedia } from '../domain/createMedia';
import { createBudgets } from '../domain/accounts/budgets';
import { createAudit } from '../domain/accounts/audit';
import { createAnswerer } from '../domain/replies/createAnswerer';
import { createHandover } from '../domain/conversations/handover';
import { createErasure } from '../domain/accounts/erasure';
import { createExports } from '../domain/accounts/exports';
import { createHub } from '../domain/hub/hub';
import { createRatings } from '../domain/hub/ratings';
import { createInstalls } from '../http/installs';
import { createKeyedLanes } from '../domain/replies/keyedLanes';
import { createKillSwitch } from '../domain/accounts/killSwitch';
import { createPlans } from '../domain/accounts/plans';
import { createRetention, type Retention } from '../domain/accounts/retention';
import { createSessionTokens } from '../domain/conversations/sessionTokens';
import { createResources } from '../domain/hub/resources';
import { createTurns } from '../domain/replies/turns';
import type { MessageBus } from '../events/messageBus';
import { createBearerAuth } from '../http/auth/bearerAuth';
import { createIdempotency } from '../http/idempotency';
import { createOrigins } from '../http/auth/origins';
import { describeFailure } from '../lib/logger';
import { createUserAuth } from '../http/auth/userAuth';
import { createFileContents } from '../http/files/fileAnswer';
import { createReleaseFiles } from '../http/files/releaseFiles';
import { createWidgetFiles } from '../http/files/widgetFiles';
import { singleModel } from '../model/models';
import { createReading } from '../reading/reading';
import type { Services } from '../routes/services';
import type { FileStore } from '../uploads/fileStore';
import { createTelemetry } from '../telemetry/telemetry';
import { createMeasuredAnswerer } from '../domain/replies/measuredAnswerer';

import type { KnownOptions } from './serverOptions';

export async function createServices(
  database: OpenDatabase,
  bus: MessageBus,
  options: KnownOptions,
): Promise<Services> {
  const { config, clock, logger, tracing } = options;
  const { db } = database;
  await seedDatabase(db, clock.now());
  const { secret, vault } = await openVault(db, clock, { secret: config.secret, keys: options.keys });
  const { origin } = new URL(config.publicUrl ?? `http://localhost:${String(config.port)}`);
  const tokens = createSessionTokens(secret, origin, clock);
  const origins = createOrigins({ publicUrl: config.publicUrl, trustsProxy: config.trustedProxies > 0 });
  const { log, channels, live, rates, stops } = bus;
  const watch = createTelemetry({
    log: (record) => logger.info({ ...record }),
    isWhole: () => bus.isWhole,
    waiting: () => database.waiting(),
  });
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
  const base = { database, db, secret, vault, origins, rates, limits, store: media.store, log };
  const accounts = createAccountServices(base, options);
  const { profiles, moderation, ...knowledge } = createKnowledge({
    db,
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
    fetcher: options.publicFetch,
    secret,
    vault,
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
        profiles,
        handover: accounts.handover,
        moderation,
        limits: config.modelLimits,
        onError: (error) => {
          logger.error({ event: 'usage', ...describeFailure(error) });
        },
      }),
      { watch, tracing, clock },
    ),
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
    live,
    media,
    browserFiles: createReleaseFiles({
      db,
      clock,
      built: createWidgetFiles(createFileContents(), options.files),
      isLasting: config.dataDir !== undefined || config.databaseUrl !== undefined,
    }),
    reading,
    ...knowledge,
    ...accounts,
    inTurn,
    turns,
    exports: createExports({ db: database.owners, clock, store: media.store }),
    erasure: createErasure({ ...accounts.forOwners, clock, store: media.store, turns }),
    tokens,
    vault,
    auth: createBearerAuth({ db, tokens, origins, rates, limits, users: accounts.users }),
    idempotency: createIdempotency(database, clock, vault),
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

function baseUrlOf({ publicUrl, port }: KnownOptions['config']): string {
  return publicUrl ?? `http://localhost:${String(port)}`;
}

/** By SMTP where the operator has set it up, else into the log. */
function chooseMailer({ mailer, config, writeLog }: KnownOptions): Mailer {
  if (mailer) return mailer;
  if (config.mail) return createSmtpMailer(config.mail);
  return createLogMailer(writeLog ?? ((line) => process.stdout.write(line)));
}

type AccountServices = Pick<
  Services,
  | 'audit'
  | 'handover'
  | 'sendsMail'
  | 'within'
  | 'forOwners'
  | 'signIn'
  | 'registration'
  | 'signInWaits'
  | 'secondFactors'
  | 'users'
  | 'plans'
  | 'resources'
  | 'hub'
  | 'ratings'
  | 'killSwitch'
  | 'budgets'
  | 'billing'
>;

/** Who builds here, what they have, and what they may use. */
function createAccountServices(
  deps: Pick<Services, 'db' | 'origins' | 'rates' | 'limits' | 'log'> & {
    database: OpenDatabase;
    secret: string;
    vault: Vault;
    store: FileStore;
  },
  options: KnownOptions,
): AccountServices {
  const { database, db, secret } = deps;
  const { config, clock, logger } = options;
  const baseUrl = baseUrlOf(config);
  const mailer = chooseMailer(options);
  const audit = createAudit({ db: database.owners, clock });
  const registration = createRegistration({ db, clock, secret, access: config.registration });
  const signIn = createSignIn({
    db,
    baseUrl,
    secret,
    mailer,
    oidc: config.oidc,
    isProviderOnly: config.isProviderOnly,
    registration,
    onEvent: (action, id) => audit.append({ action, accountId: id, actor: 'person', actorId: id }),
  });
  const retentionOn = (chosen: Database): Retention =>
    createRetention({
      db: chosen,
      clock,
      store: deps.store,
      keepDays: config.keepDays,
      forgetRuns: (ids) => deps.log.forget(ids),
    });
  const on = (chosen: Database): Pick<Services, 'db' | 'plans' | 'resources'> & { readonly retention: Retention } => {
    const plans = createPlans({ db: chosen, clock, isBillingOn: config.stripe !== undefined });
    return {
      db: chosen,
      plans,
      resources: createResources({ db: chosen, clock, plans, retention: retentionOn(chosen) }),
      retention: retentionOn(chosen),
    };
  };
  const { plans, resources } = on(db);
  const { owners } = database;
  const killSwitch = createKillSwitch(db, clock);
  return {
    signIn,
    handover: createHandover({
      db,
      mailer,
      rates: deps.rates,
      baseUrl,
      onError: (error) => {
        logger.error({ event: 'mail', ...describeFailure(error) });
      },
    }),
    sendsMail: mailer.isReal,
    registration,
    signInWaits: createSignInWaits({ db, clock, secret, perNetwork: deps.limits.signIn * 10 }),
    secondFactors: createSecondFactors({ db, clock, vault: deps.vault }),
    audit,
    within: (limitMs) => on(database.within(limitMs)),
    forOwners: {
      ...on(owners),
      hub: createHub({ db: owners, clock }),
      ratings: createRatings({ db: owners, clock, secret }),
    },
    users: createUserAuth({ ...deps, clock, signIn }),
    plans,
    resources,
    hub: createHub({ db, clock }),
    ratings: createRatings({ db, clock, secret }),
    killSwitch,
    budgets: createBudgets({ db, clock, plans, killSwitch, prices: config.tokenPrices, usual: config.budgets, secret }),
    billing: createBilling({
      db,
      clock,
      fetch: options.billingFetch ?? fetch,
      publicUrl: config.publicUrl,
      settings: config.stripe,
    }),
  };
}
