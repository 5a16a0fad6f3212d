import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { conversations, endedSubjects, widgets } from '../../schema';

/** Ends a visitor's sessions: tokens and proofs created until now. */
const ended = (now: number) => ({
  sessionsEndedAt: now,
  // Wakes waiting pages, whose next request is refused.
  liveRevision: sql`${conversations.liveRevision} + 1`,
});

/** Ends the sessions of a conversation. */
export async function endConversationSessions(db: Database, id: string, now: number): Promise<void> {
  await db.update(conversations).set(ended(now)).where(eq(conversations.id, id));
}

/**
 * Ends all sessions of a verified subject, in all or one of an account's widgets; older proofs are refused.
 *
 * @param digestOf - digest under which the end is stored, because it outlives the erasure of the subject
 * @returns affected conversations
 */
export async function endSubjectSessions(
  db: Database,
  { ownerId, widgetId, subject }: { ownerId?: string | undefined; widgetId?: string | undefined; subject: string },
  digestOf: (widgetId: string, subject: string) => string,
  now: number,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const concerned = await tx
      .select({ id: widgets.id })
      .from(widgets)
      .where(
        and(
          ownerId === undefined ? undefined : eq(widgets.ownerId, ownerId),
          widgetId === undefined ? undefined : eq(widgets.id, widgetId),
        ),
      );
    const ids = concerned.map(({ id }) => id);
    if (ids.length === 0) return [];
    await tx
      .insert(endedSubjects)
      .values(ids.map((id) => ({ widgetId: id, subject: digestOf(id, subject), endedAt: now })))
      .onConflictDoUpdate({ target: [endedSubjects.widgetId, endedSubjects.subject], set: { endedAt: now } });
    const rows = await tx
      .update(conversations)
      .set(ended(now))
      .where(and(inArray(conversations.widgetId, ids), eq(conversations.subject, subject)))
      .returning({ id: conversations.id });
    return rows.map(({ id }) => id);
  });
}

/** Until when proofs of this visitor are refused; undefined for none. @param subject - its digest */
export async function readSubjectEnd(db: Database, widgetId: string, subject: string): Promise<number | undefined> {
  const [row] = await db
    .select({ endedAt: endedSubjects.endedAt })
    .from(endedSubjects)
    .where(and(eq(endedSubjects.widgetId, widgetId), eq(endedSubjects.subject, subject)));
  return row?.endedAt;
}

/** Deletes entries from before `before`: proofs created until then have expired. */
export async function forgetSubjectEnds(db: Database, before: number): Promise<void> {
  await db.delete(endedSubjects).where(lt(endedSubjects.endedAt, before));
}
