import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { oneAtATime } from '../oneAtATime';
import { webhookDeliveries, webhooks } from '../../schema';
import type { WebhookOff } from '../../webhookSchema';
import type { ListPlace } from '../../../lib/paging';
import { afterPlace } from '../newestFirst';

/** A webhook as it is stored: its address and secrets are sealed. */
export type StoredWebhook = typeof webhooks.$inferSelect;
/** A delivery as it is stored. */
export type StoredDelivery = typeof webhookDeliveries.$inferSelect;

/** An account's webhooks, the oldest first. */
export async function listWebhooks(db: Database, ownerId: string): Promise<StoredWebhook[]> {
  return db
    .select()
    .from(webhooks)
    .where(eq(webhooks.ownerId, ownerId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

/** A webhook of an account; undefined: it belongs to another account, or does not exist. */
export async function readWebhook(db: Database, ownerId: string, id: string): Promise<StoredWebhook | undefined> {
  const [found] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.ownerId, ownerId)))
    .limit(1);
  return found;
}

/**
 * Adds a webhook unless the account has as many as it may. Two calls at once are counted one after the other. @returns
 * whether it was added
 */
export async function insertWebhook(
  db: Database,
  webhook: typeof webhooks.$inferInsert,
  max: number,
): Promise<boolean> {
  return oneAtATime(db, 'users', webhook.ownerId, async (tx) => {
    const [own] = await tx.select({ value: count() }).from(webhooks).where(eq(webhooks.ownerId, webhook.ownerId));
    if ((own?.value ?? 0) >= max) return false;
    await tx.insert(webhooks).values(webhook);
    return true;
  });
}

/** Changes a webhook. */
export async function updateWebhook(
  db: Database,
  id: string,
  change: Partial<typeof webhooks.$inferInsert>,
): Promise<void> {
  await db.update(webhooks).set(change).where(eq(webhooks.id, id));
}

/** Deletes a webhook with its log. @returns whether the account had it */
export async function deleteWebhook(db: Database, ownerId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.ownerId, ownerId)))
    .returning({ id: webhooks.id });
  return gone.length > 0;
}

/** Switches a webhook off; what waits is not sent. @returns false: it was off already */
export async function switchOff(db: Database, id: string, off: WebhookOff, now: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(webhooks)
      .set({ off, updatedAt: now })
      .where(and(eq(webhooks.id, id), isNull(webhooks.off)))
      .returning({ id: webhooks.id });
    await tx
      .update(webhookDeliveries)
      .set({ status: 'canceled', updatedAt: now })
      .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.status, 'pending')));
    return changed.length > 0;
  });
}

/** Adds something to the queue. */
export async function insertDelivery(db: Database, delivery: typeof webhookDeliveries.$inferInsert): Promise<void> {
  await db.insert(webhookDeliveries).values(delivery);
}

/** What a webhook was sent, the newest first. */
export async function listDeliveries(
  db: Database,
  webhookId: string,
  after: ListPlace | undefined,
  take: number,
): Promise<StoredDelivery[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        afterPlace(webhookDeliveries.createdAt, webhookDeliveries.id, after),
      ),
    )
    .orderBy(desc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
    .limit(take);
}

/** Puts a delivery into the queue again. @returns false: the webhook has no such delivery, or it waits already */
export async function queueAgain(db: Database, webhookId: string, id: string, now: number): Promise<boolean> {
  const queued = await db
    .update(webhookDeliveries)
    .set({ status: 'pending', attempts: 0, dueAt: now, updatedAt: now })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.webhookId, webhookId),
        inArray(webhookDeliveries.status, ['delivered', 'failed', 'canceled']),
      ),
    )
    .returning({ id: webhookDeliveries.id });
  return queued.length > 0;
}

/** A delivery that this process is to send, and where. */
export interface ClaimedDelivery {
  readonly delivery: StoredDelivery;
  readonly webhook: StoredWebhook;
}

/**
 * Takes the delivery that has been due longest, for `leaseMs`: another process passes it over meanwhile, and takes it
 * afterwards unless it has been settled.
 *
 * @param busy - accounts whose turn it is not
 */
export async function claimDelivery(
  db: Database,
  now: number,
  leaseMs: number,
  busy: readonly string[],
): Promise<ClaimedDelivery | undefined> {
  const next = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(
      and(
        eq(webhookDeliveries.status, 'pending'),
        lte(webhookDeliveries.dueAt, now),
        lte(webhooks.restUntil, now),
        isNull(webhooks.off),
        busy.length === 0 ? undefined : notInArray(webhooks.ownerId, [...busy]),
      ),
    )
    .orderBy(asc(webhookDeliveries.dueAt), asc(webhookDeliveries.id))
    .limit(1)
    .for('update', { of: webhookDeliveries, skipLocked: true });
  const [delivery] = await db
    .update(webhookDeliveries)
    .set({ attempts: sql`${webhookDeliveries.attempts} + 1`, dueAt: now + leaseMs, updatedAt: now })
    .where(eq(webhookDeliveries.id, next))
    .returning();
  if (!delivery) return undefined;
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, delivery.webhookId)).limit(1);
  return webhook && { delivery, webhook };
}

/** What an attempt came to. */
export type AttemptResult = Pick<StoredDelivery, 'status' | 'dueAt' | 'httpStatus' | 'error' | 'durationMs'>;

/**
 * Notes what an attempt came to, of the delivery and of its webhook. An attempt whose lease is over, and that another
 * process has taken since, notes nothing.
 *
 * @param restMs - how long the webhook is left alone; undefined: it has answered
 * @returns the webhook as it is then
 */
export async function settleDelivery(
  db: Database,
  { id, attempts, webhookId }: Pick<StoredDelivery, 'id' | 'attempts' | 'webhookId'>,
  result: AttemptResult,
  restMs: number | undefined,
  now: number,
): Promise<StoredWebhook | undefined> {
  return db.transaction(async (tx) => {
    const noted = await tx
      .update(webhookDeliveries)
      .set({ ...result, updatedAt: now })
      .where(
        and(
          eq(webhookDeliveries.id, id),
          eq(webhookDeliveries.attempts, attempts),
          eq(webhookDeliveries.status, 'pending'),
        ),
      )
      .returning({ id: webhookDeliveries.id });
    if (noted.length === 0) return undefined;
    const [webhook] =
      restMs === undefined
        ? await tx
            .update(webhooks)
            .set({ failures: 0, failingSince: null, restUntil: 0 })
            .where(and(eq(webhooks.id, webhookId), or(gt(webhooks.failures, 0), gt(webhooks.restUntil, 0))))
            .returning()
        : await tx
            .update(webhooks)
            .set({
              failures: sql`${webhooks.failures} + 1`,
              failingSince: sql`coalesce(${webhooks.failingSince}, ${now})`,
              restUntil: now + restMs,
            })
            .where(eq(webhooks.id, webhookId))
            .returning();
    return webhook;
  });
}

/** Forgets some deliveries that are older. @returns how many */
export async function deleteOldDeliveries(db: Database, before: number, take: number): Promise<number> {
  const old = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, before))
    .limit(take);
  const gone = await db
    .delete(webhookDeliveries)
    .where(inArray(webhookDeliveries.id, old))
    .returning({ id: webhookDeliveries.id });
  return gone.length;
}
