import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './accountSchema';

const moment = (name: string) => bigint(name, { mode: 'number' });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Thai and Lao, Burmese, Khmer, Kana, Han: scripts without spaces between words. In regular expressions of JavaScript
 * and of PostgreSQL alike.
 */
export const UNSPACED = String.raw`\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF`;

/** A text in which each character of these scripts is a word, so that a longer text is found as a phrase. */
const spaced = (column: string): string => `regexp_replace(${column}, '([${UNSPACED}])', ' \\1 ', 'g')`;

/** What the Hub shows of everything that people make. */
export function listed() {
  return {
    /** One emoji; empty: the icon of its kind. */
    icon: text('icon').notNull().default(''),
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
    /** A language tag; empty: unknown. */
    language: text('language').notNull().default(''),
    licence: text('licence').notNull().default(''),
    /** Why and when operators took it off the Hub, and what its visibility was; null: they did not. */
    takenDown: jsonb('taken_down').$type<TakenDown>(),
    /** The words it is found by on the Hub: its name weighs most, then tags, then description. */
    hubSearch: tsvector('hub_search').generatedAlwaysAs(
      sql.raw(
        `setweight(to_tsvector('english', ${spaced('"name"')}), 'A') || ` +
          `setweight(to_tsvector('english', ${spaced('"tags"::text')}), 'B') || ` +
          `setweight(to_tsvector('english', ${spaced('"description"')}), 'C')`,
      ),
    ),
  };
}

/** What operators decided about a thing: it is private until they change their mind. */
export interface TakenDown {
  readonly reason: string;
  readonly visibility: 'private' | 'protected' | 'public';
  readonly at: number;
}

/** A kind of thing on the Hub. */
export type HubItemType = 'skillset' | 'bot' | 'dataset' | 'widget' | 'blueprint';

/**
 * Who copied or tried what: one row for each account and each conversation, so nothing is counted twice. Those that are
 * erased are one row for each thing (`FORGOTTEN`), which counts them: the table does not grow with what is gone.
 */
export const hubUses = pgTable(
  'hub_uses',
  {
    type: text('type').$type<HubItemType>().notNull(),
    itemId: text('item_id').notNull(),
    kind: text('kind').$type<'clone' | 'try'>().notNull(),
    /** The account that copied, or the conversation that tried. */
    subject: text('subject').notNull(),
    /** How many: more than one only of those that are erased. */
    count: integer('count').notNull().default(1),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.itemId, table.kind, table.subject] }),
    index('hub_uses_subject').on(table.subject),
    index('hub_uses_item').on(table.itemId),
    index('hub_uses_age').on(table.createdAt),
  ],
);

/** Stars of people who tried or copied a thing; one for each account and thing. */
export const ratings = pgTable(
  'ratings',
  {
    id: text('id').primaryKey(),
    type: text('type').$type<HubItemType>().notNull(),
    itemId: text('item_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    value: integer('value').notNull(),
    comment: text('comment').notNull().default(''),
    /** One of many from one network within a short time: waits for an operator, and does not count. */
    isHeld: boolean('is_held').notNull().default(false),
    /** A digest of where it came from, to notice bursts. */
    network: text('network').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('ratings_one').on(table.type, table.itemId, table.userId),
    index('ratings_network').on(table.network, table.createdAt),
    index('ratings_user').on(table.userId),
    index('ratings_held')
      .on(table.createdAt, table.id)
      .where(sql`${table.isHeld}`),
  ],
);

/** What people find wrong with things of others. */
export const reports = pgTable(
  'reports',
  {
    id: text('id').primaryKey(),
    type: text('type').$type<HubItemType>().notNull(),
    itemId: text('item_id').notNull(),
    reason: text('reason').notNull(),
    text: text('text').notNull().default(''),
    userId: text('user_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('reports_age').on(table.createdAt)],
);

/** One thing of a collection, and why it is there. */
export interface CollectionItem {
  readonly type: HubItemType;
  readonly id: string;
  readonly note: string;
}

/** Things that operators chose for a purpose. */
export const collections = pgTable('collections', {
  slug: text('slug').primaryKey(),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  items: jsonb('items').$type<CollectionItem[]>().notNull().default([]),
  /** Its place among the others. */
  position: integer('position').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** Purchases begun by referred visitors: counted by code and month, without personal data. */
export const referrals = pgTable(
  'referrals',
  {
    code: text('code').notNull(),
    /** Like `2026-11`. */
    period: text('period').notNull(),
    checkouts: integer('checkouts').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.period, table.code] })],
);
