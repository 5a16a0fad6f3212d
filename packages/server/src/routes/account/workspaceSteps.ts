import type { UserCaller } from '../../accounts/userCaller';
import { readUser, type StoredUser } from '../../db/queries/accounts/userQueries';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';

/** The team in which a call is made. @throws ApiError 409 in a person's own workspace */
export async function requireTeam({ db }: Services, { workspaceId }: UserCaller): Promise<StoredUser> {
  const team = await readUser(db, workspaceId);
  if (!team?.isTeam) throw new ApiError('CONFLICT', 'This is your own workspace. Create a team to work with others');
  return team;
}
