/** A daily budget. `cost` in US dollars. */
export interface Budget {
  readonly messages?: number | undefined;
  readonly tokens?: number | undefined;
  readonly cost?: number | undefined;
}

/** Calls per minute of one caller (contract 1.5). */
export interface RateLimits {
  /** New sessions, per address and widget. @default 10 */
  sessionCreate: number;
  /** Messages, per conversation. @default 20 */
  complete: number;
  /** Messages, per address. @default 60 */
  completePerAddress: number;
  /** Other calls of a session, per conversation. @default 120 */
  session: number;
  /** Sign-in attempts, per address and per mail address. @default 10 */
  signIn: number;
  /** Calls of a user or an API key. @default 300 */
  user: number;
}

/** The contract's rates. */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  sessionCreate: 10,
  complete: 20,
  completePerAddress: 60,
  session: 120,
  signIn: 10,
  user: 300,
};

/** Limits of attachments. */
export interface AttachmentLimits {
  /** Maximum size of a file, in bytes. @default 10485760 */
  readonly maxBytes: number;
  /** Maximum number of files per message. @default 10 */
  readonly perMessage: number;
  /** Maximum number of files per conversation. @default 50 */
  readonly perConversation: number;
}

/** The contract's limits (1.5). */
export const ATTACHMENT_LIMITS: AttachmentLimits = { maxBytes: 10_485_760, perMessage: 10, perConversation: 50 };

/** The default daily budgets, if neither the owner nor the operator sets one; an empty budget has no limit. */
export interface DefaultBudgets {
  /** All widgets and keys of an account together. */
  readonly account: Budget;
  readonly widget: Budget;
  /** One address with one widget. */
  readonly address: Budget;
  /** One verified visitor with one widget. */
  readonly subject: Budget;
  /** Bytes of files from one address in an hour. @default no limit */
  readonly uploadBytes?: number | undefined;
  /** Bytes that one account may store if no plan limits it. @default no limit */
  readonly storageBytes?: number | undefined;
  /** Work that builders start, per account. @default no limit */
  readonly work?: WorkBudget | undefined;
}

/** A daily budget for work that builders start; undefined: no limit. */
export interface WorkBudget {
  /** Documents, and their total size in bytes. */
  readonly document?: number | undefined;
  readonly documentBytes?: number | undefined;
  /** Searches of datasets. */
  readonly search?: number | undefined;
  /** Crawls of sites. */
  readonly site?: number | undefined;
  /** Calls to other servers: previews of sites, tests of abilities, MCP servers and webhooks. */
  readonly request?: number | undefined;
  /** Invitations by mail. */
  readonly mail?: number | undefined;
  /** Answers in checks, and judgements of them. */
  readonly check?: number | undefined;
}

/** Enough for a busy site, but limits what a single stranger can spend. */
export const DEFAULT_BUDGETS: DefaultBudgets = {
  account: { messages: 10_000, tokens: 20_000_000, cost: 50 },
  widget: { messages: 5_000, tokens: 10_000_000, cost: 25 },
  address: { messages: 500, tokens: 1_000_000, cost: 5 },
  subject: { messages: 500, tokens: 1_000_000, cost: 5 },
  uploadBytes: 20_000_000,
  storageBytes: 1_000_000_000,
  work: { document: 500, documentBytes: 200_000_000, search: 2_000, site: 30, request: 500, mail: 50, check: 1_000 },
};
