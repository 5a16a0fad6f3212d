/** Timeouts for PostgreSQL, in milliseconds. */
export const DATABASE_DEADLINES = {
  /** For a connection: a free one of the pool, or a new one. */
  acquireMs: 2_000,
  /** For a connection outside of the pool, such as the first one of a start. */
  startMs: 10_000,
  /** For a statement; PostgreSQL aborts it. */
  statementMs: 5_000,
  /**
   * For the response to a statement. PostgreSQL should have aborted it earlier, so it does not respond at all: the
   * connection is closed.
   */
  answerMs: 5_500,
  /** For a lock held by another transaction. */
  lockMs: 2_000,
  /** For all statements of a visitor's request together, and its calls of Redis. */
  requestMs: 4_500,
  /** For the next statement of a transaction; PostgreSQL aborts the transaction. */
  idleInTransactionMs: 5_000,
} as const;

/** Default sizes of the pools for visitors' and owners' requests. */
export const DEFAULT_CONNECTIONS = 10;
export const DEFAULT_OWNER_CONNECTIONS = 4;
/**
 * Connections for searches, figures and GraphQL (`OpenDatabase.within`), the only ones that long statements can hold.
 */
export const REPORT_CONNECTIONS = 2;
/** One, because rows of the audit log are inserted sequentially. */
export const AUDIT_CONNECTIONS = 1;
/** Connections of a process besides those for visitors and owners: these, and the one that holds its lock. */
export const OTHER_CONNECTIONS = REPORT_CONNECTIONS + AUDIT_CONNECTIONS + 1;

/** Time limits for a search and for the figures of a period, in milliseconds. */
export const SEARCH_LIMIT_MS = 3_000;
export const FIGURES_LIMIT_MS = 5_000;

/**
 * A database without any response for this long, in milliseconds, is unresponsive, and not just slow with one
 * statement.
 */
export const DATABASE_SILENCE_MS = 1_500;

/** Interval of the checks of an unresponsive database and their timeout, in milliseconds. */
export const DATABASE_PROBE_MS = 500;
export const DATABASE_PROBE_LIMIT_MS = 1_000;

/** Timeout for responses of Redis, in milliseconds. */
export const REDIS_ANSWER_MS = 2_000;

/** How long a start waits for Redis before it continues without, in milliseconds. */
export const REDIS_START_MS = 2_000;

/** Timeout of `/readyz` for each dependency, in milliseconds. */
export const READY_ANSWER_MS = 1_000;
