import type { Clock, JsonObject } from '@sotto/widget-core/api';
import type { AuditActor } from '../../db/auditSchema';
import type { Database } from '../../db/database';
import { outageOf } from '../../db/outage';
import { keyedDigest } from '../../lib/keyedDigest';
import {
  appendAudit,
  hashOf,
  listAuditRows,
  readAuditHead,
  readAuditRows,
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
}

/** What the log is written with. */
export interface AuditOptions {
  readonly db: Database;
  readonly reader?: Database;
  readonly clock: Clock;
  readonly secret: string | undefined;
}

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
export function createAudit({ db, reader = db, clock, secret }: AuditOptions): Audit {
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
  };
}

/** What a check of the log came to. */
export interface AuditCheck {
  /** Rows that were read. */
  readonly rows: number;
  /** The newest row. */
  readonly head: AuditHead;
  /** The first thing that is wrong, as a sentence; undefined: nothing is. */
  readonly fault: string | undefined;
}

/** Rows that a check reads at once. */
const BATCH = 500;

/**
 * Reads the whole log and computes every hash again.
 *
 * @param known - a newest row that was noted earlier, outside the database: write access to the database allows forging
 *   a whole new chain, but not one that contains this row
 */
export async function verifyAudit(db: Database, known?: AuditHead): Promise<AuditCheck> {
  // Read first: rows that are added meanwhile come after it.
  const promised = await readAuditHead(db);
  let last: AuditHead = { sequence: 0, hash: '0'.repeat(64) };
  let wasKnownSeen = known === undefined;
  const fault = (text: string): AuditCheck => ({ rows: last.sequence, head: last, fault: text });
  for (;;) {
    const rows = await readAuditRows(db, last.sequence, BATCH);
    for (const row of rows) {
      const expected = last.sequence + 1;
      if (row.sequence !== expected)
        return fault(
          `Row ${String(expected)} is missing: row ${String(row.sequence)} follows ${String(last.sequence)}`,
        );
      if (row.previous !== last.hash)
        return fault(`Row ${String(row.sequence)} does not follow the row before it: one of them was changed`);
      if (row.hash !== hashOf(row)) return fault(`Row ${String(row.sequence)} was changed`);
      if (row.sequence === promised.sequence && row.hash !== promised.hash)
        return fault(`Row ${String(row.sequence)} is not the one that was recorded last`);
      if (known?.sequence === row.sequence) {
        if (known.hash !== row.hash) return fault(`Row ${String(row.sequence)} is not the one that was noted`);
        wasKnownSeen = true;
      }
      last = row;
    }
    if (rows.length < BATCH) break;
  }
  if (last.sequence < promised.sequence)
    return fault(`Rows ${String(last.sequence + 1)} to ${String(promised.sequence)} are missing from the end`);
  if (!wasKnownSeen) return fault(`Row ${String(known?.sequence)}, which was noted, is missing`);
  return { rows: last.sequence, head: { sequence: last.sequence, hash: last.hash }, fault: undefined };
}
