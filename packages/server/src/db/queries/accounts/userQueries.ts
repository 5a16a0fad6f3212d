import { and, asc, desc, eq, gt, ilike, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import type { ListPlace } from '../../../lib/paging';
import { users } from '../../schema';

/** A person as stored. */
export type StoredUser = typeof users.$inferSelect;

/** One person, or undefined. */
export async function readUser(db: Database, id: string): Promise<StoredUser | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id)).limit(1);
  return user;
}

/** The person with this address, or undefined. */
export async function readUserByEmail(db: Database, email: string): Promise<StoredUser | undefined> {
  const [user] = await db.select().from(users).where(eq(users.email, email.toLowerCase())).limit(1);
  return user;
}

/** Changes what others see of an account. @returns it, or undefined if it is gone */
export async function updateProfile(
  db: Database,
  id: string,
  change: Partial<Pick<StoredUser, 'name' | 'image'>>,
): Promise<StoredUser | undefined> {
  const [user] = await db
    .update(users)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(users.id, id))
    .returning();
  return user;
}

/** Makes a person an operator. */
export async function makeOperator(db: Database, id: string): Promise<void> {
  await db.update(users).set({ isOperator: true }).where(eq(users.id, id));
}

/** Accounts, newest first, after a cursor. `words`: part of a name or address. */
export async function listUsers(
  db: Database,
  words: string,
  after: ListPlace | undefined,
  take: number,
): Promise<StoredUser[]> {
  const pattern = `%${words.trim().replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  // The database stores microseconds, cursors contain milliseconds.
  const moment = sql<number>`floor(extract(epoch from ${users.createdAt}) * 1000)::float8`;
  return db
    .select()
    .from(users)
    .where(
      and(
        words.trim() === ''
          ? undefined
          : or(ilike(users.name, pattern), and(ilike(users.email, pattern), eq(users.isTeam, false))),
        after && or(lt(moment, after.createdAt), and(eq(moment, after.createdAt), gt(users.id, after.id))),
      ),
    )
    .orderBy(desc(moment), asc(users.id))
    .limit(take);
}
