import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Processes } from './processes';

/** Arbitrary number for our advisory locks: first half of the names of processes' locks. */
const LIFE_LOCK = 7_304_018;
/** Delay before the lock is acquired again after a loss, in milliseconds. */
const AGAIN_MS = 200;
/**
 * How long a name must have been unlocked before its process counts as dead, in milliseconds: enough to acquire the
 * lock again with another connection.
 */
const GRACE_MS = 1_500;
/** TCP keepalive settings of PostgreSQL, so that the lock of a lost machine is released after ten seconds. */
const KEEP_ALIVE = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 5';

/** The lock of this process, held until `close`. */
export interface LifeLock extends Processes {
  /** Rejects if PostgreSQL does not answer. Concurrent calls share a statement. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Holds an advisory lock on a separate connection while this process runs. PostgreSQL releases it when the connection
 * ends, which the system guarantees even after kill -9.
 *
 * If only the connection is lost, the lock is acquired again with the same name.
 *
 * @param connect - opens a connection that supports session-level locks, without a transaction pooler
 */
export async function holdLifeLock(connect: () => Promise<pg.Client>): Promise<LifeLock> {
  let link = await open(connect);
  let id = randomInt(1, 2 ** 31);
  while (!(await tryLock(link.client, id))) id = randomInt(1, 2 ** 31);
  /** When the lock was acquired; undefined while it is not held. */
  let heldSince: number | undefined = performance.now();
  let isOver = false;

  async function takeAgain(): Promise<void> {
    const next = await open(connect);
    // Until PostgreSQL detects the loss, the lock belongs to the lost connection.
    const isTaken = !isOver && (await tryLock(next.client, id).catch(() => false));
    if (!isTaken) return next.client.end();
    link = next;
    heldSince = performance.now();
  }
  async function keep(): Promise<void> {
    while (!isOver) {
      await link.ended;
      heldSince = undefined;
      while (!isOver && heldSince === undefined) {
        await wait(AGAIN_MS, undefined, { ref: false });
        await takeAgain().catch(() => undefined);
      }
    }
  }
  void keep();

  async function findGone(names: readonly string[]): Promise<string[]> {
    const others = names.filter((name) => idOf(name) !== undefined && idOf(name) !== id);
    const missing = others.length === 0 ? [] : await withoutLock(link.client, others);
    if (missing.length === 0) return [];
    const since = heldSince;
    await wait(GRACE_MS);
    // If this process has recently lost its lock, others may have too, and get the same time to acquire it again.
    return since !== undefined && heldSince === since ? withoutLock(link.client, missing) : [];
  }

  let pinging: Promise<unknown> | undefined;
  return {
    ping: async () =>
      void (await (pinging ??= link.client.query('select 1').finally(() => {
        pinging = undefined;
      }))),
    self: nameOf(id),
    findGone,
    isGone: async (name) => (await findGone([name])).length > 0,
    async close() {
      isOver = true;
      await link.client.end();
    },
  };
}

/** A connection, and a promise of its end. */
interface Link {
  readonly client: pg.Client;
  readonly ended: Promise<void>;
}

async function open(connect: () => Promise<pg.Client>): Promise<Link> {
  const client = await connect();
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  await client.query(KEEP_ALIVE);
  return { client, ended };
}

async function tryLock(client: pg.Client, id: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
    LIFE_LOCK,
    id,
  ]);
  return rows[0]?.taken === true;
}

/** Names whose lock is certainly free. */
async function withoutLock(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const locks =
    "select objid::text as id from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = " +
    '2 and granted and database = (select oid from pg_database where datname = current_database())';
  const found = await client.query<{ id: string }>(locks, [LIFE_LOCK]).catch(() => undefined);
  if (!found) return [];
  const held = new Set(found.rows.map(({ id }) => Number(id)));
  return names.filter((name) => !held.has(idOf(name) ?? NaN));
}

function nameOf(id: number): string {
  return `process_${String(id)}`;
}

/** @returns undefined for a name without a lock, from another version */
function idOf(name: string): number | undefined {
  const [, id] = /^process_(\d{1,10})$/.exec(name) ?? [];
  return id === undefined ? undefined : Number(id);
}
