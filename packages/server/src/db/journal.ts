import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { ConfigError } from '../config/configError';
import { migrationsFolder } from './packageFiles';

const journalSchema = v.object({ entries: v.array(v.object({ tag: v.string(), when: v.number() })) });

/** The migrations of a release, oldest first; `when` identifies one in the table of those that were applied. */
export type Journal = readonly { readonly tag: string; readonly when: number }[];

/** A database whose tables are older than the baseline, the first migration: what is wrong, and what to do. */
export const OLD_TABLES = {
  message: 'The tables are those of a version before the first release, which this version does not update',
  fix:
    'Write a backup with the last version that opens them (sotto-server backup <file>), and fill an empty data folder or ' +
    'database from it with this version (sotto-server restore <file>)',
} as const;

/**
 * The newest migration of the release before this one, which is the oldest that may run on the tables of this one. There
 * was none before the first: it is the newest of this one.
 */
export const NEEDED_MIGRATION = '0004_subscriptions_by_id';

/** A database that an old release must not use, because releases after the next one have changed its tables. */
export const NEW_TABLES = {
  message: 'The tables are those of a newer release, which this version cannot use',
  fix:
    'Start that release or a later one, or fill an empty data folder or database from a backup of this version ' +
    '(sotto-server restore <file>)',
} as const;

/** Reads which migrations a release has. */
export async function readJournal(folder = migrationsFolder()): Promise<Journal> {
  return v.parse(journalSchema, parseJson(await readFile(join(folder, 'meta', '_journal.json'), 'utf8'))).entries;
}

/** A connection of either driver. */
interface Client {
  query<Row extends object>(text: string): Promise<{ readonly rows: Row[] }>;
}

/** Reads `when` of each migration that was applied to a database. */
export async function readApplied(client: Client): Promise<number[]> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (tables[0]?.name == null) return [];
  const { rows } = await client.query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations');
  return rows.map(({ at }) => Number(at));
}

/** Whether tables were made without the baseline. @param applied - `when` of each migration that was applied */
export function areOldTables(applied: readonly number[], [baseline]: Journal): boolean {
  return applied.length > 0 && baseline !== undefined && !applied.includes(baseline.when);
}

/**
 * Reads `when` of the oldest migration that a release must have to use the tables; 0 when none is noted. It is noted in
 * a comment of the table, which is in no backup: any release can restore those.
 */
export async function readNeeded(client: Client): Promise<number> {
  const { rows } = await client.query<{ needed: string | null }>(
    `select obj_description(to_regclass('drizzle.__drizzle_migrations'), 'pg_class') as needed`,
  );
  return Number(rows[0]?.needed ?? 0) || 0;
}

/** Notes which releases may use the tables of this one, unless a newer release has. To be called after the migrations. */
export async function noteNeeded(client: Client, folder: string): Promise<void> {
  const needed = (await readJournal(folder)).find(({ tag }) => tag === NEEDED_MIGRATION)?.when ?? 0;
  if (needed > (await readNeeded(client)))
    await client.query(`comment on table drizzle.__drizzle_migrations is '${String(needed)}'`);
}

/** Leaves tables that are too old or too new for this release as they are. @throws ConfigError with what to do */
export async function refuseForeignTables(client: Client, folder: string): Promise<void> {
  const journal = await readJournal(folder);
  if (areOldTables(await readApplied(client), journal))
    throw new ConfigError(`${OLD_TABLES.message}. ${OLD_TABLES.fix}.`);
  if (areNewTables(await readNeeded(client), journal))
    throw new ConfigError(`${NEW_TABLES.message}. ${NEW_TABLES.fix}.`);
}

/** Whether tables need a newer release. @param needed - `when` of the oldest migration that it must have */
export function areNewTables(needed: number, journal: Journal): boolean {
  return needed > Math.max(0, ...journal.map(({ when }) => when));
}
