/** How long the server waits for PostgreSQL, in milliseconds. */
export const DATABASE_DEADLINES = {
  /** For a connection: one of the pool that is free, or a new one. */
  acquireMs: 2_000,
  /** For a connection outside of the pool, such as the first one of a start. */
  startMs: 10_000,
  /** For one statement; PostgreSQL ends it. */
  statementMs: 5_000,
  /**
   * For an answer to it. PostgreSQL has ended the statement before, so it does not answer at all: the connection is
   * given up.
   */
  answerMs: 5_500,
  /** For a lock that another transaction holds. */
  lockMs: 2_000,
  /** For everything that the request of a visitor sends to it and to Redis, one after the other. */
  requestMs: 4_500,
  /** For the next statement of a transaction; PostgreSQL ends the transaction. */
  idleInTransactionMs: 5_000,
} as const;

/** Default numbers of connections for visitors' requests, and for owners' requests. */
export const DEFAULT_CONNECTIONS = 10;
export const DEFAULT_OWNER_CONNECTIONS = 4;
/** Connections for searches, figures and GraphQL (`OpenDatabase.within`): the only ones that a long one can hold. */
export const REPORT_CONNECTIONS = 2;
/** One, because rows of the audit log are added one after the other. */
export const AUDIT_CONNECTIONS = 1;
/** Connections of a process besides those of visitors and owners: these, and the one that holds its lock. */
export const OTHER_CONNECTIONS = REPORT_CONNECTIONS + AUDIT_CONNECTIONS + 1;

/** How long the database may work on a search, and on the figures of a period, in milliseconds. */
export const SEARCH_LIMIT_MS = 3_000;
export const FIGURES_LIMIT_MS = 5_000;

/** Without an answer for so long, in milliseconds, a database is unresponsive, and not just slow with one statement. */
export const DATABASE_SILENCE_MS = 1_500;

/**
 * How often an unresponsive database is checked, and the timeout of a check, in milliseconds.
 */
export const DATABASE_PROBE_MS = 500;
export const DATABASE_PROBE_LIMIT_MS = 1_000;

/** How long the server waits for an answer of Redis, in milliseconds. */
export const REDIS_ANSWER_MS = 2_000;

/** How long a start waits for Redis before it goes on without, in milliseconds. */
export const REDIS_START_MS = 2_000;

/** Timeout of `/readyz` for each dependency, in milliseconds. */
export const READY_ANSWER_MS = 1_000;
