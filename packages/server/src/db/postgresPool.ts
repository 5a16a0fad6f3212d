import type { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DATABASE_DEADLINES, DATABASE_PROBE_LIMIT_MS, DATABASE_PROBE_MS } from '../config/deadlines';

/** Whether PostgreSQL answers. While it does not, no request tries it. */
export interface Line {
  readonly isOpen: boolean;
  /** A statement was not answered in time. Nothing is sent until a connection made for that question is answered. */
  stalled(): void;
  close(): void;
}

/** @param connect - opens a connection that is used for nothing else */
export function createLine(connect: () => pg.Client): Line {
  let isOpen = true;
  let isOver = false;

  async function untilAnswered(): Promise<void> {
    while (!isOver && !(await answers(connect()))) await wait(DATABASE_PROBE_MS, undefined, { ref: false });
    isOpen = true;
  }
  return {
    get isOpen() {
      return isOpen;
    },
    stalled() {
      if (!isOpen || isOver) return;
      isOpen = false;
      void untilAnswered();
    },
    close() {
      isOver = true;
    },
  };
}

/** Checks over a connection of its own, which is closed again. */
async function answers(client: pg.Client): Promise<boolean> {
  onConnectionLoss(client);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** How a pool is made. */
export interface PoolOptions {
  readonly url: string;
  /** Connections at most. */
  readonly connections: number;
  /** Whether statements may take as long as they need: for commands, which no browser waits for. */
  readonly isPatient: boolean;
  readonly line: Line;
}

/** A pool whose callers never wait longer than the deadlines, even if connections are lost or hang. */
export function createPool({ url, connections, isPatient, line }: PoolOptions): pg.Pool {
  const { limits, answerMs } = readLimits(url);
  const pool = new ReturningPool(line, {
    connectionString: url,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: DATABASE_DEADLINES.acquireMs,
    // Set, and not sent with the start of the connection: poolers take no settings there.
    ...(!isPatient && {
      query_timeout: answerMs,
      onConnect: async (client: pg.ClientBase) => void (await client.query(limits)),
    }),
  });
  onConnectionLoss(pool);
  pool.on('connect', onConnectionLoss);
  return pool;
}

/**
 * The session settings of the deadlines. Settings in the address itself (`?options=-c statement_timeout=30000`) take
 * precedence.
 */
function readLimits(url: string): { readonly limits: string; readonly answerMs: number } {
  const { statementMs, answerMs, lockMs, idleInTransactionMs } = DATABASE_DEADLINES;
  const own = new Map(
    [...(new URL(url).searchParams.get('options') ?? '').matchAll(/(\w+_timeout)=(\d+)/g)].map(([, name = '', ms]) => [
      name,
      Number(ms),
    ]),
  );
  const defaults: Readonly<Record<string, number>> = {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
  const limits = Object.entries(defaults).flatMap(([name, ms]) =>
    own.has(name) ? [] : [`set ${name} = ${String(ms)}`],
  );
  return {
    limits: limits.join('; '),
    answerMs: (own.get('statement_timeout') ?? statementMs) + answerMs - statementMs,
  };
}

/**
 * A dedicated connection. @param answerMs - how long it waits for the answer to a statement;
 * undefined: as long as it takes
 */
export function createClient(
  url: string,
  answerMs?: number,
  connectMs: number = DATABASE_DEADLINES.startMs,
): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    ...(answerMs !== undefined && { query_timeout: answerMs }),
  });
  onConnectionLoss(client);
  return client;
}

/** The connection of `createLine`'s checks. */
export function createProbe(url: string): pg.Client {
  return createClient(url, DATABASE_PROBE_LIMIT_MS, DATABASE_PROBE_LIMIT_MS);
}

/** An unhandled connection error ends the process. The queries concerned fail by themselves. */
function onConnectionLoss(source: { on(event: 'error', listener: () => void): unknown }): void {
  source.on('error', () => undefined);
}

/** The driver's messages for a statement, and a new connection, without a response in time. */
const NO_ANSWER = new Set(['Query read timeout', 'Connection terminated due to connection timeout']);

function isNoAnswer(error: unknown): boolean {
  return error instanceof Error && NO_ANSWER.has(error.message);
}

/**
 * Takes a lent connection back as soon as it is lost, or as soon as a statement on it is not answered in time. Drizzle
 * never returns one that is lost before the first statement of a transaction is answered, so each such loss would leave
 * the pool one connection smaller.
 */
class ReturningPool extends pg.Pool {
  readonly #line: Line;

  constructor(line: Line, config: pg.PoolConfig & { onConnect?: (client: pg.ClientBase) => Promise<void> }) {
    super(config);
    this.#line = line;
    this.on('connect', (client) => {
      onNoAnswer(client, () => {
        line.stalled();
        eventsOf(client).emit(STALLED);
      });
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    const checkError = (error: unknown): void => {
      if (isNoAnswer(error)) this.#line.stalled();
    };
    if (!this.#line.isOpen) {
      const error = new Error('Connection terminated, because the database does not answer');
      return callback ? process.nextTick(callback, error, undefined, () => undefined) : Promise.reject(error);
    }
    if (!callback)
      return super.connect().then(returnWhenLost, (error: unknown) => {
        checkError(error);
        throw error;
      });
    super.connect((error, client, done) => {
      checkError(error);
      callback(error, client, done);
    });
  }
}

/** Emitted by a connection on which a statement got no response in time. */
const STALLED = Symbol('stalled');

/** The events of a connection, those of the driver and ours. */
function eventsOf(client: pg.PoolClient): EventEmitter {
  return client;
}

/** The query of a client, as the pool and Drizzle call it: with a callback at the end, or without and for a promise. */
type Query = (...args: unknown[]) => unknown;

/** Calls back for statements of this connection without a response in time. */
function onNoAnswer(client: pg.PoolClient, onFailure: () => void): void {
  const query = client.query.bind(client) as Query;
  const checkError = (error: unknown): void => {
    if (isNoAnswer(error)) onFailure();
  };
  const trackedQuery: Query = (...args) => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') {
      const answered = query(...args);
      if (answered instanceof Promise) answered.catch(checkError);
      return answered;
    }
    return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
      checkError(error);
      (callback as Query)(error, result);
    });
  };
  client.query = trackedQuery as pg.PoolClient['query'];
}

function returnWhenLost(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client);
  let isLent = true;
  const giveBack = (error?: Error | boolean): void => {
    eventsOf(client).off('end', lost).off(STALLED, lost);
    if (isLent) release(error);
    isLent = false;
  };
  const lost = (): void => {
    giveBack(true);
  };
  eventsOf(client).on('end', lost).on(STALLED, lost);
  client.release = giveBack;
  return client;
}
