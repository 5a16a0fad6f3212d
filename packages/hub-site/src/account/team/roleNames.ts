import type { WorkspaceRole } from '@sotto/hub-api';

/** Labels of roles. */
export const ROLE_NAMES: Readonly<Record<WorkspaceRole, string>> = {
  owner: 'Owner',
  editor: 'Editor',
  answerer: 'Answerer',
};

/** What each role can do, after “can”. */
export const ROLE_NOTES: Readonly<Record<WorkspaceRole, string>> = {
  owner: 'do everything, including members, keys, webhooks and the plan',
  editor: 'answer visitors and build',
  answerer: 'read conversations and answer visitors',
};

/** The roles to choose from. */
export const ROLE_OPTIONS: readonly (readonly [WorkspaceRole, string])[] = (
  ['answerer', 'editor', 'owner'] as const
).map((role) => [role, `${ROLE_NAMES[role]}: can ${ROLE_NOTES[role]}`] as const);
