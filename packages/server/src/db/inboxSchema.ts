import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { bigint, customType, index, integer, jsonb, text, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { SCOPE_MARK } from './words';

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

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * What is kept of a message to find it by, beside which one it is: its words, each behind the scope of its widget. So a
 * search reads the words of one widget only, however many others there are and whatever they say.
 */
export const wordColumns = () => ({
  conversationId: text('conversation_id').notNull(),
  words: tsvector('words').notNull(),
});

export const wordIndexes = (table: Record<'conversationId' | 'words', AnyPgColumn>) => [
  index('message_words_conversation').on(table.conversationId),
  // Without the list of new entries that each search would have to read, and that one writer in many has to empty.
  index('message_words_search').using('gin', table.words).with({ fastupdate: false }),
];

/** Puts the scope of a widget before the words of a vector or query: 24 bits of a digest, because each word has it. */
export const inScope = (words: SQLWrapper, widgetId: SQLWrapper): SQL =>
  sql`replace(${words}, ${SCOPE_MARK}::text,
    left(encode(sha256(convert_to(${widgetId}, 'UTF8')), 'hex'), 6) || ${SCOPE_MARK}::text)`;
