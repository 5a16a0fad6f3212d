import type { WorkspaceRole } from '@sotto/hub-api';
import { callFor, requireRole } from '../../accounts/roles';
import type { Database } from '../../db/database';
import { readRole } from '../../db/queries/accounts/memberQueries';
import { ApiError } from '../../lib/apiError';
import type { AppContext } from '../appEnv';

/** Cookie with a browser's workspace; by default the person's own. */
const COOKIE = 'sotto_workspace';
/** Lifetime of the cookie, in seconds (a year). */
const KEPT_SECONDS = 31_536_000;

/** Workspace and role of a call. */
interface Place {
  readonly workspaceId: string;
  readonly role: WorkspaceRole;
}

/**
 * The only place where roles are checked: finds the workspace of a call and refuses roles without permission.
 *
 * @param of - workspace of an API key; undefined for browsers, which have a cookie
 * @throws ApiError 401 for a key of a workspace its creator has left, 403 for an insufficient role
 */
export async function placeOf(
  db: Database,
  context: AppContext,
  userId: string,
  of: { readonly workspaceId: string } | undefined,
): Promise<Place> {
  const isFor = callFor(context.req.path);
  const own: Place = { workspaceId: userId, role: 'owner' };
  const place = of ? await placeOfKey(db, userId, of.workspaceId) : await placeOfBrowser(db, context, own);
  if (isFor !== 'own') {
    requireRole(place.role, isFor);
    return place;
  }
  if (of && place.workspaceId !== userId)
    throw new ApiError('NOT_AUTHORIZED', 'A key of a team cannot access the personal account of its creator');
  return own;
}

async function placeOfKey(db: Database, userId: string, workspaceId: string): Promise<Place> {
  const role = workspaceId === userId ? 'owner' : await readRole(db, workspaceId, userId);
  if (role === undefined) throw new ApiError('NOT_AUTHENTICATED');
  return { workspaceId, role };
}

async function placeOfBrowser(db: Database, context: AppContext, own: Place): Promise<Place> {
  const named = readNamed(context);
  if (named === undefined || named === own.workspaceId) return own;
  const role = await readRole(db, named, own.workspaceId);
  if (role !== undefined) return { workspaceId: named, role };
  nameWorkspace(context, undefined);
  // Data for the team must not end up in their own workspace.
  if (context.req.method !== 'GET' && callFor(context.req.path) !== 'own')
    throw new ApiError('NOT_AUTHORIZED', 'You are no longer a member of this team. Reload the page');
  return own;
}

function readNamed(context: AppContext): string | undefined {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([A-Za-z0-9_-]{1,128})(?:;|$)`).exec(context.req.header('cookie') ?? '')?.[1];
}

/** Stores a browser's workspace. @param workspaceId - undefined for the person's own */
export function nameWorkspace(context: AppContext, workspaceId: string | undefined, isSecure = false): void {
  context.header(
    'Set-Cookie',
    [
      `${COOKIE}=${workspaceId ?? ''}`,
      `Max-Age=${String(workspaceId === undefined ? 0 : KEPT_SECONDS)}`,
      'Path=/',
      'HttpOnly',
      'SameSite=Lax',
      ...(isSecure ? ['Secure'] : []),
    ].join('; '),
    { append: true },
  );
}
