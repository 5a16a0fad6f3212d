import { createHash } from 'node:crypto';
import type { Json } from '@sotto/widget-core/api';
import { and, asc, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import { auditLog } from '../../auditSchema';
import type { Database } from '../../database';
import { settings } from '../../schema';

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
    const begin = writeHead(BEGIN);
    await tx.insert(settings).values({ key: HEAD, value: begin, updatedAt }).onConflictDoNothing();
    const [held] = await tx.select().from(settings).where(eq(settings.key, HEAD)).for('update');
    const entries = await withoutKnownReads(tx, given);
    if (entries.length === 0) return;
    let head = readHead(held?.value ?? begin);
    const rows = entries.map((entry) => {
      const unsigned = { ...entry, sequence: head.sequence + 1, previous: head.hash };
      const row = { ...unsigned, hash: hashOf(unsigned) };
      head = row;
      return row;
    });
    await tx.insert(auditLog).values(rows);
    await tx
      .update(settings)
      .set({ value: writeHead(head), updatedAt })
      .where(eq(settings.key, HEAD));
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
    sorted(row.details),
  ];
  return createHash('sha256').update(JSON.stringify(columns)).digest('hex');
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)]));
}

function writeHead({ sequence, hash }: AuditHead): string {
  return `${String(sequence)} ${hash}`;
}

function readHead(value: string): AuditHead {
  const [sequence, hash = ''] = value.split(' ');
  return { sequence: Number(sequence), hash };
}
