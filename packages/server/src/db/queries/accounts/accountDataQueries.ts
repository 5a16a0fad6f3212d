import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../database';
import {
  blueprints,
  bots,
  datasetFiles,
  datasets,
  hubUses,
  idempotencyKeys,
  reports,
  secrets,
  skillsets,
  usage,
  users,
  userVerifications,
  widgets,
} from '../../schema';

/** How much an account owns. */
export interface ResourceCounts {
  readonly widgets: number;
  readonly bots: number;
  readonly skillsets: number;
  readonly datasets: number;
  readonly documents: number;
  readonly blueprints: number;
  readonly keys: number;
}

/** How much an account owns, beside conversations. */
export async function countResources(db: Database, userId: string): Promise<ResourceCounts> {
  const of = async (table: PgTable, owner: PgColumn): Promise<number> =>
    (await db.select({ value: count() }).from(table).where(eq(owner, userId)))[0]?.value ?? 0;
  const [documents] = await db
    .select({ value: count() })
    .from(datasetFiles)
    .innerJoin(datasets, eq(datasets.id, datasetFiles.datasetId))
    .where(eq(datasets.ownerId, userId));
  return {
    widgets: await of(widgets, widgets.ownerId),
    bots: await of(bots, bots.ownerId),
    skillsets: await of(skillsets, skillsets.ownerId),
    datasets: await of(datasets, datasets.ownerId),
    documents: documents?.value ?? 0,
    blueprints: await of(blueprints, blueprints.ownerId),
    keys: await of(secrets, secrets.userId),
  };
}

/** Whether this is the only operator. */
export async function isLastOperator(db: Database, userId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(users.isOperator, ne(users.id, userId)))
    .limit(1);
  return other === undefined;
}

/** Some documents of the datasets of an account. */
export async function listDocuments(
  db: Database,
  userId: string,
  take: number,
): Promise<{ id: string; datasetId: string }[]> {
  return db
    .select({ id: datasetFiles.id, datasetId: datasetFiles.datasetId })
    .from(datasetFiles)
    .innerJoin(datasets, eq(datasets.id, datasetFiles.datasetId))
    .where(eq(datasets.ownerId, userId))
    .limit(take);
}

/**
 * Deletes an account with everything that refers to it; conversations and documents are gone before.
 *
 * @param counter - where its usage is counted
 */
export async function deleteUser(
  db: Database,
  { id, email }: { id: string; email: string },
  counter: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(usage).where(eq(usage.subject, counter));
    await tx.delete(hubUses).where(eq(hubUses.subject, id));
    await tx.update(reports).set({ userId: null }).where(eq(reports.userId, id));
    await tx.delete(idempotencyKeys).where(eq(sql`split_part(${idempotencyKeys.caller}, ' ', 1)`, id));
    // Requested codes: the library puts the address into the name.
    await tx.delete(userVerifications).where(sql`position(${email} in ${userVerifications.identifier}) > 0`);
    await tx.delete(users).where(eq(users.id, id));
  });
}
