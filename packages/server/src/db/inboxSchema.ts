import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { bigint, customType, index, integer, jsonb, text, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { SCOPE_MARK } from './words';

/** State for the people who answer: `waiting` for a person, `solved` if nothing is left to do. */
export type ConversationState = 'open' | 'waiting' | 'solved';

/** The person who answers instead of the bot. */
export interface Agent {
  readonly userId: string;
  /** What visitors read. */
  readonly name: string;
  /** Whether that name stands for one that the person has not chosen yet. */
  readonly isUnnamed?: true;
  readonly picture?: string | undefined;
}

/** Inbox columns of a conversation. */
export const inboxColumns = () => ({
  state: text('state').$type<ConversationState>().notNull().default('open'),
  /** Who has taken it over; null if the bot answers. */
  agent: jsonb('agent').$type<Agent>(),
  /** Until when that person is shown as typing. */
  typingUntil: bigint('typing_until', { mode: 'number' }),
  /**
   * Revision, incremented by everything a visitor's page should load: a person's message, typing, take-over,
   * hand-back.
   */
  liveRevision: integer('live_revision').notNull().default(0),
  /** When its owner last read it; null for never. */
  readAt: bigint('read_at', { mode: 'number' }),
  /** Tokens created until then are refused, because the visitor was signed out. Null for none. */
  sessionsEndedAt: bigint('sessions_ended_at', { mode: 'number' }),
  /** The member who is to answer; null: nobody. Queries end it: a foreign key would be checked while nobody can write. */
  assignedTo: text('assigned_to'),
  /** The page on which it began, without query and fragment; null if unknown. */
  page: text('page'),
  /** Preferred language of the visitor's browser; null if unknown. */
  language: text('language'),
  /** Country by the operator's proxy, ISO 3166-1 alpha-2; null if unknown. */
  country: text('country'),
});

/** Indexes for the inbox. */
export const inboxIndexes = (table: Record<'id' | 'widgetId' | 'lastActivityAt' | 'state', AnyPgColumn>) => [
  index('conversations_inbox').on(table.widgetId, table.lastActivityAt, table.id),
  index('conversations_inbox_state').on(table.widgetId, table.state, table.lastActivityAt, table.id),
];

/** Further columns of a note. */
export const noteColumns = () => ({
  id: text('id').primaryKey(),
  /** Name of the account at that time. */
  author: text('author').notNull(),
  text: text('text').notNull(),
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Further columns of a message's search terms: its words, each prefixed with the scope of its widget, so that a
 * search reads only one widget's words.
 */
export const wordColumns = () => ({
  conversationId: text('conversation_id').notNull(),
  words: tsvector('words').notNull(),
});

export const wordIndexes = (table: Record<'conversationId' | 'words', AnyPgColumn>) => [
  index('message_words_conversation').on(table.conversationId),
  // Without GIN's pending list, which every search would have to read.
  index('message_words_search').using('gin', table.words).with({ fastupdate: false }),
];

/**
 * Prefixes the words of a vector or query with their widget's scope: 24 bits of a digest, because it is stored with
 * each word.
 */
export const inScope = (words: SQLWrapper, widgetId: SQLWrapper): SQL =>
  sql`replace(${words}, ${SCOPE_MARK}::text,
    left(encode(sha256(convert_to(${widgetId}, 'UTF8')), 'hex'), 6) || ${SCOPE_MARK}::text)`;
