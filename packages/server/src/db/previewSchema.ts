import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';

const moment = (name: string) => bigint(name, { mode: 'number' });

/** Link previews, kept for 24 hours. */
export const previews = pgTable(
  'previews',
  {
    /** Keyed digest of the address. */
    key: text('key').primaryKey(),
    /** Encrypted with the address. Null if there was nothing to show. */
    micro: text('micro'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('previews_age').on(table.createdAt)],
);

/** Pictures of previews: only addresses stored here by the server are ever fetched. */
export const previewImages = pgTable(
  'preview_images',
  {
    /** Digest of the picture's name in its path, which is a keyed digest of its address and cannot be forged. */
    hash: text('hash').primaryKey(),
    /** Encrypted with that name, which is known only to recipients of the preview. */
    url: text('url').notNull(),
    /** When it last failed to load. */
    failedAt: moment('failed_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('preview_images_age').on(table.createdAt)],
);
