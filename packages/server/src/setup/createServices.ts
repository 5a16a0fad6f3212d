import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SEARCH_LIMIT_MS } from '../config/deadlines';
import type { ServerConfig } from '../config/serverConfig';
import { createLogMailer, createSmtpMailer, type Mailer } from '../accounts/mailer';
import { createMailQueue, type MailQueue } from '../accounts/mailQueue';
import { createRegistration } from '../accounts/registration';
import { createPasskeys } from '../accounts/passkeys';
import { createSecondFactors } from '../accounts/secondFactor';
import { createSignIn } from '../accounts/signIn';
import { createSecurityNotices } from '../domain/accounts/securityNotices';
import { createSignInWaits } from '../accounts/signInWaits';
import type { Vault } from '../accounts/vault';
import { checksAfterSaves, profilesOfChecks } from '../domain/checks/checks';
import { createBilling } from '../billing/billing';
import type { Database, OpenDatabase } from '../db/database';
import { seedDatabase } from '../db/seedDatabase';
import { chooseFileStore } from './chooseFileStore';
import { chooseModel } from './chooseModel';
import { chooseSpeech } from './chooseSpeech';
import { createKnowledge, trustedHosts } from './createKnowledge';
import { keepsInFolder } from './diskSpace';
import { reporter } from './reporter';
import { runChecks } from './runChecks';
import { openVault } from './openVault';
import { createBodies } from '../http/bodies';
import { createUploadIntake } from '../http/readUpload';
import { createMedia } from '../domain/createMedia';
import { createBudgets } from '../domain/accounts/budgets';
import { createAudit } from '../domain/accounts/audit';
import { createAnswerer } from '../domain/replies/createAnswerer';
import { createHandover } from '../domain/conversations/handover';
import { createInboxNotices } from '../domain/conversations/inboxNotices';
import { createWordFill } from '../domain/conversations/wordFill';
import { createEndedSessions } from '../domain/conversations/endedSessions';
import { createErasure } from '../domain/accounts/erasure';
import { createExports } from '../domain/accounts/exports';
import { createHub } from '../domain/hub/hub';
import { createRatings } from '../domain/hub/ratings';
import { createInstalls } from '../http/installs';
import { createKeyedLanes } from '../domain/replies/keyedLanes';
import { createKillSwitch } from '../domain/accounts/killSwitch';
import { createTeams } from '../domain/accounts/teams';
import { createPlans } from '../domain/accounts/plans';
import { createRetention, type Retention } from '../domain/accounts/retention';
import { createReplyMail } from '../domain/visitorMail/replyAddress';
import { createVisitorLinks } from '../domain/visitorMail/visitorLinks';
import { createVisitorMails } from '../domain/visitorMail/visitorMails';
import { createWebhooks } from '../domain/webhooks/webhooks';
import { createSessionTokens } from '../domain/conversations/sessionTokens';
import { createPublishing } from '../domain/hub/publishing';
import { createResources } from '../domain/hub/resources';
import { createDeletedReplies } from '../domain/replies/deletedReplies';
import { createTurns, type Turns } from '../domain/replies/turns';
import type { LiveNotices } from '../events/liveNotices';
import type { MessageBus } from '../events/messageBus';
import { createBearerAuth } from '../http/auth/bearerAuth';
import { createGate } from '../http/gate';
import { createIdempotency } from '../http/idempotency';
import { createOrigins, type Origins } from '../http/auth/origins';
import { describeFailure } from '../lib/logger';
import { createUserAuth } from '../http/auth/userAuth';
import { createFileContents } from '../http/files/fileAnswer';
import { createReleaseFiles } from '../http/files/releaseFiles';
import { createFirstScreens } from '../http/files/firstScreens';
import { createWidgetFiles } from '../http/files/widgetFiles';
import { singleModel } from '../model/models';
import { createReading } from '../reading/reading';
import type { UserAuth } from '../http/auth/userAuth';
import { createCallers } from '../http/auth/callers';
import type { Services } from '../routes/services';
import { createPublicFetch, type PublicFetch } from '../unfurl/publicFetch';
import type { FileStore } from '../uploads/fileStore';
import { createTelemetry } from '../telemetry/telemetry';
import { createMeasuredAnswerer } from '../domain/replies/measuredAnswerer';

import type { KnownOptions } from './serverOptions';

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

/** By SMTP if it is configured, otherwise into the log. */
function chooseMailer({ mailer, config, writeLog }: KnownOptions): Mailer {
  if (mailer) return mailer;
  if (config.mail) return createSmtpMailer(config.mail);
  return createLogMailer(writeLog ?? ((line) => process.stdout.write(line)));
}

type AccountServices = { readonly users: UserAuth } & Pick<
  Services,
  | 'audit'
  | 'endedSessions'
  | 'words'
  | 'handover'
  | 'inboxNotices'
  | 'webhooks'
  | 'pendingSignIn'
  | 'mails'
  | 'visitorLinks'
  | 'replyMail'
  | 'visitorMails'
  | 'teams'
  | 'within'
  | 'forOwners'
  | 'signIn'
  | 'registration'
  | 'securityNotices'
  | 'signInWaits'
  | 'secondFactors'
  | 'passkeys'
  | 'plans'
  | 'publishing'
  | 'resources'
  | 'hub'
  | 'ratings'
  | 'killSwitch'
  | 'budgets'
  | 'billing'
