import type { CheckResult } from '@sotto/hub-api';
import { and, asc, count, eq, gte, inArray, lt, lte, ne, notExists, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../database';
import { bots, checks, datasetFiles } from '../../schema';
import { oneAtATime } from '../oneAtATime';
import type { StoredPlace } from '../accounts/storageQueries';

/** A check as it is stored. */
export type StoredCheck = typeof checks.$inferSelect;
/** Which checks: of a bot, of a skillset, one of them, or all of the account. */
export interface ChecksOf {
  readonly botId?: string | undefined;
  readonly skillsetId?: string | undefined;
  readonly id?: string | undefined;
}

/** Now, by the clock of the database, which all processes share. */
const DATABASE_NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

const which = (ownerId: string, { botId, skillsetId, id }: ChecksOf) =>
  and(
    eq(checks.ownerId, ownerId),
    botId === undefined ? undefined : eq(checks.botId, botId),
    skillsetId === undefined ? undefined : eq(checks.skillsetId, skillsetId),
    id === undefined ? undefined : eq(checks.id, id),
  );

/** Checks with whether a process runs each now, the oldest first. */
export async function listChecks(
  db: Database,
  ownerId: string,
  of: ChecksOf,
): Promise<{ check: StoredCheck; isRunning: boolean }[]> {
  return db
    .select({ check: checks, isRunning: sql<boolean>`${checks.takenUntil} > ${DATABASE_NOW}` })
    .from(checks)
    .where(which(ownerId, of))
    .orderBy(asc(checks.createdAt), asc(checks.id));
}

/** How many checks a bot or skillset has, how many of them passed, and when the earliest of these runs was. */
export async function countChecks(
  db: Database,
  type: 'bot' | 'skillset',
  id: string,
): Promise<{ total: number; passed: number; since: number | null }> {
  const isPassed = sql`${checks.last} ->> 'status' = 'passed'`;
  const [row] = await db
    .select({
      total: count(),
      passed: sql<number>`(count(*) filter (where ${isPassed}))::int`,
      since: sql<number | null>`min((${checks.last} ->> 'startedAt')::float8) filter (where ${isPassed})`,
    })
    .from(checks)
    .where(eq(type === 'bot' ? checks.botId : checks.skillsetId, id));
  return row ?? { total: 0, passed: 0, since: null };
}

/** How many of an account's checks failed when they last ran. */
export async function countFailedChecks(db: Database, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ value: count() })
    .from(checks)
    .where(and(which(ownerId, {}), sql`${checks.last} ->> 'status' = 'failed'`));
  return row?.value ?? 0;
}

/** Adds checks, unless the account would have too many. @returns whether they were added */
export async function insertChecks(
  db: Database,
  ownerId: string,
  rows: readonly (typeof checks.$inferInsert)[],
  max: number,
): Promise<boolean> {
  if (rows.length === 0) return true;
  return oneAtATime(db, 'users', ownerId, async (tx) => {
    const [own] = await tx.select({ value: count() }).from(checks).where(eq(checks.ownerId, ownerId));
    if ((own?.value ?? 0) + rows.length > max) return false;
    await tx.insert(checks).values([...rows]);
    return true;
  });
}

/** Changes a check. Results of other turns are forgotten. @returns whether the account has it */
export async function updateCheck(
  db: Database,
  ownerId: string,
  id: string,
  change: Partial<Pick<StoredCheck, 'name' | 'turns' | 'dueAt' | 'cause' | 'updatedAt'>>,
): Promise<boolean> {
  const changed = await db
    .update(checks)
    .set({ ...change, ...(change.turns && { last: null, lastGreen: null }) })
    .where(which(ownerId, { id }))
    .returning({ id: checks.id });
  return changed.length > 0;
}

/** Deletes a check with its results. @returns whether the account had it */
export async function deleteCheck(db: Database, ownerId: string, id: string): Promise<boolean> {
  const gone = await db.delete(checks).where(which(ownerId, { id })).returning({ id: checks.id });
  return gone.length > 0;
}

