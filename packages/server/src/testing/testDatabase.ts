import type { PGlite } from '@electric-sql/pglite';
import type { OpenDatabase } from '../db/database';
import { createPglite, overPglite } from '../db/pglite';
import { readTestSeed } from './testSeed';

/** An embedded database that tests use one after the other. */
interface Lent {
  readonly client: PGlite;
  /** The transaction after which its tables are not to change. */
  readonly madeAt: string;
  /** What its tables, indexes and triggers were like at first. */
  readonly shape: string;
  /** Empties all its tables; each is nearly free when it is empty. */
  readonly emptying: string;
  /** How many rows are marked as deleted since the last look at the sizes. */
  leftRows: number;
}

/** A table of this size is emptied by throwing away its file: rows that are only marked as deleted slow a search. */
const LARGE = 1 << 20;
/** From this size on such rows are cleared away: a search through fewer pages is faster than that. */
const NOTICEABLE = 1 << 16;
/** So many rows are cleared away, or looked for: what a test leaves counts as some at least, because a row may be large. */
const [MANY, SOME] = [200, 20];
/** Objects with a smaller number belong to PostgreSQL itself. */
const FIRST_OWN = '16384';

/** One that a test has to itself. */
export interface TestPglite extends OpenDatabase {
  readonly client: PGlite;
}

/** Those of this process that nobody uses. */
const free: Lent[] = [];

/**
 * An empty database in memory. Opening one takes a second, emptying one milliseconds: at its close it is emptied and
 * lent to the next test of this process, unless the test has changed its tables.
 */
export async function openTestPglite(): Promise<TestPglite> {
  const lent = free.pop() ?? (await make());
  const { client, end } = lend(lent.client);
  return {
    ...overPglite(client),
    client,
    async close() {
      if (!end()) return;
      await lent.client.exec('discard all');
      if ((await readShape(lent.client, lent.madeAt)) !== lent.shape) return lent.client.close();
      await empty(lent);
      free.push(lent);
    },
  };
}

async function make(): Promise<Lent> {
  const client = await createPglite({ seed: await readTestSeed() });
  const tables = await listTables(client);
  const emptying = [
    'begin',
    'set local session_replication_role = replica',
    ...tables.map(({ name }) => `delete from ${name}`),
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
     from pg_sequences where schemaname = 'public' and last_value is not null`,
    'commit',
  ].join(';');
  const { rows } = await client.query<{ now: string }>('select pg_current_xact_id()::text as now');
  const madeAt = rows[0]?.now ?? '';
  return { client, madeAt, shape: await readShape(client, madeAt), emptying, leftRows: 0 };
}

async function listTables(client: PGlite, atLeast = 0): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select oid::regclass::text as name, pg_relation_size(oid)::int as bytes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) >= $1`,
    [atLeast],
  );
  return rows;
}

/** The database for one test: work that the test has left behind fails after its end, as with one that is closed. */
function lend(client: PGlite): { client: PGlite; end: () => boolean } {
  let isLent = true;
  return {
    client: new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...of: unknown[]): unknown => {
          if (!isLent) throw new Error('PGlite is closed');
          return Reflect.apply(value, target, of);
        };
      },
    }),
    end() {
      const wasLent = isLent;
      isLent = false;
      return wasLent;
    },
  };
}

async function empty(lent: Lent): Promise<void> {
  const deleted = await lent.client.exec(lent.emptying);
  lent.leftRows += Math.max(SOME, ...deleted.map(({ affectedRows = 0 }) => affectedRows));
  if (lent.leftRows < MANY) return;
  lent.leftRows = 0;
  const noticeable = await listTables(lent.client, NOTICEABLE);
  const large = noticeable.filter(({ bytes }) => bytes >= LARGE).map(({ name }) => name);
  if (large.length > 0) await lent.client.exec(`truncate ${large.join(', ')} cascade`);
  if (noticeable.length > 0) await lent.client.exec(`vacuum ${noticeable.map(({ name }) => name).join(', ')}`);
}

/**
 * How many there are of each kind, and how many of them are newer than a transaction: whatever changes tables writes rows
 * here. A table that is emptied by throwing away its file is written as well, and is the same table.
 */
async function readShape(client: PGlite, since: string): Promise<string> {
  const written = (catalog: string, where: string): string =>
    `(select concat(count(*), ' ', count(*) filter (where age(xmin) < age('${since}'::xid))) from ${catalog} where ${where})`;
  const { rows } = await client.query<{ shape: string }>(
    `select concat_ws('; ',
       (select concat(count(*), ' ', sum(oid::bigint), ' ', sum(hashtext(relname)::bigint)) from pg_class
          where oid >= ${FIRST_OWN}),
       ${written('pg_attribute', `attrelid >= ${FIRST_OWN}`)},
       ${written('pg_trigger', 'true')},
       ${written('pg_constraint', `oid >= ${FIRST_OWN}`)},
       ${written('pg_proc', `oid >= ${FIRST_OWN}`)},
       ${written('pg_db_role_setting', 'true')}) as shape`,
  );
  return rows[0]?.shape ?? '';
}
