import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database';

/** The text of everything that a server keeps: the rows of each table, and each stored file. */
export interface Dump {
  readonly tables: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, string>;
}

/** The tables that there are, whoever made them. */
export async function listTables(db: Database): Promise<string[]> {
  const { rows } = (await db.execute(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )) as { rows: { name: string }[] };
  return rows.map(({ name }) => name);
}

/** @param folder - the server's data folder; undefined: it has none */
export async function readDump(db: Database, folder?: string): Promise<Dump> {
  const tables = new Map<string, string[]>();
  for (const name of await listTables(db)) {
    const { rows } = (await db.execute(
      sql`select row_to_json(each)::text as line from ${sql.identifier(name)} as each`,
    )) as { rows: { line: string }[] };
    tables.set(
      name,
      rows.map(({ line }) => line),
    );
  }
  const files = new Map<string, string>();
  const entries = folder === undefined ? [] : await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(path, await readFile(path, 'latin1'));
  }
  return { tables, files };
}

/** Where a text stands, in any case of its letters: names of tables, and `files`; with the number of rows or files. */
export function findTrace({ tables, files }: Dump, text: string): ReadonlyMap<string, number> {
  const wanted = text.toLowerCase();
  const has = (each: string): boolean => each.toLowerCase().includes(wanted);
  const found = [...tables].map(([name, lines]) => [name, lines.filter(has).length] as const);
  const inFiles = [...files].filter(([path, content]) => has(path) || has(content)).length;
  return new Map([...found, ['files on disk', inFiles] as const].filter(([, times]) => times > 0));
}