/** Lets checks run now. @returns their ids */
export async function requestRuns(db: Database, ownerId: string, of: ChecksOf, now: number): Promise<string[]> {
  const rows = await db
    .update(checks)
    .set({ dueAt: now, cause: 'hand' })
    .where(which(ownerId, of))
    .returning({ id: checks.id });
  return rows.map(({ id }) => id);
}

/** Bots and skillsets whose answers depend on what is stored in a place; undefined: no answer does. */
export async function dependentsOf(db: Database, { kind, id }: StoredPlace): Promise<SQL | undefined> {
  const botsWith = (column: typeof bots.skillsets | typeof bots.datasets, part: string) =>
    inArray(
      checks.botId,
      db
        .select({ id: bots.id })
        .from(bots)
        .where(sql`${column} @> ${JSON.stringify([part])}::jsonb`),
    );
  switch (kind) {
    case 'bot':
      return eq(checks.botId, id);
    case 'skillset':
      return or(eq(checks.skillsetId, id), botsWith(bots.skillsets, id));
    case 'dataset':
      return botsWith(bots.datasets, id);
    case 'document': {
      const [file] = await db
        .select({ datasetId: datasetFiles.datasetId })
        .from(datasetFiles)
        .where(eq(datasetFiles.id, id));
      return file && botsWith(bots.datasets, file.datasetId);
    }
    default:
      return undefined;
  }
}

/** Lets checks run some time after the last of several saves. A save just after another writes nothing. */
export async function requestAfterSave(
  db: Database,
  ownerId: string,
  dependents: SQL,
  { now, waitMs }: { now: number; waitMs: number },
): Promise<void> {
  await db
    .update(checks)
    .set({ dueAt: now + waitMs, cause: 'save' })
    .where(
      and(
        eq(checks.ownerId, ownerId),
        dependents,
        or(ne(checks.cause, 'save'), lt(checks.dueAt, now + waitMs - 1_000)),
      ),
    );
}

/** Takes the check that has been due longest, of an account none of whose checks is running. */
export async function claimCheck(db: Database, now: number, leaseMs: number): Promise<StoredCheck | undefined> {
  const others = alias(checks, 'others');
  const isIdle = notExists(
    db
      .select({ id: others.id })
      .from(others)
      .where(and(eq(others.ownerId, checks.ownerId), gte(others.takenUntil, DATABASE_NOW))),
  );
  const next = db
    .select({ id: checks.id })
    .from(checks)
    .where(and(lte(checks.dueAt, now), lt(checks.takenUntil, DATABASE_NOW), isIdle))
    .orderBy(asc(checks.dueAt), asc(checks.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [check] = await db
    .update(checks)
    .set({ takenUntil: sql`${DATABASE_NOW} + ${leaseMs}::bigint` })
    .where(eq(checks.id, next))
    .returning();
  return check;
}

/** Keeps a check taken. */
export async function keepCheck(db: Database, id: string, leaseMs: number): Promise<void> {
  await db
    .update(checks)
    .set({ takenUntil: sql`${DATABASE_NOW} + ${leaseMs}::bigint` })
    .where(eq(checks.id, id));
}

/**
 * Stores the result of a run, unless the check was changed meanwhile, and plans the next run, unless one was requested
 * meanwhile. @param result - undefined: the run was broken off, and is still due
 */
export async function settleCheck(
  db: Database,
  taken: StoredCheck,
  result: CheckResult | undefined,
  nextAt: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(checks)
      .set({ takenUntil: 0, ...(result && { conversationId: null }) })
      .where(eq(checks.id, taken.id));
    if (!result) return;
    await tx
      .update(checks)
      .set({ last: result, ...(result.status === 'passed' && { lastGreen: result }) })
      .where(and(eq(checks.id, taken.id), eq(checks.updatedAt, taken.updatedAt)));
    await tx
      .update(checks)
      .set({ dueAt: nextAt, cause: 'night' })
      .where(and(eq(checks.id, taken.id), eq(checks.dueAt, taken.dueAt)));
  });
}

/** Notes the conversation in which a check is played. */
export async function noteConversation(db: Database, id: string, conversationId: string): Promise<void> {
  await db.update(checks).set({ conversationId }).where(eq(checks.id, id));
}
