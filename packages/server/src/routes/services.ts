import type { Clock } from '@sotto/widget-core/api';
import type { MailQueue } from '../accounts/mailQueue';
import type { Passkeys } from '../accounts/passkeys';
import type { Registration } from '../accounts/registration';
import type { SecondFactors } from '../accounts/secondFactor';
import type { SecurityNotices } from '../domain/accounts/securityNotices';
import type { SignIn } from '../accounts/signIn';
import type { SignInWaits } from '../accounts/signInWaits';
import type { Vault } from '../accounts/vault';
import type { BuilderConfig } from '../config/builderConfig';
import type { Library } from '../datasets/library';
import type { Crawler } from '../datasets/site/crawlSite';
import type { DatasetSites } from '../domain/hub/datasetSites';
import type { Media } from '../domain/createMedia';
import type { Billing } from '../billing/billing';
import type { Database } from '../db/database';
import type { Audit } from '../domain/accounts/audit';
import type { Budgets } from '../domain/accounts/budgets';
import type { Checks } from '../domain/checks/checks';
import type { Charged, Counted } from '../domain/accounts/costs';
import type { Erasure } from '../domain/accounts/erasure';
import type { Exports } from '../domain/accounts/exports';
import type { Hub } from '../domain/hub/hub';
import type { Ratings } from '../domain/hub/ratings';
import type { Installs } from '../http/installs';
import type { InboxNotices } from '../domain/conversations/inboxNotices';
import type { WeeklyMails } from '../domain/conversations/weeklyMails';
import type { Handover } from '../domain/conversations/handover';
import type { KeyedLanes } from '../domain/replies/keyedLanes';
import type { KillSwitch } from '../domain/accounts/killSwitch';
import type { Teams } from '../domain/accounts/teams';
import type { Plans } from '../domain/accounts/plans';
import type { WordFill } from '../domain/conversations/wordFill';
import type { EndedSessions } from '../domain/conversations/endedSessions';
import type { Retention } from '../domain/accounts/retention';
import type { SkillsetSecrets } from '../domain/hub/skillsetSecrets';
import type { SessionTokens } from '../domain/conversations/sessionTokens';
import type { Publishing } from '../domain/hub/publishing';
import type { Resources } from '../domain/hub/resources';
import type { Turns } from '../domain/replies/turns';
import type { VisitorTokens } from '../domain/conversations/visitorTokens';
import type { Channels } from '../events/channels';
import type { EventLog } from '../events/eventLog';
import type { LiveNotices } from '../events/liveNotices';
import type { AppContext, Bodies, Callers, Gate } from '../http/appEnv';
import type { Idempotency } from '../http/idempotency';
import type { Origins } from '../http/auth/origins';
import type { FirstScreens } from '../http/files/firstScreens';
import type { ReleaseFiles } from '../http/files/releaseFiles';
import type { RateCounter } from '../events/rateCounter';
import type { RateLimits } from '../config/usageLimits';
import type { PendingSignIn } from '../http/auth/userAuth';
import type { UploadIntake } from '../http/readUpload';
import type { ReplyMail } from '../domain/visitorMail/replyAddress';
import type { VisitorLinks } from '../domain/visitorMail/visitorLinks';
import type { VisitorMails } from '../domain/visitorMail/visitorMails';
import type { Webhooks } from '../domain/webhooks/webhooks';
import type { ChatModel } from '../model/chatModel';
import type { McpTools } from '../model/tools/mcp';
import type { McpSignIns } from '../model/tools/mcpSignIn';
import type { Reading } from '../reading/reading';
import type { Previews } from '../unfurl/previews';
import type { Attachments } from '../uploads/attachments';
import type { Telemetry } from '../telemetry/telemetry';
import type { TrustedProxies } from '../lib/trustedProxies';

/** What visitors give and get that is not words. */
type ChargedMedia = Omit<Media, 'attachments' | 'previews'> & {
  readonly attachments: Charged<Attachments, 'add'>;
  readonly previews: Charged<Previews, 'read'>;
};

