import type { PGlite } from '@electric-sql/pglite';
import type { OpenDatabase } from '../db/database';
import { createPglite, overPglite } from '../db/pglite';
import { readTestSeed } from './testSeed';

/** An embedded database that tests use one after the other. */
interface Lent {
  readonly client: PGlite;
  /** What its tables, indexes and triggers were like at first. */
  readonly shape: string;
}

/** A table or sequence that holds something. */
interface Used {
  readonly name: string;
  readonly bytes: number;
}

/** A table of this size is emptied by throwing away its file: rows that are only marked as deleted slow a search. */
const LARGE = 1 << 20;

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
      await empty(lent.client);
      if ((await readShape(lent.client)) === lent.shape) free.push(lent);
      else await lent.client.close();
    },
  };
}

async function make(): Promise<Lent> {
  const client = await createPglite({ seed: await readTestSeed() });
  return { client, shape: await readShape(client) };
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

async function empty(client: PGlite): Promise<void> {
  await client.exec('discard all');
  const { rows } = await client.query<Used>(
    `select format('%I.%I', schemaname, relname) as name, pg_relation_size(relid)::int as bytes
     from pg_stat_user_tables where schemaname = 'public' and pg_relation_size(relid) > 0`,
  );
  const large = rows.filter(({ bytes }) => bytes >= LARGE).map(({ name }) => name);
  await client.exec(
    [
      'begin',
      'set local session_replication_role = replica',
      ...rows.map(({ name }) => `delete from ${name}`),
      ...(large.length > 0 ? [`truncate ${large.join(', ')} cascade`] : []),
      `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
       from pg_sequences where schemaname = 'public' and last_value is not null`,
      'commit',
    ].join(';'),
  );
  if (rows.length > 0) await client.exec(`vacuum ${rows.map(({ name }) => name).join(', ')}`);
}

async function readShape(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(
    `select md5(string_agg(line, E'\\n' order by line)) as shape from (
       select format('class %s %s %s', oid, relname, relnamespace) as line from pg_class
         where relnamespace::regnamespace::text not like 'pg\\_%'
       union all select format('column %s %s %s %s', attrelid, attname, atttypid, attnotnull) from pg_attribute
         join pg_class on pg_class.oid = attrelid where relnamespace::regnamespace::text not like 'pg\\_%'
       union all select format('trigger %s %s', tgrelid, tgname) from pg_trigger
       union all select format('check %s %s', conrelid, conname) from pg_constraint
       union all select format('function %s %s', oid, md5(prosrc)) from pg_proc
         where pronamespace::regnamespace::text not like 'pg\\_%'
       union all select format('setting %s %s', setdatabase, setconfig) from pg_db_role_setting
     ) as lines`,
  );
  return rows[0]?.shape ?? '';
}
