import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { datasetFiles, datasets, usage } from '../../schema';

/** What was used. `costMicros` in millionths of a US dollar. */
export interface Used {
  readonly messages: number;
  readonly tokens: number;
  readonly costMicros: number;
}

/** Adds to the counters of these subjects in their spans. @returns what they come to, by subject and span */
export async function addUsage(
  db: Database,
  counters: readonly { subject: string; period: string }[],
  used: Partial<Used>,
  now: number,
): Promise<Map<string, Used>> {
  if (counters.length === 0) return new Map();
  const rows = await db
    .insert(usage)
    .values(counters.map((counter) => ({ ...counter, ...used, updatedAt: now })))
    .onConflictDoUpdate({
      target: [usage.subject, usage.period],
      set: {
        messages: sql`${usage.messages} + excluded.messages`,
        tokens: sql`${usage.tokens} + excluded.tokens`,
        costMicros: sql`${usage.costMicros} + excluded.cost_micros`,
        updatedAt: now,
      },
    })
    .returning();
  return new Map(rows.map(({ subject, period, ...sums }) => [counterKey({ subject, period }), sums]));
}

/**
 * Adds to counters that are there. One that is gone belongs to somebody who was erased meanwhile, and does not come
 * back.
 */
export async function adjustUsage(
  db: Database,
  counters: readonly { subject: string; period: string }[],
  used: Partial<Used>,
  now: number,
): Promise<void> {
  if (counters.length === 0) return;
  const { messages = 0, tokens = 0, costMicros = 0 } = used;
  await db
    .update(usage)
    .set({
      messages: sql`${usage.messages} + ${messages}::int`,
      tokens: sql`${usage.tokens} + ${tokens}::bigint`,
      costMicros: sql`${usage.costMicros} + ${costMicros}::bigint`,
      updatedAt: now,
    })
    .where(or(...counters.map(({ subject, period }) => and(eq(usage.subject, subject), eq(usage.period, period)))));
}

/** Forgets counters. */
export async function deleteUsage(db: Database, subjects: readonly string[]): Promise<void> {
  await db.delete(usage).where(inArray(usage.subject, [...subjects]));
}

/** How `addUsage` names a counter. */
export function counterKey({ subject, period }: { readonly subject: string; readonly period: string }): string {
  return `${subject} ${period}`;
}

/** What these subjects have used in a span, by subject; who used nothing is missing. */
export async function readUsage(db: Database, subjects: readonly string[], period: string): Promise<Map<string, Used>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .select()
    .from(usage)
    .where(and(inArray(usage.subject, [...subjects]), eq(usage.period, period)));
  return new Map(rows.map(({ subject, messages, tokens, costMicros }) => [subject, { messages, tokens, costMicros }]));
}

/** Forgets counters of addresses and visitors that nothing was added to since `before`. */
export async function deleteOldUsage(db: Database, before: number): Promise<void> {
  await db.delete(usage).where(and(lt(usage.updatedAt, before), sql`${usage.subject} not like 'user:%'`));
}

/** Bytes of all dataset files of a person. */
export async function readStorageBytes(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${datasetFiles.size}), 0)::float8` })
    .from(datasetFiles)
    .innerJoin(datasets, eq(datasets.id, datasetFiles.datasetId))
    .where(eq(datasets.ownerId, userId));
  return row?.bytes ?? 0;
}
