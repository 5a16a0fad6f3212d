import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { usage } from '../../schema';

/** Usage. `costMicros` in millionths of a US dollar. */
export interface Used {
  readonly messages: number;
  readonly tokens: number;
  readonly costMicros: number;
}

/** Adds to counters of subjects in periods. @returns new totals by subject and period */
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

/** Adds to existing counters only: a missing one belongs to somebody who was erased in the meantime. */
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

/** Deletes counters. */
export async function deleteUsage(db: Database, subjects: readonly string[]): Promise<void> {
  await db.delete(usage).where(inArray(usage.subject, [...subjects]));
}

/** Key of a counter, as in `addUsage`. */
export function counterKey({ subject, period }: { readonly subject: string; readonly period: string }): string {
  return `${subject} ${period}`;
}

/** Usage of subjects in a period; subjects without usage are missing. */
export async function readUsage(db: Database, subjects: readonly string[], period: string): Promise<Map<string, Used>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .select()
    .from(usage)
    .where(and(inArray(usage.subject, [...subjects]), eq(usage.period, period)));
  return new Map(rows.map(({ subject, messages, tokens, costMicros }) => [subject, { messages, tokens, costMicros }]));
}

/** Deletes counters of addresses and visitors without usage since `before`. */
export async function deleteOldUsage(db: Database, before: number): Promise<void> {
  await db.delete(usage).where(and(lt(usage.updatedAt, before), sql`${usage.subject} not like 'user:%'`));
}
