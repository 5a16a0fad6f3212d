import type { JsonObject } from '@sotto/widget-core/api';
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * The kind of actor: a person in a browser, a key of an account, a visitor of a widget, an anonymous caller, the
 * server.
 */
export type AuditActor = 'person' | 'key' | 'visitor' | 'anonymous' | 'server';

/**
 * Who did what to which thing. Rows are only ever added: a trigger refuses every change, and each row carries the hash
 * of the one before it. No foreign keys: the record of a deletion outlives what was deleted.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** 1, 2, 3 … without a gap. */
    sequence: bigint('sequence', { mode: 'number' }).primaryKey(),
    /** In milliseconds since the epoch. */
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    /** The account whose data it concerns; null: the whole server. */
    accountId: text('account_id'),
    actor: text('actor').$type<AuditActor>().notNull(),
    /** The person's id, or the conversation of a visitor. */
    actorId: text('actor_id'),
    /** The key that was used. */
    keyId: text('key_id'),
    /** The network that the call came from (/24 or /64), never a whole address. */
    network: text('network'),
    /** Such as `conversation.delete`. */
    action: text('action').notNull(),
    targetType: text('target_type'),
    targetId: text('target_id'),
    /** Counts, names of changed fields; never content. */
    details: jsonb('details').$type<JsonObject>().notNull().default({}),
    /** Hash of the row before; 64 zeros in the first. */
    previous: text('previous').notNull(),
    /** SHA-256 of `previous` and of every other column. */
    hash: text('hash').notNull(),
  },
  (table) => [index('audit_log_account').on(table.accountId, table.sequence)],
);
