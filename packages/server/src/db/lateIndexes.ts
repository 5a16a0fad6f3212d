import type { IndexPlan } from './vectors';

/** An index that is no migration's: making it there would keep writers out for as long as its table is read. */
export interface LateIndex extends IndexPlan {
  readonly table: string;
}

/** Indexes of tables that grow. Where rows exist already, they are made after the start, while others write. */
export const LATE_INDEXES: readonly LateIndex[] = [
  {
    name: 'conversations_mine',
    table: 'conversations',
    create: (how) =>
      `create index ${how} conversations_mine on conversations (assigned_to, widget_id, last_activity_at, id) ` +
      'where assigned_to is not null',
  },
];
