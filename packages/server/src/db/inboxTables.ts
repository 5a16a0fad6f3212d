import { sql } from 'drizzle-orm';
import { bigint, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accountSchema';

const ownerId = () =>
  text('owner_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** The labels of an account. */
export const labels = pgTable(
  'labels',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    ownerId: ownerId(),
  },
  (table) => [uniqueIndex('labels_name').on(table.ownerId, sql`lower(${table.name})`)],
);

/** Texts that the people of an account send again and again. */
export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    text: text('text').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    updatedAt: bigint('updated_at', { mode: 'number' }).notNull(),
    ownerId: ownerId(),
  },
  (table) => [uniqueIndex('canned_replies_name').on(table.ownerId, sql`lower(${table.name})`)],
);
