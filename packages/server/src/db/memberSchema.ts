import type { WorkspaceRole } from '@sotto/hub-api';
import { bigint, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accountSchema';

const moment = (name: string) => bigint(name, { mode: 'number' });
const workspaceId = () =>
  text('workspace_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Members of teams with their roles. A person's own workspace has no rows. */
export const workspaceMembers = pgTable(
  'workspace_members',
  {
    workspaceId: workspaceId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').$type<WorkspaceRole>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index('workspace_members_user').on(table.userId),
  ],
);

/** Pending invitations to teams, one per address and team. */
export const workspaceInvitations = pgTable(
  'workspace_invitations',
  {
    id: text('id').primaryKey(),
    workspaceId: workspaceId(),
    /** In lower case. */
    email: text('email').notNull(),
    role: text('role').$type<WorkspaceRole>().notNull(),
    /** SHA-256 of the token in the link, which is 256 random bits. */
    digest: text('digest').notNull().unique(),
    invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('workspace_invitations_email').on(table.workspaceId, table.email),
    index('workspace_invitations_invited_by').on(table.invitedBy),
  ],
);
