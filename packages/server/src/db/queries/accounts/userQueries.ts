import { eq } from 'drizzle-orm';
import type { Database } from '../../database';
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

/** Gives a person the operator's rights. */
export async function makeOperator(db: Database, id: string): Promise<void> {
  await db.update(users).set({ isOperator: true }).where(eq(users.id, id));
}
