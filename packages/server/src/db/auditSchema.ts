import type { JsonObject } from '@sotto/widget-core/api';
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Kind of actor: a person in a browser, an API key, a visitor, an anonymous caller, the server. */
export type AuditActor = 'person' | 'key' | 'visitor' | 'anonymous' | 'server';

/**
 * Audit log. Append-only: a trigger refuses changes, and each row contains the hash of the previous one. No foreign
 * keys, because the record of a deletion outlives the deleted row.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** 1, 2, 3 … without gaps. */
    sequence: bigint('sequence', { mode: 'number' }).primaryKey(),
    /** In milliseconds since the epoch. */
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    /** The account whose data it concerns; null for the whole server. */
    accountId: text('account_id'),
    actor: text('actor').$type<AuditActor>().notNull(),
    /** The person's id, or the conversation of a visitor. */
    actorId: text('actor_id'),
    /** The API key, if one was used. */
    keyId: text('key_id'),
    /** Network of the caller (/24 or /64), never a full address. */
    network: text('network'),
    /** Such as `conversation.delete`. */
    action: text('action').notNull(),
    targetType: text('target_type'),
    targetId: text('target_id'),
    /** Counts, names of changed fields; never content. */
    details: jsonb('details').$type<JsonObject>().notNull().default({}),
    /** Hash of the previous row; 64 zeros in the first. */
    previous: text('previous').notNull(),
    /** SHA-256 of `previous` and of every other column. */
    hash: text('hash').notNull(),
  },
  (table) => [index('audit_log_account').on(table.accountId, table.sequence)],
);
