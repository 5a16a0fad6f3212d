import type { UserCaller } from '../../accounts/userCaller';
import { readUser, type StoredUser } from '../../db/queries/accounts/userQueries';
import type { AppContext } from '../../http/appEnv';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';
import { refuseAssistant } from './erasureRoutes';
import { requireBrowser } from './signInSteps';

/** Who works where is decided by a person: neither by a key nor by an assistant that a prompt may have misled. */
export async function requirePerson({ users }: Services, context: AppContext): Promise<UserCaller> {
  const caller = await users.require(context);
  requireBrowser(caller);
  refuseAssistant(context);
  return caller;
}

/** The team in which a call is made. @throws ApiError 409 in a person's own workspace */
export async function requireTeam({ db }: Services, { workspaceId }: UserCaller): Promise<StoredUser> {
  const team = await readUser(db, workspaceId);
  if (!team?.isTeam) throw new ApiError('CONFLICT', 'This is your own workspace. Make a team to work with others');
  return team;
}
