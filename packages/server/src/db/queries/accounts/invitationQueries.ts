import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../database';
import { invitations } from '../../schema';

/** An invited address. */
export type Invitation = typeof invitations.$inferSelect;

/** Stores an invitation; repeating it has no effect. */
export async function insertInvitation(db: Database, invitation: typeof invitations.$inferInsert): Promise<void> {
  await db.insert(invitations).values(invitation).onConflictDoNothing();
}

/** Whether this address is invited. */
export async function isInvited(db: Database, email: string): Promise<boolean> {
  const found = await db.select().from(invitations).where(eq(invitations.email, email.toLowerCase())).limit(1);
  return found.length > 0;
}

/** All unused invitations, newest first. */
export async function listInvitations(db: Database): Promise<Invitation[]> {
  return db.select().from(invitations).orderBy(desc(invitations.createdAt), invitations.email);
}

/** Deletes an invitation, revoked or used. @returns whether it existed */
export async function deleteInvitation(db: Database, email: string): Promise<boolean> {
  const gone = await db
    .delete(invitations)
    .where(eq(invitations.email, email.toLowerCase()))
    .returning({ email: invitations.email });
  return gone.length > 0;
}
