import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { bigint, index, integer, jsonb, text, type AnyPgColumn } from 'drizzle-orm/pg-core';

/** How a conversation stands for the people who answer: `waiting` is for a person, `solved` needs no answer. */
export type ConversationState = 'open' | 'waiting' | 'solved';

/** The person who answers instead of the bot. */
export interface Agent {
  readonly userId: string;
  readonly name: string;
  readonly picture?: string | undefined;
}

/** What the inbox keeps of a conversation. */
export const inboxColumns = () => ({
  state: text('state').$type<ConversationState>().notNull().default('open'),
  /** Who has taken it over; null: the bot answers. */
  agent: jsonb('agent').$type<Agent>(),
  /** Until when that person is shown as typing. */
  typingUntil: bigint('typing_until', { mode: 'number' }),
  /** Grows with everything a visitor's page is to fetch: a message of a person, typing, take-over, hand-back. */
  liveRevision: integer('live_revision').notNull().default(0),
  /** When its owner last read it; null: never. */
  readAt: bigint('read_at', { mode: 'number' }),
  /** Tokens made until then are refused: its visitor was signed out. Null: none are. */
  sessionsEndedAt: bigint('sessions_ended_at', { mode: 'number' }),
});

/** What lists of the inbox are read by. */
export const inboxIndexes = (table: Record<'id' | 'widgetId' | 'lastActivityAt' | 'state', AnyPgColumn>) => [
  index('conversations_inbox').on(table.widgetId, table.lastActivityAt, table.id),
  index('conversations_inbox_state').on(table.widgetId, table.state, table.lastActivityAt, table.id),
];

/** What is kept of a note on a conversation beside whose it is. */
export const noteColumns = () => ({
  id: text('id').primaryKey(),
  /** The name of the account as it was then. */
  author: text('author').notNull(),
  text: text('text').notNull(),
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

/** What is kept of a label beside whose it is. */
export const labelColumns = () => ({
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

/** All marks of ASCII, as SQL; the index knows an expression only with its texts in it. */
const MARKS = sql.raw(`'!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'`);

/**
 * The words of a message for the search: its beginning, because a vector has a largest size, and without marks. With
 * them PostgreSQL looks for addresses and tags from every place again: 32 KiB of `_a_a…` took it 40 seconds.
 */
export const searchVector = (column: SQLWrapper): SQL =>
  sql`to_tsvector('simple', translate(left(${column}, 20000), ${MARKS}, repeat(' ', 32)))`;

export const messageSearchIndex = (table: Record<'text', AnyPgColumn>) =>
  index('messages_search').using('gin', searchVector(table.text));