/** What the routes stand on. What costs more than this server's own time requires the proof that it was counted. */
export interface Services {
  readonly db: Database;
  /** The same for one caller, whose statements may take so long together, in milliseconds (`OpenDatabase.within`). */
  within(limitMs: number): Pick<Services, 'db' | 'plans' | 'publishing' | 'resources'>;
  /** The same for what people who build ask: on connections that no visitor waits for. */
  readonly forOwners: Pick<Services, 'db' | 'plans' | 'publishing' | 'resources' | 'hub' | 'ratings'> & {
    readonly retention: Retention;
  };
  readonly clock: Clock;
  readonly audit: Audit;
  readonly erasure: Erasure;
  readonly endedSessions: EndedSessions;
  readonly checks: Checks;
  readonly exports: Exports;
  readonly words: WordFill;
  readonly log: EventLog;
  readonly channels: Channels;
  readonly live: LiveNotices;
  readonly inboxNotices: InboxNotices;
  readonly media: ChargedMedia;
  readonly browserFiles: ReleaseFiles;
  readonly firstScreens: FirstScreens;
  readonly reading: Reading;
  readonly bodies: Bodies;
  readonly gate: Gate;
  readonly uploads: UploadIntake;
  readonly mails: MailQueue;
  readonly visitorLinks: VisitorLinks;
  /** Undefined: answers to mails do not arrive. */
  readonly replyMail: ReplyMail | undefined;
  readonly visitorMails: VisitorMails;
  readonly weeklyMails: WeeklyMails;
  readonly handover: Handover;
  readonly turns: Turns;
  /** Writes of one conversation go one after the other. */
  readonly inTurn: KeyedLanes;
  readonly tokens: SessionTokens;
  readonly vault: Vault;
  readonly callers: Callers;
  readonly signIn: Charged<SignIn, 'sendCode'>;
  /** The user who has signed in but not given the second factor; undefined for other callers. */
  readonly pendingSignIn: (context: AppContext) => Promise<PendingSignIn | undefined>;
  readonly registration: Registration;
  readonly signInWaits: SignInWaits;
  readonly secondFactors: SecondFactors;
  readonly securityNotices: SecurityNotices;
  readonly passkeys: Passkeys;
  readonly library: Charged<Library, 'add' | 'search'>;
  readonly sites: Charged<DatasetSites, 'add' | 'renew'>;
  readonly teams: Charged<Teams, 'invite'>;
  /** Reads pages that owners name. */
  readonly crawlerFor: (counted: Counted) => Crawler;
  readonly publishing: Publishing;
  readonly resources: Resources;
  readonly secrets: SkillsetSecrets;
  readonly mcp: Charged<McpTools, 'listTools' | 'toolForApp'>;
  readonly mcpSignIns: Charged<McpSignIns, 'begin' | 'finish'>;
  readonly webhooks: Charged<Webhooks, 'sendTest' | 'sendAgain'>;
  readonly visitorTokens: VisitorTokens;
  /** Hosts of the operator's own network. */
  readonly isTrustedHost: (url: URL) => boolean;
  readonly hub: Hub;
  readonly ratings: Ratings;
  readonly plans: Plans;
  readonly installs: Installs;
  readonly budgets: Budgets;
  readonly killSwitch: KillSwitch;
  readonly billing: Billing;
  readonly allowsGraphqlMutations: boolean;
  readonly trials: BuilderConfig['trials'];
  /** Whether a language model is connected; else the embedded guide answers. */
  readonly hasModel: boolean;
  /** The language model that writes for owners; undefined: none is connected. */
  readonly writer: () => ChatModel | undefined;
  readonly idempotency: Idempotency;
  readonly origins: Origins;
  readonly rates: RateCounter;
  readonly limits: RateLimits;
  readonly watch: Telemetry;
  /** Proxies of ours in front of this server. */
  readonly trustedProxies: TrustedProxies;
  /** Header in which a trusted proxy sends the visitor's country; undefined: none. */
  readonly countryHeader: string | undefined;
  /** Where browsers reach the server; undefined: derived from each request. */
  readonly publicUrl: string | undefined;
}
