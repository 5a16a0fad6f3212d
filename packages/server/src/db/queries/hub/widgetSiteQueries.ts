import { and, desc, eq, inArray, lt, notInArray } from 'drizzle-orm';
import type { Database } from '../../database';
import { widgetSites } from '../../schema';

/** A site as it is stored. */
export type WidgetSite = typeof widgetSites.$inferSelect;

/** How many sites of a widget are kept: invented origins fill this list, not the disk. */
const SITES_MAX = 20;

/**
 * Notes that a widget was seen on a site. A site that was noted after `restedSince` is left alone: most page views
 * write nothing.
 */
export async function noteWidgetSite(
  db: Database,
  widgetId: string,
  origin: string,
  now: number,
  restedSince: number,
): Promise<void> {
  const made = await db
    .insert(widgetSites)
    .values({ widgetId, origin, firstSeenAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [widgetSites.widgetId, widgetSites.origin],
      set: { lastSeenAt: now },
      setWhere: lt(widgetSites.lastSeenAt, restedSince),
    })
    .returning({ firstSeenAt: widgetSites.firstSeenAt });
  if (made[0]?.firstSeenAt !== now) return;
  const kept = db
    .select({ origin: widgetSites.origin })
    .from(widgetSites)
    .where(eq(widgetSites.widgetId, widgetId))
    .orderBy(desc(widgetSites.lastSeenAt))
    .limit(SITES_MAX);
  await db.delete(widgetSites).where(and(eq(widgetSites.widgetId, widgetId), notInArray(widgetSites.origin, kept)));
}

/** The sites of these widgets, the latest seen first. */
export async function listWidgetSites(db: Database, widgetIds: readonly string[]): Promise<WidgetSite[]> {
  if (widgetIds.length === 0) return [];
  return db
    .select()
    .from(widgetSites)
    .where(inArray(widgetSites.widgetId, [...widgetIds]))
    .orderBy(desc(widgetSites.lastSeenAt));
}
