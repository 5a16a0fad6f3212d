import { and, asc, eq, gt, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { conversations, users, widgets, workspaceMembers } from '../../schema';
import type { StoredUser } from './userQueries';

/** Accounts whose week until `until` was not decided on, by id after `after`, and whether anybody may have been there. */
export async function listWeeklyWorkspaces(
  db: Database,
  { from, until, after, take }: { from: number; until: number; after: string; take: number },
): Promise<{ id: string; hasVisitors: boolean }[]> {
  const page = db
    .select({ id: users.id })
    .from(users)
    .where(and(gt(users.id, after), lt(users.weeksMailedUntil, until)))
    .orderBy(asc(users.id))
    .limit(take)
    .as('page');
  const visited = db
    .select({ conversationId: sql<string>`${conversations.id}`.as('conversation_id') })
    .from(widgets)
    .innerJoin(conversations, eq(conversations.widgetId, widgets.id))
    .where(and(eq(widgets.ownerId, page.id), gte(conversations.lastActivityAt, from)))
    .limit(1)
    .as('visited');
  return db
    .select({ id: page.id, hasVisitors: sql<boolean>`${visited.conversationId} is not null` })
    .from(page)
    .leftJoinLateral(visited, sql`true`)
    .orderBy(asc(page.id));
}

/** Owners and editors with a verified address who have not switched the weekly mail off. */
export async function listWeeklyReaders(
  db: Database,
  { id, isTeam }: Pick<StoredUser, 'id' | 'isTeam'>,
): Promise<{ id: string; email: string }[]> {
  const people = db.select({ id: users.id, email: users.email }).from(users).$dynamic();
  const isReader = and(users.emailVerified, users.getsWeeklyMail);
  if (!isTeam) return people.where(and(eq(users.id, id), isReader));
  return people
    .innerJoin(workspaceMembers, eq(workspaceMembers.userId, users.id))
    .where(and(eq(workspaceMembers.workspaceId, id), ne(workspaceMembers.role, 'answerer'), isReader));
}

/** Marks a workspace's week as decided. @returns whether no other process had done so */
export async function claimWeek(db: Database, id: string, until: number): Promise<boolean> {
  const claimed = await db
    .update(users)
    .set({ weeksMailedUntil: until })
    .where(and(eq(users.id, id), lt(users.weeksMailedUntil, until)))
    .returning({ id: users.id });
  return claimed.length > 0;
}

/** Those of these conversations that nobody has deleted or deletes. Until the transaction ends, nobody can. */
export async function holdConversations(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(inArray(conversations.id, [...ids]))
    .for('key share', { skipLocked: true });
  return new Set(rows.map(({ id }) => id));
}

/** Switches the weekly mail to a person on or off. */
export async function setWeeklyMail(db: Database, userId: string, isOn: boolean): Promise<void> {
  await db.update(users).set({ getsWeeklyMail: isOn }).where(eq(users.id, userId));
}
