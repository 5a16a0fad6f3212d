import { desc, eq, sql } from 'drizzle-orm';
import { PLAN_NAMES, type PlanName } from '@sotto/hub-api';
import type { Database } from '../../database';
import { subscriptions, users } from '../../schema';

/** A subscription as stored. */
export type Subscription = typeof subscriptions.$inferSelect;

/** All subscriptions of an account, newest first. */
export async function listSubscriptions(db: Database, userId: string): Promise<Subscription[]> {
  return db.select().from(subscriptions).where(eq(subscriptions.userId, userId)).orderBy(desc(subscriptions.updatedAt));
}

/** The plan of a stored subscription, or undefined. */
export async function readPlanOf(db: Database, subscriptionId: string): Promise<PlanName | undefined> {
  const [row] = await db
    .select({ plan: subscriptions.plan })
    .from(subscriptions)
    .where(eq(subscriptions.subscriptionId, subscriptionId));
  return PLAN_NAMES.find((name) => name === row?.plan);
}

/** Stores a subscription as read at `updatedAt`, unless a later state is already stored. */
export async function saveSubscription(db: Database, subscription: Subscription): Promise<void> {
  await db
    .insert(subscriptions)
    .values(subscription)
    .onConflictDoUpdate({
      target: subscriptions.subscriptionId,
      setWhere: sql`${subscriptions.updatedAt} <= excluded.updated_at`,
      set: subscription,
    });
}

/** The id of an account at the payment provider, or undefined. */
export async function readCustomer(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ customerId: users.customerId }).from(users).where(eq(users.id, userId));
  return row?.customerId ?? undefined;
}

/**
 * Stores an account's id at the payment provider. @returns the previous one, if any; undefined if the account does
 * not exist
 */
export async function addCustomer(db: Database, userId: string, customerId: string): Promise<string | undefined> {
  const [row] = await db
    .update(users)
    .set({ customerId: sql`coalesce(${users.customerId}, ${customerId})` })
    .where(eq(users.id, userId))
    .returning({ customerId: users.customerId });
  return row?.customerId ?? undefined;
}
