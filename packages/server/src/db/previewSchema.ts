import type { Micro } from '@sotto/widget-core/api';
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

const moment = (name: string) => bigint(name, { mode: 'number' });

/** What link previews have shown, for 24 hours. */
export const previews = pgTable(
  'previews',
  {
    /** Digest of the address. */
    key: text('key').primaryKey(),
    /** Null: there was nothing to show. */
    micro: jsonb('micro').$type<Micro>(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('previews_age').on(table.createdAt)],
);

/** Pictures that previews may show: only addresses that the server wrote here itself are ever fetched. */
export const previewImages = pgTable(
  'preview_images',
  {
    /** Keyed digest of the address: it cannot be forged. */
    hash: text('hash').primaryKey(),
    url: text('url').notNull(),
    /** When fetching it last failed. */
    failedAt: moment('failed_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('preview_images_age').on(table.createdAt)],
);
