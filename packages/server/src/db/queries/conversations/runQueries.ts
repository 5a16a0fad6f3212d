import { and, asc, desc, eq, inArray, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../database';
import { runs, type Draft } from '../../schema';

/** A stored run. */
export type Run = typeof runs.$inferSelect;
/** State of a run. */
export type RunStatus = 'running' | 'done' | 'failed' | 'interrupted';

/** A starting run; its start and first heartbeat default to the database's clock. */
export type NewRun = Omit<typeof runs.$inferInsert, 'heartbeatAt' | 'createdAt'> & {
  readonly heartbeatAt?: number;
  readonly createdAt?: number;
};

/** The database's clock, in milliseconds since the epoch, shared by all processes. */
const DATABASE_NOW = sql<number>`(extract(epoch from now()) * 1000)::bigint`;

/** Adds a running run. @returns undefined if the conversation already has one */
export async function insertRun(db: Database, run: NewRun): Promise<Run | undefined> {
  const [stored] = await db
    .insert(runs)
    .values({ heartbeatAt: DATABASE_NOW, createdAt: DATABASE_NOW, ...run })
    .onConflictDoNothing()
    .returning();
  return stored;
}

/** The newest run of a message, by its client id or the key of its request; or undefined. */
export async function readRunOfSend(
  db: Database,
  conversationId: string,
  clientId: string | undefined,
  key: string | undefined,
): Promise<Run | undefined> {
  const names = [
    clientId === undefined ? undefined : eq(runs.clientId, clientId),
    key === undefined ? undefined : eq(runs.idempotencyKey, key),
  ];
  if (names.every((name) => name === undefined)) return undefined;
  const [run] = await db
    .select()
    .from(runs)
    .where(and(eq(runs.conversationId, conversationId), or(...names)))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  return run;
}

/** The running run of a conversation, or undefined. */
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
  return db
    .select()
    .from(runs)
    .where(eq(runs.conversationId, conversationId))
    .orderBy(asc(runs.createdAt), asc(runs.id))
    .limit(take);
}

/** The newest run of a conversation, or undefined. */
export async function readNewestRun(db: Database, conversationId: string): Promise<Run | undefined> {
  const [run] = await db
    .select()
    .from(runs)
    .where(eq(runs.conversationId, conversationId))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  return run;
}

/** The newest run that wrote a message, or undefined. */
export async function readRunOfMessage(
  db: Database,
  conversationId: string,
  messageId: string,
): Promise<Run | undefined> {
  const [run] = await db
    .select()
    .from(runs)
    .where(and(eq(runs.conversationId, conversationId), eq(runs.botMessageId, messageId)))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  return run;
}

/** Failed or interrupted runs of a conversation whose messages no later run has continued. */
export async function listBrokenRuns(db: Database, conversationId: string): Promise<Run[]> {
  const later = alias(runs, 'later');
  const wroteTheSame = and(
    eq(later.conversationId, runs.conversationId),
    eq(later.botMessageId, runs.botMessageId),
    sql`(${later.createdAt}, ${later.id}) > (${runs.createdAt}, ${runs.id})`,
  );
  return db
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.conversationId, conversationId),
        inArray(runs.status, ['failed', 'interrupted']),
        notExists(db.select({ id: later.id }).from(later).where(wroteTheSame)),
      ),
    );
}

/** Result of a run. */
export interface RunEnd {
  status: Exclude<RunStatus, 'running'>;
  endReason: string | null;
  /** @default null */
  failure?: Run['failure'];
  tokens: number;
  endedAt: number;
}

/**
 * Ends a run and deletes its draft. @returns false if it was not running: another process has considered this one
 * dead
 */
export async function endRun(db: Database, id: string, end: RunEnd): Promise<boolean> {
  const ended = await db
    .update(runs)
    .set({ ...end, draft: null })
    .where(and(eq(runs.id, id), eq(runs.status, 'running')))
    .returning({ id: runs.id });
  return ended.length > 0;
}

/** Sends a process's heartbeat for its runs, at the database's current time. @returns those it still owns */
export async function beatRuns(db: Database, owner: string): Promise<string[]> {
  const owned = await db
    .update(runs)
    .set({ heartbeatAt: DATABASE_NOW })
    .where(and(eq(runs.owner, owner), eq(runs.status, 'running')))
    .returning({ id: runs.id });
  return owned.map(({ id }) => id);
}

/** Running runs without a heartbeat for `silentMs` milliseconds of the database's clock. */
export async function listSilentRuns(db: Database, silentMs: number): Promise<Run[]> {
  return db
    .select()
    .from(runs)
    .where(and(eq(runs.status, 'running'), lt(runs.heartbeatAt, sql`${DATABASE_NOW} - ${silentMs}::bigint`)));
}

/** All running runs. */
export async function listRunningRuns(db: Database): Promise<Run[]> {
  return db.select().from(runs).where(eq(runs.status, 'running'));
}

/** Owner name of a run that its process has handed over. */
export const HANDED_OVER = 'handed-over';

/** Hands a run over, with its text so far. @returns false if this process no longer owns it */
export async function handOverRun(db: Database, id: string, owner: string, draft: Draft): Promise<boolean> {
  const left = await db
    .update(runs)
    .set({ owner: HANDED_OVER, draft, heartbeatAt: DATABASE_NOW })
    .where(and(eq(runs.id, id), eq(runs.owner, owner), eq(runs.status, 'running')))
    .returning({ id: runs.id });
  return left.length > 0;
}

/** Takes over a run. @returns undefined if another process has */
export async function takeOverRun(db: Database, id: string, owner: string): Promise<Run | undefined> {
  const [taken] = await db
    .update(runs)
    .set({ owner, heartbeatAt: DATABASE_NOW })
    .where(and(eq(runs.id, id), eq(runs.owner, HANDED_OVER), eq(runs.status, 'running')))
    .returning();
  return taken;
}

/** Processes with running runs, except one. */
export async function listWriters(db: Database, except: string): Promise<string[]> {
  const found = await db
    .selectDistinct({ owner: runs.owner })
    .from(runs)
    .where(and(eq(runs.status, 'running'), ne(runs.owner, except)));
  return found.map(({ owner }) => owner);
}

/** The running runs of these processes. */
export async function listRunsOf(db: Database, owners: readonly string[]): Promise<Run[]> {
  if (owners.length === 0) return [];
  return db
    .select()
    .from(runs)
    .where(and(eq(runs.status, 'running'), inArray(runs.owner, [...owners])));
}

/** Which of these runs have ended. */
export async function listEndedRuns(db: Database, ids: readonly string[]): Promise<Run[]> {
  return db
    .select()
    .from(runs)
    .where(and(inArray(runs.id, [...ids]), ne(runs.status, 'running')));
}

/**
 * Stores drafts of running replies in a single statement. It skips locked rows, so that two such statements cannot
 * deadlock.
 *
 * @returns ids of stored ones
 */
export async function saveDrafts(
  db: Database,
  drafts: readonly { readonly id: string; readonly draft: Draft }[],
): Promise<string[]> {
  if (drafts.length === 0) return [];
  const free = db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        inArray(
          runs.id,
          drafts.map(({ id }) => id),
        ),
        eq(runs.status, 'running'),
      ),
    )
    .for('update', { skipLocked: true })
    .as('free');
  const saved = await db
    .update(runs)
    .set({ draft: sql`given.draft` })
    .from(free)
    .innerJoin(
      sql`jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as given(id text, draft jsonb)`,
      sql`given.id = ${free.id}`,
    )
    .where(eq(runs.id, free.id))
    .returning({ id: runs.id });
  return saved.map(({ id }) => id);
}
