import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';

const moment = (name: string) => bigint(name, { mode: 'number' });

/** What the server keeps about itself: its signing key, and what else is made once. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/**
 * Scripts, styles and fonts that browsers are sent to, of this release and of others. An address has the content or the
 * version in it, so the content at an address never changes.
 */
export const browserFiles = pgTable(
  'browser_files',
  {
    /** Below `/integrations/widget/`, such as `assets/main-B1fs3Ab2.js`. */
    path: text('path').primaryKey(),
    /** Brotli, as base64. */
    content: text('content').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When a server last came with it, give or take a day. */
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [index('browser_files_age').on(table.seenAt)],
);