>;

/** Services for the contents of accounts, which work with any of the pools. @param writes - one with transactions */
function createOwnership(
  db: Database,
  { store, log, mails }: Pick<Services, 'log'> & { store: FileStore; mails: MailQueue },
  { config, clock }: KnownOptions,
  turns: () => Turns,
  writes: Database,
): Pick<Services, 'db' | 'plans' | 'publishing' | 'resources'> & { readonly retention: Retention } {
  const plans = createPlans({
    db,
    writes,
    clock,
    isBillingOn: config.stripe !== undefined,
    storageBytes: config.budgets.storageBytes,
    around: checksAfterSaves(clock),
  });
  const publishing = createPublishing({
    db,
    isTrustedHost: trustedHosts(config),
    isOpen: config.publishesUnchecked,
  });
  const retention = createRetention({
    db,
    clock,
    store,
    keepDays: config.keepDays,
    forgetRuns: (ids) => log.forget(ids),
    replies: createDeletedReplies(clock, turns),
    mails,
  });
  return {
    db,
    plans,
    publishing,
    resources: createResources({ db, clock, plans, publishing, retention, store }),
    retention,
  };
}

/** Accounts, their contents, and their usage. */
function createAccountServices(
  deps: Pick<Services, 'db' | 'origins' | 'rates' | 'limits' | 'log' | 'live' | 'watch'> & {
    database: OpenDatabase;
    secret: string;
    vault: Vault;
    fetcher: PublicFetch;
    live: LiveNotices;
    store: FileStore;
  },
  options: KnownOptions,
  turns: () => Turns,
): AccountServices {
  const { database, db, secret } = deps;
  const { config, clock, logger, baseUrl } = options;
  const mails = createMailQueue({ ...deps, db: database.owners, clock, mailer: chooseMailer(options), logger });
  const audit = createAudit({
    db: database.audit,
    reader: database.owners,
    clock,
    secret,
    keepDays: config.auditDays,
  });
  const registration = createRegistration({ db, clock, secret, access: config.registration });
  const signIn = createSignIn({
    db,
    // Only the callback of a provider needs it, and with a provider the settings require PUBLIC_URL.
    baseUrl: baseUrl(),
    secret,
    mails,
    oidc: config.oidc,
    isProviderOnly: config.isProviderOnly,
    registration,
    onEvent: (action, id) => audit.append({ action, accountId: id, actor: 'person', actorId: id }),
  });
  const on = (chosen: Database, writes = chosen): ReturnType<typeof createOwnership> =>
    createOwnership(chosen, { ...deps, mails }, options, turns, writes);
  const { plans, publishing, resources } = on(db);
  const killSwitch = createKillSwitch(db, clock);
  const users = createUserAuth({
    ...deps,
    clock,
    signIn,
    // A provider requests the second factor itself.
    operatorsNeedSecondFactor: config.profile === 'regulated' && !config.isProviderOnly,
  });
  const inboxNotices = createInboxNotices(deps.live);
  const visitorLinks = createVisitorLinks(secret, clock);
  const replyMail = config.replyMail && createReplyMail(config.replyMail);
  const visitorMails = createVisitorMails({
    db: database.owners,
    clock,
    mails,
    links: visitorLinks,
    replyMail,
    publicUrl: config.publicUrl,
    onError: reporter(logger, 'visitor-mail'),
  });
  const mailsVisitors = (): boolean => visitorMails.isPossible;
  return {
    signIn,
    inboxNotices,
    handover: createHandover({ db, clock, mails, rates: deps.rates, notices: inboxNotices, baseUrl, mailsVisitors }),
    webhooks: createWebhooks({
      db: database.owners,
      clock,
      vault: deps.vault,
      fetcher: deps.fetcher,
      audit,
      mails,
      baseUrl,
      onError: reporter(logger, 'webhook'),
    }),
    mails,
    visitorLinks,
    replyMail,
    visitorMails,
    teams: createTeams({ db: database.owners, clock, mails, baseUrl }),
    registration,
    signInWaits: createSignInWaits({ db, clock, secret, perNetwork: deps.limits.signIn * 10 }),
    secondFactors: createSecondFactors({ db, clock, vault: deps.vault }),
    passkeys: createPasskeys({ db, clock, baseUrl }),
    securityNotices: createSecurityNotices({ db, mails, baseUrl, onError: reporter(logger, 'mail') }),
    audit,
    endedSessions: createEndedSessions({ db, clock, live: deps.live }),
    words: createWordFill({ db: database.owners, clock }),
    within: (limitMs) => on(database.within(limitMs), db),
    forOwners: {
      ...on(database.owners),
      hub: createHub({ db: database.owners, search: () => database.within(SEARCH_LIMIT_MS), clock }),
      ratings: createRatings({ db: database.owners, clock, secret }),
    },
    users,
    pendingSignIn: (context) => users.pending(context),
    plans,
    publishing,
    resources,
    hub: createHub({ db, search: () => database.within(SEARCH_LIMIT_MS), clock }),
    ratings: createRatings({ db, clock, secret }),
    killSwitch,
    budgets: createBudgets({ db, clock, plans, killSwitch, prices: config.tokenPrices, usual: config.budgets, secret }),
    billing: createBilling({
      db,
      clock,
      logger,
      url: options.billingUrl,
      publicUrl: config.publicUrl,
      settings: config.stripe,
    }),
  };
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
