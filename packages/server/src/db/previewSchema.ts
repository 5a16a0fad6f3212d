import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';

const moment = (name: string) => bigint(name, { mode: 'number' });

/** What link previews have shown, for 24 hours. */
export const previews = pgTable(
  'previews',
  {
    /** Keyed digest of the address. */
    key: text('key').primaryKey(),
    /** Sealed under the address: it cannot be read without it. Null: there was nothing to show. */
    micro: text('micro'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('previews_age').on(table.createdAt)],
);

/** Pictures that previews may show: only addresses that the server wrote here itself are ever fetched. */
export const previewImages = pgTable(
  'preview_images',
  {
    /** Digest of the name in the path of the picture, which is a keyed digest of its address and cannot be forged. */
    hash: text('hash').primaryKey(),
    /** Sealed under that name, which only those have who were sent the preview. */
    url: text('url').notNull(),
    /** When fetching it last failed. */
    failedAt: moment('failed_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('preview_images_age').on(table.createdAt)],
);
