import { createHash } from 'node:crypto';
import type { Json } from '@sotto/widget-core/api';
import { and, asc, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import { auditLog } from '../../auditSchema';
import type { Database } from '../../database';
import { settings } from '../../schema';
import { sortedJson } from '../../../lib/sortedJson';

/** A row of the audit log. */
export type AuditRow = typeof auditLog.$inferSelect;
/** What is recorded; number and hashes are added. */
export type AuditEntry = Omit<AuditRow, 'sequence' | 'previous' | 'hash'>;

/** The newest row: how many there are, and the hash that all of them lead to. */
export interface AuditHead {
  readonly sequence: number;
  readonly hash: string;
}

/** Setting with the newest row's number and hash. It is what a missing end of the log is noticed by. */
const HEAD = 'audit-head';
const BEGIN: AuditHead = { sequence: 0, hash: '0'.repeat(64) };

/**
 * Adds rows after the newest one, all or none. Processes that add at the same moment wait for each other, so that of
 * several reads (`withoutKnownReads`) at once, one is added.
 */
export async function appendAudit(db: Database, given: readonly AuditEntry[]): Promise<void> {
  const updatedAt = given.at(-1)?.createdAt;
  if (updatedAt === undefined) return;
  await db.transaction(async (tx) => {
    const head = await holdHead(tx, updatedAt);
    const entries = await withoutKnownReads(tx, given);
    if (entries.length > 0) await addRows(tx, head, entries);
  });
}

/** Reads the newest row, and keeps others from adding one until the transaction ends. */
async function holdHead(tx: Database, updatedAt: number): Promise<AuditHead> {
  const begin = writeHead(BEGIN);
  await tx.insert(settings).values({ key: HEAD, value: begin, updatedAt }).onConflictDoNothing();
  const [held] = await tx.select().from(settings).where(eq(settings.key, HEAD)).for('update');
  return readHead(held?.value ?? begin);
}

async function addRows(tx: Database, newest: AuditHead, entries: readonly AuditEntry[]): Promise<void> {
  let head = newest;
  const rows = entries.map((entry) => {
    const unsigned = { ...entry, sequence: head.sequence + 1, previous: head.hash };
    const row = { ...unsigned, hash: hashOf(unsigned) };
    head = row;
    return row;
  });
  await tx.insert(auditLog).values(rows);
  await tx
    .update(settings)
    .set({ value: writeHead(head), updatedAt: entries.at(-1)?.createdAt ?? 0 })
    .where(eq(settings.key, HEAD));
}

/** The action of a row about rows that were deleted: all up to `details.through`, whose hash is `details.hash`. */
const CUT = 'audit.cut';

/** The newest of the rows that were deleted according to such a row; undefined for other rows. */
export function readCut({ action, details: { through, hash } }: AuditRow): AuditHead | undefined {
  return action === CUT && typeof through === 'number' && typeof hash === 'string'
    ? { sequence: through, hash }
    : undefined;
}

/**
 * Deletes the oldest rows, those from before a moment, and adds a row that records it: the database deletes no others.
 *
 * @param take - at most so many: rows are added meanwhile only after it
 * @returns how many
 */
export async function cutAudit(
  db: Database,
  { before, now, take }: { before: number; now: number; take: number },
): Promise<number> {
  return db.transaction(async (tx) => {
    const head = await holdHead(tx, now);
    const oldest = await tx
      .select({ sequence: auditLog.sequence, hash: auditLog.hash, createdAt: auditLog.createdAt })
      .from(auditLog)
      .orderBy(asc(auditLog.sequence))
      .limit(take);
    const isKept = oldest.findIndex(({ createdAt }) => createdAt >= before);
    const gone = isKept === -1 ? oldest : oldest.slice(0, isKept);
    const last = gone.at(-1);
    if (!last) return 0;
    const details = { rows: gone.length, through: last.sequence, hash: last.hash };
    const nobody = { accountId: null, actorId: null, keyId: null, network: null, targetType: null, targetId: null };
    await addRows(tx, head, [{ ...nobody, createdAt: now, actor: 'server', action: CUT, details }]);
    await tx.delete(auditLog).where(lte(auditLog.sequence, last.sequence));
    return gone.length;
  });
}

/**
 * Leaves out reads of conversations for which there is a row of the same reader that is less than an hour old, and all
 * but the first of those that are the same.
 */
export async function withoutKnownReads(db: Database, entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const reads = entries.filter((entry) => nameOfRead(entry) !== undefined);
  if (reads.length === 0) return [...entries];
  const since = Math.min(...reads.map(({ createdAt }) => createdAt)) - READ_MS;
  // Found from the newest row backwards: what the log was before the last hour is not read.
  const lastBefore = db
    .select({ sequence: auditLog.sequence })
    .from(auditLog)
    .where(lte(auditLog.createdAt, since))
    .orderBy(desc(auditLog.sequence))
    .limit(1);
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      and(
        gt(auditLog.sequence, sql`coalesce(${lastBefore}, 0)`),
        eq(auditLog.action, READ),
        inArray(
          auditLog.targetId,
          reads.flatMap(({ targetId }) => targetId ?? []),
        ),
      ),
    );
  const known = new Set(rows.map(nameOfRead));
  return entries.filter((entry) => {
    const name = nameOfRead(entry);
    if (name === undefined) return true;
    const isNew = !known.has(name);
    known.add(name);
    return isNew;
  });
}

/** The action of a row about somebody who read a conversation. */
const READ = 'conversation.read';
/** How long such a row stands for further reads, in milliseconds (an hour). */
const READ_MS = 3_600_000;

/** Who read which conversation; undefined for other rows. */
function nameOfRead({ action, actorId, keyId, targetId }: AuditEntry): string | undefined {
  return action === READ && actorId !== null && targetId !== null ? `${actorId} ${keyId ?? ''} ${targetId}` : undefined;
}

/** The recorded newest row. */
export async function readAuditHead(db: Database): Promise<AuditHead> {
  const [held] = await db.select().from(settings).where(eq(settings.key, HEAD)).limit(1);
  return held ? readHead(held.value) : BEGIN;
}

/** Rows in the order they were added, after the one with the number `after`. */
export async function readAuditRows(db: Database, after: number, take: number): Promise<AuditRow[]> {
  return db.select().from(auditLog).where(gt(auditLog.sequence, after)).orderBy(asc(auditLog.sequence)).limit(take);
}

/** Rows of an account, newest first, before the one with the number `before`. No account: rows of the whole server. */
export async function listAuditRows(
  db: Database,
  accountId: string | undefined,
  before: number | undefined,
  take: number,
): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        accountId === undefined ? undefined : eq(auditLog.accountId, accountId),
        before === undefined ? undefined : lt(auditLog.sequence, before),
      ),
    )
    .orderBy(desc(auditLog.sequence))
    .limit(take);
}

/** Hash of a row: SHA-256 of its columns in a fixed order, those of `details` sorted by name. */
export function hashOf(row: Omit<AuditRow, 'hash'>): string {
  const columns: Json[] = [
    row.previous,
    row.sequence,
    row.createdAt,
    row.accountId,
    row.actor,
    row.actorId,
    row.keyId,
    row.network,
    row.action,
    row.targetType,
    row.targetId,
    sortedJson(row.details),
  ];
  return createHash('sha256').update(JSON.stringify(columns)).digest('hex');
}

function writeHead({ sequence, hash }: AuditHead): string {
  return `${String(sequence)} ${hash}`;
}

function readHead(value: string): AuditHead {
  const [sequence, hash = ''] = value.split(' ');
  return { sequence: Number(sequence), hash };
}
