import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm';
import type { HubType, RatingSummary } from '@sotto/hub-api';
import type { ListPlace } from '../../../lib/paging';
import type { Database } from '../../database';
import { conversations, hubUses, messages, ratings, reports, users } from '../../schema';
import { afterPlace } from '../newestFirst';

/** A rating as stored. */
export type StoredRating = typeof ratings.$inferSelect;

/** Stores somebody's rating of a thing in the place of an earlier one. @returns its id */
export async function saveRating(db: Database, rating: typeof ratings.$inferInsert): Promise<string> {
  const { value, comment, isHeld, network, updatedAt } = rating;
  const [row] = await db
    .insert(ratings)
    .values(rating)
    .onConflictDoUpdate({
      target: [ratings.type, ratings.itemId, ratings.userId],
      set: { value, comment, isHeld, network, updatedAt },
    })
    .returning({ id: ratings.id });
  return row?.id ?? rating.id;
}

/** Takes somebody's rating back. @returns its id, undefined when there was none */
export async function deleteRating(
  db: Database,
  type: HubType,
  itemId: string,
  userId: string,
): Promise<string | undefined> {
  const [row] = await db
    .delete(ratings)
    .where(and(eq(ratings.type, type), eq(ratings.itemId, itemId), eq(ratings.userId, userId)))
    .returning({ id: ratings.id });
  return row?.id;
}

/** Somebody's rating of a thing, or undefined. */
export async function readRating(
  db: Database,
  type: HubType,
  itemId: string,
  userId: string,
): Promise<StoredRating | undefined> {
  const [row] = await db
    .select()
    .from(ratings)
    .where(and(eq(ratings.type, type), eq(ratings.itemId, itemId), eq(ratings.userId, userId)))
    .limit(1);
  return row;
}

/** All ratings of a thing in numbers: the mean with one decimal, how many, and how many of each. */
export async function readRatingSummary(db: Database, type: HubType, itemId: string): Promise<RatingSummary> {
  const rows = await db
    .select({ value: ratings.value, count: sql<number>`count(*)::int` })
    .from(ratings)
    .where(and(eq(ratings.type, type), eq(ratings.itemId, itemId), eq(ratings.isHeld, false)))
    .groupBy(ratings.value);
  const histogram = [1, 2, 3, 4, 5].map((stars) => rows.find(({ value }) => value === stars)?.count ?? 0);
  const count = histogram.reduce((sum, each) => sum + each, 0);
  const total = histogram.reduce((sum, each, index) => sum + each * (index + 1), 0);
  return { average: count === 0 ? 0 : Math.round((total / count) * 10) / 10, count, histogram };
}

/** What lists of ratings show. */
const SHOWN = {
  id: ratings.id,
  value: ratings.value,
  comment: ratings.comment,
  createdAt: ratings.createdAt,
  user: { id: users.id, name: users.name, image: users.image },
};

/** Ratings with their words, newest first. */
export async function listRatings(
  db: Database,
  type: HubType,
  itemId: string,
  after: ListPlace | undefined,
  take: number,
) {
  return db
    .select(SHOWN)
    .from(ratings)
    .innerJoin(users, eq(users.id, ratings.userId))
    .where(
      and(
        eq(ratings.type, type),
        eq(ratings.itemId, itemId),
        eq(ratings.isHeld, false),
        afterPlace(ratings.createdAt, ratings.id, after),
      ),
    )
    .orderBy(desc(ratings.createdAt), asc(ratings.id))
    .limit(take);
}

/** How many ratings of other people came from one network since a moment. */
export async function countRatingsFrom(
  db: Database,
  network: string,
  since: number,
  exceptUserId: string,
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(ratings)
    .where(and(eq(ratings.network, network), gte(ratings.createdAt, since), ne(ratings.userId, exceptUserId)));
  return row?.count ?? 0;
}

/** Number and mean of all ratings of this Hub. */
export async function readHubMean(db: Database): Promise<{ count: number; mean: number }> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, mean: sql<number>`coalesce(avg(${ratings.value}), 0)::float8` })
    .from(ratings)
    .where(eq(ratings.isHeld, false));
  return row ?? { count: 0, mean: 0 };
}

/** Whether a user has copied an item. */
export async function hasCloned(db: Database, type: HubType, itemId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ subject: hubUses.subject })
    .from(hubUses)
    .where(
      and(eq(hubUses.type, type), eq(hubUses.itemId, itemId), eq(hubUses.kind, 'clone'), eq(hubUses.subject, userId)),
    )
    .limit(1);
  return rows.length > 0;
}

/** The number of messages that a user has sent in trials of an item. */
export async function countTrialMessages(db: Database, type: HubType, itemId: string, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        eq(conversations.payerId, userId),
        sql`${conversations.trial} ->> 'type' = ${type}`,
        sql`${conversations.trial} ->> 'id' = ${itemId}`,
        eq(messages.type, 'user'),
      ),
    );
  return row?.count ?? 0;
}

/** Ratings that wait for an operator, oldest first. */
export async function listHeldRatings(db: Database, take: number) {
  return db
    .select({ ...SHOWN, type: ratings.type, itemId: ratings.itemId })
    .from(ratings)
    .innerJoin(users, eq(users.id, ratings.userId))
    .where(eq(ratings.isHeld, true))
    .orderBy(asc(ratings.createdAt), asc(ratings.id))
    .limit(take);
}

/** Lets a held rating count, or does away with a rating. @returns its id, undefined when there is none (held) */
export async function judgeRating(
  db: Database,
  id: string,
  verdict: 'release' | 'delete',
): Promise<string | undefined> {
  const [row] = await (verdict === 'release'
    ? db
        .update(ratings)
        .set({ isHeld: false })
        .where(and(eq(ratings.id, id), eq(ratings.isHeld, true)))
        .returning({ id: ratings.id })
    : db.delete(ratings).where(eq(ratings.id, id)).returning({ id: ratings.id }));
  return row?.id;
}

/** Open reports, oldest first. */
export async function listReports(db: Database, take: number): Promise<(typeof reports.$inferSelect)[]> {
  return db.select().from(reports).orderBy(asc(reports.createdAt), asc(reports.id)).limit(take);
}

/** Closes a report that was dealt with: it is kept no longer. @returns its id, undefined when there is none */
export async function deleteReport(db: Database, id: string): Promise<string | undefined> {
  const [row] = await db.delete(reports).where(eq(reports.id, id)).returning({ id: reports.id });
  return row?.id;
}

/** Stores a report. */
export async function insertReport(db: Database, report: typeof reports.$inferInsert): Promise<void> {
  await db.insert(reports).values(report);
}
