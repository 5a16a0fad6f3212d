import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database';

interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** A value of each type that tables have. The same in each row of all tables, so that rows refer to each other. */
const VALUES: Readonly<Record<string, string>> = {
  text: `'xx'`,
  bigint: '1',
  integer: '1',
  real: '1',
  'double precision': '1',
  boolean: 'true',
  jsonb: `'{}'`,
  tsvector: `'x'`,
  ARRAY: `'{1}'`,
  'timestamp with time zone': 'to_timestamp(1)',
  'timestamp without time zone': 'to_timestamp(1)',
};

/** Puts a row into every table that there is, whichever release made them, and no column is left empty. */
export async function fillTables(db: Database): Promise<void> {
  const rows = await read<Table>(
    db,
    sql`
    select t.table_name as name, json_agg(json_build_object('name', column_name, 'type', data_type)) as columns
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by t.table_name`,
  );
  await db.transaction(async (tx) => {
    // Rows that refer to each other are in no order.
    await tx.execute(sql`set local session_replication_role = 'replica'`);
    for (const { name: table, columns } of rows) {
      const values = columns.map(({ name, type }) => {
        const value = VALUES[type];
        if (value === undefined) throw new Error(`${table}.${name}: there is no value of the type ${type}`);
        return value;
      });
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      await tx.execute(
        sql.raw(`insert into "${table}" (${names}) overriding system value values (${values.join(', ')})`),
      );
    }
  });
}

/** How many rows each table has. */
export async function countTables(db: Database): Promise<Record<string, number>> {
  const tables = await read<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await read<{ count: number }>(db, sql.raw(`select count(*)::int as count from "${name}"`));
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

async function read<Row>(db: Database, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as { rows: Row[] }).rows;
}
