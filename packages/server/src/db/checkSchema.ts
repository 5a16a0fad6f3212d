import type { CheckResult, CheckTurn } from '@sotto/hub-api';
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './accountSchema';
import { bots, skillsets } from './builderSchema';

const moment = (name: string) => bigint(name, { mode: 'number' });

/** Why the next run is due. */
export type CheckCause = 'hand' | 'save' | 'night';

/** Questions with expectations, which a bot or a skillset must meet. The table is the queue of their runs as well. */
export const checks = pgTable(
  'checks',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    turns: jsonb('turns').$type<CheckTurn[]>().notNull(),
    /** The last run of these turns; null: not run yet. */
    last: jsonb('last').$type<CheckResult>(),
    /** The last run of these turns that passed. */
    lastGreen: jsonb('last_green').$type<CheckResult>(),
    /** When it runs next, and why. */
    dueAt: moment('due_at').notNull(),
    cause: text('cause').$type<CheckCause>().notNull(),
    /** Until when a process runs it, by the clock of the database. */
    takenUntil: moment('taken_until').notNull().default(0),
    /** The conversation of the run in progress, or of one whose process died. */
    conversationId: text('conversation_id'),
    createdAt: moment('created_at').notNull(),
    /** When its name or turns were changed. */
    updatedAt: moment('updated_at').notNull(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What is checked: one of the two is set. */
    botId: text('bot_id').references(() => bots.id, { onDelete: 'cascade' }),
    skillsetId: text('skillset_id').references(() => skillsets.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('checks_owner').on(table.ownerId, table.createdAt),
    index('checks_bot').on(table.botId),
    index('checks_skillset').on(table.skillsetId),
    index('checks_queue').on(table.dueAt),
  ],
);
