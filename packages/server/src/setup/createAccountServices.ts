import { SEARCH_LIMIT_MS } from '../config/deadlines';
import { createLogMailer, createSmtpMailer, type Mailer } from '../accounts/mailer';
import { createMailQueue, type MailQueue } from '../accounts/mailQueue';
import { createRegistration } from '../accounts/registration';
import { createPasskeys } from '../accounts/passkeys';
import { createSecondFactors } from '../accounts/secondFactor';
import { createSignIn } from '../accounts/signIn';
import { createSecurityNotices } from '../domain/accounts/securityNotices';
import { createSignInWaits } from '../accounts/signInWaits';
import type { Vault } from '../accounts/vault';
import { checksAfterSaves } from '../domain/checks/checks';
import { createBilling } from '../billing/billing';
import type { Database, OpenDatabase } from '../db/database';
import { trustedHosts } from './createKnowledge';
import { reporter } from './reporter';
import { createBudgets } from '../domain/accounts/budgets';
import { createAudit } from '../domain/accounts/audit';
import { createHandover } from '../domain/conversations/handover';
import { createWeeklyMails } from '../domain/conversations/weeklyMails';
import { createInboxNotices } from '../domain/conversations/inboxNotices';
import { createWordFill } from '../domain/conversations/wordFill';
import { createEndedSessions } from '../domain/conversations/endedSessions';
import { createHub } from '../domain/hub/hub';
import { createRatings } from '../domain/hub/ratings';
import { createKillSwitch } from '../domain/accounts/killSwitch';
import { createTeams } from '../domain/accounts/teams';
import { createPlans } from '../domain/accounts/plans';
import { createRetention, type Retention } from '../domain/accounts/retention';
import { createReplyMail } from '../domain/visitorMail/replyAddress';
import { createVisitorLinks } from '../domain/visitorMail/visitorLinks';
import { createVisitorMails } from '../domain/visitorMail/visitorMails';
import { createWebhooks } from '../domain/webhooks/webhooks';
import { createPublishing } from '../domain/hub/publishing';
import { createResources } from '../domain/hub/resources';
import { createDeletedReplies } from '../domain/replies/deletedReplies';
import { type Turns } from '../domain/replies/turns';
import type { LiveNotices } from '../events/liveNotices';
import { createUserAuth } from '../http/auth/userAuth';
import type { UserAuth } from '../http/auth/userAuth';
import type { Services } from '../routes/services';
import { type PublicFetch } from '../unfurl/publicFetch';
import type { FileStore } from '../uploads/fileStore';
import type { KnownOptions } from './serverOptions';

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
  | 'weeklyMails'
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

/** Mails with links that this server signs: to visitors, and each week to owners. */
function createWrittenMails(
  { database, secret, mails, audit }: { database: OpenDatabase; secret: string } & Pick<Services, 'mails' | 'audit'>,
  { config, clock, logger }: KnownOptions,
): Pick<Services, 'visitorLinks' | 'replyMail' | 'visitorMails' | 'weeklyMails'> {
  const links = createVisitorLinks(secret, clock);
  const replyMail = config.replyMail && createReplyMail(config.replyMail);
  const { publicUrl } = config;
  return {
    visitorLinks: links,
    replyMail,
    visitorMails: createVisitorMails({
      db: database.owners,
      clock,
      mails,
      links,
      replyMail,
      publicUrl,
      onError: reporter(logger, 'visitor-mail'),
    }),
    weeklyMails: createWeeklyMails({
      db: database.owners,
      within: (limitMs) => database.within(limitMs),
      clock,
      mails,
      audit,
      links,
      publicUrl,
      onError: reporter(logger, 'weekly-mail'),
    }),
  };
}

/** Accounts, their contents, and their usage. */
export function createAccountServices(
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
  const written = createWrittenMails({ ...deps, mails, audit }, options);
  const mailsVisitors = (): boolean => written.visitorMails.isPossible;
  return {
    signIn,
    inboxNotices,
    handover: createHandover({
      db,
      clock,
      mails,
      rates: deps.rates,
      notices: inboxNotices,
      live: deps.live,
      baseUrl,
      mailsVisitors,
    }),
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
    ...written,
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
