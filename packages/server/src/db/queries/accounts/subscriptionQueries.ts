import { desc, eq, sql } from 'drizzle-orm';
import { PLAN_NAMES, type PlanName } from '@sotto/hub-api';
import type { Database } from '../../database';
import { subscriptions, users } from '../../schema';

/** A subscription as stored. */
export type Subscription = typeof subscriptions.$inferSelect;

/** All that an account has ever bought, newest first. */
export async function listSubscriptions(db: Database, userId: string): Promise<Subscription[]> {
  return db.select().from(subscriptions).where(eq(subscriptions.userId, userId)).orderBy(desc(subscriptions.updatedAt));
}

/** The plan of a subscription that is stored, or undefined. */
export async function readPlanOf(db: Database, subscriptionId: string): Promise<PlanName | undefined> {
  const [row] = await db
    .select({ plan: subscriptions.plan })
    .from(subscriptions)
    .where(eq(subscriptions.subscriptionId, subscriptionId));
  return PLAN_NAMES.find((name) => name === row?.plan);
}

/** Stores what was read of a subscription at `updatedAt`, unless a later reading is stored already. */
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

/** Notes the id of an account at the payment provider. @returns the one it had before, if any; undefined: no account */
export async function addCustomer(db: Database, userId: string, customerId: string): Promise<string | undefined> {
  const [row] = await db
    .update(users)
    .set({ customerId: sql`coalesce(${users.customerId}, ${customerId})` })
    .where(eq(users.id, userId))
    .returning({ customerId: users.customerId });
  return row?.customerId ?? undefined;
}
