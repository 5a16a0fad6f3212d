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

/** Leaves tables that are older than the baseline as they are. @throws ConfigError with what to do */
export async function refuseOldTables(client: Client, folder: string): Promise<void> {
  if (areOldTables(await readApplied(client), await readJournal(folder)))
    throw new ConfigError(`${OLD_TABLES.message}. ${OLD_TABLES.fix}.`);
}
