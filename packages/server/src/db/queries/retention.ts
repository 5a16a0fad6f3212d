import { and, asc, eq, inArray, isNotNull, lt, notExists, sql } from 'drizzle-orm';
import type { Database } from '../database';
import { conversations, files, runs } from '../schema';

/** What a slice of a deletion came to. */
export interface DeletedSlice {
  /** How many conversations are gone; fewer than were asked for: there are no more. */
  readonly count: number;
  /** Ids of the files that were in them: their bytes are still in the file store. */
  readonly files: readonly string[];
}

/** Deletes some conversations of a widget, with everything in them. */
export function deleteVisitorsOf(db: Database, widgetId: string, take: number): Promise<DeletedSlice> {
  return deleteSlice(
    db,
    db.select({ id: conversations.id }).from(conversations).where(eq(conversations.widgetId, widgetId)).limit(take),
  );
}

/**
 * Deletes some of the conversations without a sign of life since `before`, oldest first, with everything in them. One
 * in which a reply is being written stays.
 */
export function deleteOldConversations(db: Database, before: number, take: number): Promise<DeletedSlice> {
  const isAnswered = db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.conversationId, conversations.id), eq(runs.status, 'running')));
  return deleteSlice(
    db,
    db
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(lt(conversations.lastActivityAt, before), notExists(isAnswered)))
      .orderBy(asc(conversations.lastActivityAt))
      .limit(take),
  );
}

async function deleteSlice(db: Database, which: { then: Promise<{ id: string }[]>['then'] }): Promise<DeletedSlice> {
  const ids = (await which).map(({ id }) => id);
  if (ids.length === 0) return { count: 0, files: [] };
  const kept = await db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.conversationId, ids), isNotNull(files.conversationId)));
  await db.delete(conversations).where(sql`${conversations.id} = any(${sql.param(ids)}::text[])`);
  return { count: ids.length, files: kept.map(({ id }) => id) };
}
