import { WORKSPACE_ROLES, type WorkspaceRole } from '@sotto/hub-api';
import { ApiError } from '../lib/apiError';

/** Whom a call is for: everybody about their own account, or members of a workspace from this role on. */
export type CallFor = 'own' | WorkspaceRole;

const THING = '(?:blueprint|bot|dataset|skillset|integration/widget)';

/**
 * What each role may do, by paths below `/v1`; the first that fits counts. What is in no row is for owners.
 *
 * `own` calls are about the person and not the workspace: they are made as in the person's own one.
 */
const CALLS: readonly (readonly [path: RegExp, isFor: CallFor])[] = [
  [/^(?:auth\/session|workspace\/list)$/, 'answerer'],
  [/^(?:account|assistant|auth|operator)\//, 'own'],
  [/^workspace\/(?:create|leave|select|invitation\/(?:accept|read))$/, 'own'],
  [/^inbox\/reply\/(?!list$)/, 'editor'],
  // Answering visitors, and seeing what they wrote.
  [/^inbox\//, 'answerer'],
  [/^(?:contact|conversation|label|vote|workspace\/member|integration\/widget)\/list$/, 'answerer'],
  [/^insights\/(?:fetch|unanswered)$/, 'answerer'],
  [/^conversation\/[^/]+\/(?:abort|assign|complete|fetch|hand-back|take-over|typing|update)$/, 'answerer'],
  [/^conversation\/[^/]+\/(?:label|mail|message|note)\//, 'answerer'],
  [/^hub\//, 'answerer'],
  // Building, and everything that is done to a single conversation.
  [new RegExp(`^${THING}/`), 'editor'],
  [/^(?:conversation|contact|label|insights)\/[^/]+\/[^/]+$/, 'editor'],
  [/^conversation\/[^/]+\/session\/create$/, 'editor'],
  [/^(?:contact|insights|vote)\/(?:answer|export)$/, 'editor'],
  [/^(?:channel|check|site|usage)\//, 'editor'],
  [/^graphql$/, 'editor'],
];

/** Whom a call is for. */
export function callFor(path: string): CallFor {
  const call = path.replace(/^.*?\/v1\//, '');
  return CALLS.find(([pattern]) => pattern.test(call))?.[1] ?? 'owner';
}

/** Whether one role may do everything that another may. */
function includesRole(role: WorkspaceRole, other: WorkspaceRole): boolean {
  return WORKSPACE_ROLES.indexOf(role) <= WORKSPACE_ROLES.indexOf(other);
}

/** @throws ApiError 403 for a role that the call is not for */
export function requireRole(role: WorkspaceRole, isFor: WorkspaceRole): void {
  if (!includesRole(role, isFor))
    throw new ApiError('NOT_AUTHORIZED', `Your role in this team, ${role}, does not allow this`);
}
