import type { IndexPlan } from './vectors';

/** An index that no migration adds, because a migration would block writers while it reads the table. */
export interface LateIndex extends IndexPlan {
  readonly table: string;
}

/** Indexes of tables that grow. PostgreSQL builds them after the start, without blocking writers, if there are rows. */
export const LATE_INDEXES: readonly LateIndex[] = [
  {
    name: 'conversations_mine',
    table: 'conversations',
    create: (how) =>
      `create index ${how} conversations_mine on conversations (assigned_to, widget_id, last_activity_at, id) ` +
      'where assigned_to is not null',
  },
];
