import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { conversations, runs } from '../../schema';

/** Usage of a widget on one day (UTC). */
export interface Usage {
  /** `2026-11-21` */
  readonly day: string;
  readonly widgetId: string;
  readonly replies: number;
  /** Number of failed or interrupted ones. */
  readonly failed: number;
  readonly tokens: number;
}

/** Usage of all widgets by day, newest first. */
export async function readUsage(db: Database): Promise<Usage[]> {
  const day = sql<string>`to_char(to_timestamp(${runs.createdAt} / 1000) at time zone 'UTC', 'YYYY-MM-DD')`;
  const widgetId = conversations.widgetId;
  return db
    .select({
      day,
      widgetId,
      replies: sql<number>`count(*)::int`,
      failed: sql<number>`(count(*) filter (where ${runs.status} in ('failed', 'interrupted')))::int`,
      tokens: sql<number>`coalesce(sum(${runs.tokens}), 0)::float8`,
    })
    .from(runs)
    .innerJoin(conversations, eq(conversations.id, runs.conversationId))
    .groupBy(sql`1`, widgetId)
    .orderBy(desc(sql`1`), widgetId);
}
