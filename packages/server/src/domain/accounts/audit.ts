import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, JsonObject } from '@sotto/widget-core/api';
import type { AuditActor } from '../../db/auditSchema';
import type { Database } from '../../db/database';
import { outageOf } from '../../db/outage';
import { keyedDigest } from '../../lib/keyedDigest';
import {
  appendAudit,
  cutAudit,
  hashOf,
  listAuditRows,
  readAuditHead,
  readAuditRows,
  readCut,
  withoutKnownReads,
  type AuditEntry,
  type AuditHead,
  type AuditRow,
} from '../../db/queries/accounts/auditQueries';

/** What can be in the audit log. */
export const AUDIT_ACTIONS = [
  'ability.test',
  'ability.update',
  'account.create',
  'account.delete',
  'account.export',
  'account.signin',
  'account.signin-refused',
  'account.signout',
  'audit.cut',
  'audit.export',
  'contact.delete',
  'contact.export',
  'conversation.delete',
  'conversation.export',
  'conversation.read',
  'hub.restore',
  'hub.takedown',
  'invitation.create',
  'invitation.delete',
  'key.create',
  'key.delete',
  'member.delete',
  'member.invite',
  'member.join',
  'member.leave',
  'member.update',
  'member.uninvite',
  'mcp.sign-in',
  'mcp.sign-out',
  'mcp.tool-accept',
  'mcp.tool-update',
  'operator.claim',
  'passkey.add',
  'passkey.remove',
  'password.update',
  'retention.delete',
  'second-factor.add',
  'second-factor.recovery',
  'second-factor.remove',
  'second-factor.reset',
  'server.pause',
  'server.resume',
  'session.revoke',
  'subject.delete',
  'subject.export',
  'team.create',
  'team.delete',
  'tool.answer',
  'tool.ask',
  'tool.call',
  'visitor.sign-out',
  'vote.export',
  'webhook.create',
  'webhook.delete',
  'webhook.off',
  'webhook.secret',
  'webhook.update',
  'widget.create',
  'widget.delete',
  'widget.identity-key',
  'widget.update',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Something that was done. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** The account whose data it concerns; undefined: the whole server. */
  readonly accountId?: string | undefined;
  readonly actor: AuditActor;
  readonly actorId?: string | undefined;
  readonly keyId?: string | undefined;
  /** Network of the caller, see `networkPrefix`. */
  readonly network?: string | undefined;
  readonly target?: { readonly type: string; readonly id: string } | undefined;
  readonly details?: JsonObject | undefined;
}

/** Who did what to which thing. */
export interface Audit {
  /** Adds a row; resolves once it is stored. A request that cannot be recorded fails. */
  append(event: AuditEvent): Promise<void>;
  /** Adds a row for each read of a conversation, unless its reader has one that is less than an hour old. */
  appendReads(events: readonly AuditEvent[]): Promise<void>;
  /** Rows of an account, newest first; without an account those of the whole server. */
  list(accountId: string | undefined, before: number | undefined, take: number): Promise<AuditRow[]>;
  /** Deletes the rows of days that are past their time, and adds rows that record it. @returns how many were deleted */
  sweep(): Promise<number>;
}

/** What the log is written with. */
export interface AuditOptions {
  readonly db: Database;
  readonly reader?: Database;
  readonly clock: Clock;
  readonly secret: string | undefined;
  /** How many days rows are kept. @default for ever */
  readonly keepDays?: number | undefined;
}

const DAY_MS = 86_400_000;
/** Rows that are deleted together: others are not added for a tenth of a second. */
const CUT_TOGETHER = 5_000;
/** Most rows that are added at once: they are one statement. */
const TOGETHER_MAX = 500;

