import { desc, getTableName, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { RESOURCE_TABLES } from './resourceQueries';

/** Most words that are read, the most frequent ones. */
const WORDS_MAX = 20_000;
/** Only the beginning of a description is read, in characters. */
const DESCRIPTION_MAX = 500;

/** The words of everything that is listed on the Hub, in lower case, and in how many items each is. */
export async function listHubWords(db: Database): Promise<Map<string, number>> {
  const texts = Object.values(RESOURCE_TABLES).map(
    (
      table,
    ) => `select to_tsvector('simple', name || ' ' || tags::text || ' ' || left(description, ${DESCRIPTION_MAX})) \
from ${getTableName(table)} where visibility = 'public' and owner_id is not null`,
  );
  const [word, count] = [sql<string>`word`, sql<number>`ndoc`];
  const rows = await db
    .select({ word, count })
    .from(sql`ts_stat(${texts.join(' union all ')})`)
    .orderBy(desc(count), word)
    .limit(WORDS_MAX);
  return new Map(rows.map((row) => [row.word, row.count]));
}
