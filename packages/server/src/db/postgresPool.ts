import type { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import {
  DATABASE_DEADLINES,
  DATABASE_PROBE_LIMIT_MS,
  DATABASE_PROBE_MS,
  DATABASE_SILENCE_MS,
} from '../config/deadlines';
import { beginDatabaseWait, databaseTimeLeft } from './databaseTime';

/** Whether PostgreSQL answers. While it does not, no request tries it. */
export interface Line {
  readonly isOpen: boolean;
  /** The database has answered a statement. */
  answered(): void;
  /**
   * Something sent at that moment, by `performance.now()`, was not answered in time. If nothing else has been answered
   * for a while, nothing more is sent until a connection made for that question is answered.
   */
  stalled(sentAt: number): void;
  close(): void;
}

/** @param connect - opens a connection that is used for nothing else */
export function createLine(connect: () => pg.Client): Line {
  let isOpen = true;
  let isOver = false;
  let answeredAt = -Infinity;

  async function untilAnswered(): Promise<void> {
    while (!isOver && !(await answers(connect()))) await wait(DATABASE_PROBE_MS, undefined, { ref: false });
    isOpen = true;
  }
  return {
    get isOpen() {
      return isOpen;
    },
    answered() {
      answeredAt = performance.now();
    },
    stalled(sentAt) {
      // One statement that is slow is no reason to refuse all others.
      if (!isOpen || isOver || performance.now() - Math.max(sentAt, answeredAt) < DATABASE_SILENCE_MS) return;
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
  const settings = {
    connectionString: url,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: DATABASE_DEADLINES.acquireMs,
    // Set, and not sent with the start of the connection: poolers take no settings there.
    ...(!isPatient && {
      query_timeout: answerMs,
      onConnect: async (client: pg.ClientBase) => void (await client.query(limits)),
    }),
  };
  const pool = new ReturningPool(line, settings, isPatient ? undefined : answerMs);
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

/** As the driver words it, for a wait that the deadlines or the request's time end. */
const noConnection = (): Error => new Error('timeout exceeded when trying to connect');
const noStatement = (): Error => new Error('Query read timeout: no time is left for this statement');

/**
 * Lends connections for no longer than the deadlines and the time of the request allow, and takes one back as soon as it
 * is lost, or as soon as a statement on it is not answered in time. Drizzle never returns one that is lost before the
 * first statement of a transaction is answered, so each such loss would leave the pool one connection smaller.
 */
class ReturningPool extends pg.Pool {
  readonly #line: Line;

  constructor(
    line: Line,
    config: pg.PoolConfig & { onConnect?: (client: pg.ClientBase) => Promise<void> },
    answerMs: number | undefined,
  ) {
    super(config);
    this.#line = line;
    this.on('connect', (client) => {
      limitStatements(client, line, answerMs);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    const lent = this.#lend();
    if (!callback) return lent;
    lent.then(
      (client) => {
        callback(undefined, client, (failure?: Error | boolean) => {
          client.release(failure);
        });
      },
      (error: Error) => {
        callback(error, undefined, () => undefined);
      },
    );
  }

  async #lend(): Promise<pg.PoolClient> {
    if (!this.#line.isOpen) throw new Error('Connection terminated, because the database does not answer');
    const limitMs = databaseTimeLeft(DATABASE_DEADLINES.acquireMs);
    if (limitMs <= 0) throw noConnection();
    const endWait = beginDatabaseWait();
    const askedAt = performance.now();
    const lending = super.connect();
    return new Promise<pg.PoolClient>((resolve, reject) => {
      let isLate = false;
      // The pool's own timer does not count the settings of a new connection.
      const timer = setTimeout(() => {
        isLate = true;
        reject(noConnection());
      }, limitMs);
      lending
        .then(
          (client) => {
            if (isLate) client.release();
            else resolve(returnWhenLost(client));
          },
          (error: Error) => {
            if (isNoAnswer(error)) this.#line.stalled(askedAt);
            reject(error);
          },
        )
        .finally(() => {
          clearTimeout(timer);
        });
    }).finally(endWait);
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

/**
 * Statements of this connection wait for their answers no longer than the time of the request allows. One that ran out
 * of time, or is not sent for want of it, takes the connection with it: a transaction may be open there.
 *
 * @param answerMs - how long they wait otherwise; undefined: as long as it takes
 */
function limitStatements(client: pg.PoolClient, line: Line, answerMs = Infinity): void {
  const query = client.query.bind(client) as Query;
  const giveUp = (): void => void eventsOf(client).emit(STALLED);
  const limited: Query = (first, ...rest) => {
    const given = rest.at(-1);
    const callback = typeof given === 'function' ? (given as Query) : undefined;
    const statement: { query_timeout?: number } =
      typeof first === 'string' ? ({ text: first } as object) : (first as object);
    const mostMs = statement.query_timeout ?? answerMs;
    const limitMs = databaseTimeLeft(mostMs);
    if (limitMs <= 0) {
      giveUp();
      const error = noStatement();
      return callback ? process.nextTick(callback, error) : Promise.reject(error);
    }
    const endWait = beginDatabaseWait();
    const sentAt = performance.now();
    const settle = (error?: unknown): void => {
      endWait();
      if (!isNoAnswer(error)) {
        if (!error || error instanceof pg.DatabaseError) line.answered();
        return;
      }
      line.stalled(sentAt);
      giveUp();
    };
    const args = [limitMs < mostMs ? { ...statement, query_timeout: limitMs } : first, ...rest];
    if (callback)
      return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
        settle(error);
        callback(error, result);
      });
    const answered = query(...args) as Promise<unknown>;
    answered.then(() => {
      settle();
    }, settle);
    return answered;
  };
  client.query = limited as pg.PoolClient['query'];
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
