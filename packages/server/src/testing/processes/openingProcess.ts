import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { openPglite } from '../../db/pglite';

/**
 * Opens the embedded database of a folder, and kills itself at its n-th write to the disk, for tests of a start that is
 * cut off.
 *
 * Arguments: the folder, the dump a fresh database begins with, and n; 0 lives to the end and says `opened` with how
 * many writes it took, the tables, the migrations that are done, and what stands in `kept_by_test`.
 */
const [folder = '', seed = '', killAt = '0'] = process.argv.slice(2);

let writes = 0;
const { writeSync } = fs;
fs.writeSync = ((...args: Parameters<typeof writeSync>) => {
  const written = writeSync(...args);
  writes += 1;
  if (writes === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  return written;
}) as typeof writeSync;
syncBuiltinESMExports();

const { db, close } = await openPglite({ dataDir: folder, seed: new Blob([await readFile(seed)]) });
const openingWrites = writes;
const tables = (await db.execute<{ name: string }>(
  sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'kept_by_test' order by 1`,
)) as { rows: { name: string }[] };
const migrations = (await db.execute<{ hash: string }>(
  sql`select hash from drizzle.__drizzle_migrations order by id`,
)) as { rows: unknown[] };
const kept = (await db.execute<{ count: number }>(
  sql`select count(*)::int as count from information_schema.tables where table_name = 'kept_by_test'`,
)) as { rows: { count: number }[] };
const seen = {
  writes: openingWrites,
  tables: tables.rows.map(({ name }) => name),
  migrations: migrations.rows.length,
  kept: kept.rows[0]?.count,
};
const line = `opened ${JSON.stringify(seen)}`;
await close();
console.log(line);
