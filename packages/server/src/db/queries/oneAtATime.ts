import { sql } from 'drizzle-orm';
import type { Database } from '../database';

/**
 * Does something while nobody else does it for the same row: of several calls at once, each counts what the one before
 * has stored. Rows below it can be added meanwhile.
 */
export function oneAtATime<Result>(
  db: Database,
  table: 'users' | 'datasets',
  id: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from ${sql.identifier(table)} where id = ${id} for no key update`);
    return work(tx);
  });
}