/** What waits to be added, and who waits for it. */
interface Waiting {
  readonly entry: AuditEntry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * What is recorded while rows are being added is added together afterwards: the log grows by one transaction at a time
 * anyway, because each row has the hash of the one before.
 *
 * @param db - for adding, which must not wait for other work
 * @param reader - for reading. @default db
 * @param secret - rows outlive what they are about: a subject, which is a name or a mail address, is recorded as a digest
 *   that only this server can compute, of the account and the subject. Undefined: no subject is ever recorded
 */
export function createAudit({ db, reader = db, clock, secret, keepDays }: AuditOptions): Audit {
  const nameOf = (target: NonNullable<AuditEvent['target']>, accountId = ''): string => {
    if (target.type !== 'subject') return target.id;
    if (secret === undefined) throw new Error('Subjects are recorded as digests, which need the secret');
    return `subject_${keyedDigest(secret, 'audited subjects')(`${accountId} ${target.id}`).slice(0, 22)}`;
  };
  let waiting: Waiting[] = [];
  let isAdding = false;

  async function addAll(): Promise<void> {
    isAdding = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, TOGETHER_MAX);
      waiting = waiting.slice(TOGETHER_MAX);
      await add(batch);
    }
    isAdding = false;
  }

  async function add(batch: readonly Waiting[]): Promise<void> {
    try {
      await appendAudit(
        db,
        batch.map(({ entry }) => entry),
      );
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // One row that the database refuses is no reason to refuse the others; an outage is.
      if (batch.length > 1 && outageOf(error) === undefined) for (const each of batch) await add([each]);
      else for (const { reject } of batch) reject(error);
    }
  }

  const toEntry = (event: AuditEvent): AuditEntry => {
    const { action, accountId, actor, actorId, keyId, network, target, details } = event;
    return {
      createdAt: clock.now(),
      accountId: accountId ?? null,
      actor,
      actorId: actorId ?? null,
      keyId: keyId ?? null,
      network: network ?? null,
      action,
      targetType: target?.type ?? null,
      targetId: target ? nameOf(target, accountId) : null,
      details: details ?? {},
    };
  };
  const enqueue = (entry: AuditEntry): Promise<void> => {
    const added = new Promise<void>((resolve, reject) => waiting.push({ entry, resolve, reject }));
    if (!isAdding) void addAll();
    return added;
  };

  return {
    append: async (event) => enqueue(toEntry(event)),
    async appendReads(events) {
      // Most are known: those do not wait for the log.
      await Promise.all((await withoutKnownReads(reader, events.map(toEntry))).map(enqueue));
    },
    list: (accountId, before, take) => listAuditRows(reader, accountId, before, take),
    async sweep() {
      if (keepDays === undefined) return 0;
      const now = clock.now();
      // Whole days: one row a day records what was deleted.
      const before = (Math.floor(now / DAY_MS) - keepDays) * DAY_MS;
      let rows = 0;
      for (;;) {
        const gone = await cutAudit(db, { before, now, take: CUT_TOGETHER });
        rows += gone;
        if (gone < CUT_TOGETHER) return rows;
        await nextTurn(); // The embedded database works in this thread.
      }
    },
  };
}

/** What a check of the log came to. */
export interface AuditCheck {
  /** Rows that were read. */
  readonly rows: number;
  /** The newest row. */
  readonly head: AuditHead;
  /** Rows up to this number were deleted when their time was over, as a later row records; 0: none. */
  readonly cutThrough: number;
  /** The first thing that is wrong, as a sentence; undefined: nothing is. */
  readonly fault: string | undefined;
}

/** Rows that a check reads at once. */
const BATCH = 500;

/**
 * Reads the whole log and computes every hash again. Rows may be missing from its beginning where a later row records
 * that they were deleted, with the hash of the last of them.
 *
 * @param known - a newest row that was noted earlier, outside the database: write access to the database allows forging
 *   a whole new chain, but not one that contains this row
 */
export async function verifyAudit(db: Database, known?: AuditHead): Promise<AuditCheck> {
  // Read first: rows that are added meanwhile come after it.
  const promised = await readAuditHead(db);
  const [oldest] = await readAuditRows(db, 0, 1);
  const begin: AuditHead = { sequence: (oldest?.sequence ?? 1) - 1, hash: oldest?.previous ?? '0'.repeat(64) };
  let last = begin;
  let isCutKnown = begin.sequence === 0;
  let wasKnownSeen = known === undefined || (known.sequence === begin.sequence && known.hash === begin.hash);
  const check = (text: string | undefined): AuditCheck => ({
    rows: last.sequence - begin.sequence,
    head: { sequence: last.sequence, hash: last.hash },
    cutThrough: begin.sequence,
    fault: text,
  });
  for (;;) {
    const rows = await readAuditRows(db, last.sequence, BATCH);
    for (const row of rows) {
      const expected = last.sequence + 1;
      if (row.sequence !== expected)
        return check(
          `Row ${String(expected)} is missing: row ${String(row.sequence)} follows ${String(last.sequence)}`,
        );
      if (row.previous !== last.hash)
        return check(`Row ${String(row.sequence)} does not follow the row before it: one of them was changed`);
      if (row.hash !== hashOf(row)) return check(`Row ${String(row.sequence)} was changed`);
      if (row.sequence === promised.sequence && row.hash !== promised.hash)
        return check(`Row ${String(row.sequence)} is not the one that was recorded last`);
      if (known?.sequence === row.sequence) {
        if (known.hash !== row.hash) return check(`Row ${String(row.sequence)} is not the one that was noted`);
        wasKnownSeen = true;
      }
      const cut = readCut(row);
      if (cut?.sequence === begin.sequence && cut.hash === begin.hash) isCutKnown = true;
      last = row;
    }
    if (rows.length < BATCH) break;
  }
  if (last.sequence < promised.sequence)
    return check(`Rows ${String(last.sequence + 1)} to ${String(promised.sequence)} are missing from the end`);
  if (!isCutKnown)
    return check(`Rows 1 to ${String(begin.sequence)} are missing, and no row records that they were deleted`);
  if (!wasKnownSeen) return check(`Row ${String(known?.sequence)}, which was noted, is missing`);
  return check(undefined);
}
