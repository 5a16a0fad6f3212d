import type pg from 'pg';
import { isPgvectorUsable, type IndexPlan } from './vectors';

/** Any number that only we use: it names the lock under which one process at a time makes indexes. */
const INDEX_LOCK = 7_304_019;

/** What PostgreSQL has of pgvector. */
export interface PgvectorState {
  /** The version in this database; undefined: none. */
  readonly version: string | undefined;
  /** Whether it is installed on the machine of PostgreSQL. */
  readonly isInstalled: boolean;
}

/** Reads it, and changes nothing. */
export async function readPgvector(client: pg.ClientBase): Promise<PgvectorState> {
  const { rows } = await client.query<{ version: string | null }>(
    `select installed_version as version from pg_available_extensions where name = 'vector'`,
  );
  return { version: rows[0]?.version ?? undefined, isInstalled: rows.length > 0 };
}

/**
 * Adds pgvector to this database, where PostgreSQL has it and this user may.
 *
 * @returns whether a usable version is there
 */
export async function addPgvector(client: pg.ClientBase): Promise<boolean> {
  const { version, isInstalled } = await readPgvector(client);
  if (version !== undefined) return isPgvectorUsable(version);
  if (!isInstalled) return false;
  try {
    await client.query('create extension if not exists vector');
  } catch {
    // Refused to this user: vectors are compared in this process. `doctor` names the remedy.
    return false;
  }
  return isPgvectorUsable((await readPgvector(client)).version ?? '0');
}

/**
 * Makes an index while others write, on a connection of its own. Where another process is making one, that one is left
 * to it. What an interrupted try has left is taken away first: it would be kept up to date and never used.
 *
 * @param client - a connection without a limit of time, in no transaction
 */
export async function makeIndexConcurrently(client: pg.ClientBase, plan: IndexPlan): Promise<void> {
  // Tried, not waited for: a statement that waits has a snapshot, and the index waits for all snapshots to end.
  const lock = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [INDEX_LOCK]);
  if (lock.rows[0]?.held !== true) return;
  try {
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [plan.name],
    );
    if (rows[0]?.valid === true) return;
    if (rows.length > 0) await client.query(`drop index concurrently ${plan.name}`);
    await client.query(plan.create('concurrently'));
  } finally {
    await client.query('select pg_advisory_unlock($1)', [INDEX_LOCK]).catch(() => undefined);
  }
}
