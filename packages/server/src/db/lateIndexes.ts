import { migrationsFolder } from './packageFiles';
import type { IndexPlan } from './vectors';

/** An index that no migration adds, because a migration would block writers while it reads the table. */
export interface LateIndex extends IndexPlan {
  readonly table: string;
}

/** Of a message with a tool call that failed: in a query as in the index, which is found by these very words. */
export const HAS_FAILED_TOOL = `messages.parts @> '[{"type": "tool", "state": "failed"}]'`;

/** Indexes of tables that grow. PostgreSQL builds them after the start, without blocking writers, if there are rows. */
const LATE_INDEXES: readonly LateIndex[] = [
  {
    name: 'conversations_mine',
    table: 'conversations',
    create: (how) =>
      `create index ${how} conversations_mine on conversations (assigned_to, widget_id, last_activity_at, id) ` +
      'where assigned_to is not null',
  },
  {
    name: 'messages_failed_tool',
    table: 'messages',
    create: (how) => `create index ${how} messages_failed_tool on messages (conversation_id) where ${HAS_FAILED_TOOL}`,
  },
];

/** Those of the tables that these migrations make: a test's own may lack the columns. */
export function lateIndexesOf(migrations: string): readonly LateIndex[] {
  return migrations === migrationsFolder() ? LATE_INDEXES : [];
}
