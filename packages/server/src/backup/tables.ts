import { getTableColumns, getTableName, gt, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database';
import * as schema from '../db/schema';

/** A row as returned by the queries. */
export type Row = Record<string, unknown>;

/** Rows per read or write. */
const BATCH = 500;
/** PostgreSQL's limit of values per statement. */
const VALUES_MAX = 60_000;

/** All tables, each after those it references, so that rows can be written in this order. */
export function orderedTables(): PgTable[] {
  const tables = Object.values(schema).filter((entry): entry is typeof entry & PgTable => is(entry, PgTable));
  const ordered: PgTable[] = [];
  const place = (table: PgTable): void => {
    if (ordered.includes(table)) return;
    for (const key of getTableConfig(table).foreignKeys) {
      const { foreignTable } = key.reference();
      if (foreignTable !== table) place(foreignTable);
    }
    ordered.push(table);
  };
  tables.forEach(place);
  return ordered;
}

/** The rows of a table in pieces, ordered by its key. */
export async function* readRows(db: Database, table: PgTable): AsyncGenerator<Row[]> {
  const keys = keyColumns(table);
  const [key] = keys;
  // With a single key the next piece is found by the index, however large the table is.
  const single = keys.length === 1 ? key : undefined;
  let last: unknown;
  for (let offset = 0; ; offset += BATCH) {
    const query = db
      .select()
      .from(table)
      .orderBy(...keys)
      .limit(BATCH);
    const rows: Row[] = await (single
      ? query.where(last === undefined ? undefined : gt(single, last))
      : query.offset(offset));
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = single && rows.at(-1)?.[fieldOf(table, single)];
  }
}

/** Writes rows unchanged. */
export async function writeRows(db: Database, table: PgTable, rows: readonly Row[]): Promise<void> {
  const size = Math.min(BATCH, Math.floor(VALUES_MAX / Object.keys(getTableColumns(table)).length));
  for (let from = 0; from < rows.length; from += size) await db.insert(table).values(rows.slice(from, from + size));
}

/** Empties all tables, within a transaction, in which rows of the audit log may be deleted. */
export async function emptyTables(db: Database): Promise<void> {
  await db.execute(sql`select set_config('sotto.restore', 'on', true)`);
  for (const table of orderedTables().reverse()) await db.delete(table);
}

/** Sets every sequence to continue after the highest number written. */
export async function advanceCounters(db: Database): Promise<void> {
  for (const table of orderedTables()) {
    for (const column of Object.values(getTableColumns(table))) {
      if (!column.getSQLType().includes('serial')) continue;
      const name = sql`pg_get_serial_sequence(${`"${getTableName(table)}"`}, ${column.name})`;
      await db.execute(sql`select setval(${name}, coalesce((select max(${column}) from ${table}), 0) + 1, false)`);
    }
  }
}

function keyColumns(table: PgTable) {
  const { columns, primaryKeys } = getTableConfig(table);
  const own = columns.filter((column) => column.primary);
  return own.length > 0 ? own : (primaryKeys[0]?.columns ?? columns);
}

function fieldOf(table: PgTable, column: PgColumn): string {
  return Object.entries(getTableColumns(table)).find(([, each]) => each === column)?.[0] ?? column.name;
}
