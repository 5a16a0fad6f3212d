import { and, asc, desc, eq, inArray, lt, or } from 'drizzle-orm';
import type { Database } from '../database';
import { runs } from '../schema';

/** A run as it is stored. */
export type Run = typeof runs.$inferSelect;
/** How a run stands. */
export type RunStatus = 'running' | 'done' | 'failed' | 'interrupted';

/** Adds a running run. @returns undefined when another one runs in this conversation */
export async function insertRun(db: Database, run: typeof runs.$inferInsert): Promise<Run | undefined> {
  const [stored] = await db.insert(runs).values(run).onConflictDoNothing().returning();
  return stored;
}

/** The newest run of a send, by the client's message id or the key of its request; or undefined. */
export async function readRunOfSend(db: Database, conversationId: string, clientId: string | undefined, key: string | undefined): Promise<Run | undefined> {
  const names = [clientId === undefined ? undefined : eq(runs.clientId, clientId), key === undefined ? undefined : eq(runs.idempotencyKey, key)];
  if (names.every((name) => name === undefined)) return undefined;
  const [run] = await db
    .select()
    .from(runs)
    .where(and(eq(runs.conversationId, conversationId), or(...names)))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  return run;
}

/** The run that is being written in this conversation, or undefined. */
export async function readRunningRun(db: Database, conversationId: string): Promise<Run | undefined> {
  const [run] = await db
    .select()
    .from(runs)
    .where(and(eq(runs.conversationId, conversationId), eq(runs.status, 'running')))
    .limit(1);
  return run;
}

/** A run of this conversation, or undefined. */
export async function readRun(db: Database, conversationId: string, id: string): Promise<Run | undefined> {
  const [run] = await db
    .select()
    .from(runs)
    .where(and(eq(runs.conversationId, conversationId), eq(runs.id, id)))
    .limit(1);
  return run;
}

/** The runs of a conversation, oldest first. */
export async function listRuns(db: Database, conversationId: string, take: number): Promise<Run[]> {
  return db.select().from(runs).where(eq(runs.conversationId, conversationId)).orderBy(asc(runs.createdAt), asc(runs.id)).limit(take);
}

/** The newest run of a conversation, or undefined. */
export async function readNewestRun(db: Database, conversationId: string): Promise<Run | undefined> {
  const [run] = await db.select().from(runs).where(eq(runs.conversationId, conversationId)).orderBy(desc(runs.createdAt), desc(runs.id)).limit(1);
  return run;
}

/** The runs of a conversation that came to no good end: failed, or their process died. */
export async function listBrokenRuns(db: Database, conversationId: string): Promise<Run[]> {
  return db
    .select()
    .from(runs)
    .where(and(eq(runs.conversationId, conversationId), inArray(runs.status, ['failed', 'interrupted'])));
}

/** How a run ended. */
export interface RunEnd {
  status: Exclude<RunStatus, 'running'>;
  endReason: string | null;
  /** @default null */
  failure?: Run['failure'];
  tokens: number;
  endedAt: number;
}

/** Ends a run. @returns false when it was not running any more: another process has taken it for dead */
export async function endRun(db: Database, id: string, end: RunEnd): Promise<boolean> {
  const ended = await db
    .update(runs)
    .set(end)
    .where(and(eq(runs.id, id), eq(runs.status, 'running')))
    .returning({ id: runs.id });
  return ended.length > 0;
}

/** Says that a process still writes its runs. @returns those that are still its own */
export async function beatRuns(db: Database, owner: string, now: number): Promise<string[]> {
  const alive = await db
    .update(runs)
    .set({ heartbeatAt: now })
    .where(and(eq(runs.owner, owner), eq(runs.status, 'running')))
    .returning({ id: runs.id });
  return alive.map(({ id }) => id);
}

/** Closes the runs whose process has not been heard of since `silentSince`. @returns their ids */
export async function interruptRuns(db: Database, silentSince: number, now: number): Promise<string[]> {
  const closed = await db
    .update(runs)
    .set({ status: 'interrupted', endReason: 'error', endedAt: now })
    .where(and(eq(runs.status, 'running'), lt(runs.heartbeatAt, silentSince)))
    .returning({ id: runs.id });
  return closed.map(({ id }) => id);
}
