import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { Database } from '../../database';
import { assistantCalls, users } from '../../schema';

/** A stored call. */
export type AssistantCall = typeof assistantCalls.$inferSelect;

/** Maximum number of stored calls per account. */
const CALLS_MAX = 200;

/** Stores a call, and deletes old ones. */
export async function noteAssistantCall(db: Database, call: AssistantCall): Promise<void> {
  await db.insert(assistantCalls).values(call);
  const kept = db
    .select({ id: assistantCalls.id })
    .from(assistantCalls)
    .where(eq(assistantCalls.userId, call.userId))
    .orderBy(desc(assistantCalls.createdAt), desc(assistantCalls.id))
    .limit(CALLS_MAX);
  await db
    .delete(assistantCalls)
    .where(and(eq(assistantCalls.userId, call.userId), notInArray(assistantCalls.id, kept)));
}

/** What the assistant did in a person's name, newest first. */
export async function listAssistantCalls(db: Database, userId: string): Promise<AssistantCall[]> {
  return db
    .select()
    .from(assistantCalls)
    .where(eq(assistantCalls.userId, userId))
    .orderBy(desc(assistantCalls.createdAt), desc(assistantCalls.id))
    .limit(CALLS_MAX);
}

/** Lets the assistant act for a person, or not. */
export async function setUsesAssistant(db: Database, userId: string, usesAssistant: boolean): Promise<void> {
  await db.update(users).set({ usesAssistant }).where(eq(users.id, userId));
}
