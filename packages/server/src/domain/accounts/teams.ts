import { createHash, randomBytes } from 'node:crypto';
import type { Workspace, WorkspaceRole } from '@sotto/hub-api';
import { createId, isEmailAddress, type Clock } from '@sotto/widget-core/api';
import type { Mail } from '../../accounts/mailer';
import type { AddMail, MailQueue, QueuedMail } from '../../accounts/mailQueue';
import type { UserCaller } from '../../accounts/userCaller';
import type { Database } from '../../db/database';
import {
  acceptWorkspaceInvitation,
  changeMember,
  insertTeam,
  insertWorkspaceInvitation,
  listMembers,
  listTeams,
  readWorkspaceInvitation,
  type StoredInvitation,
} from '../../db/queries/accounts/memberQueries';
import { readUser, type StoredUser } from '../../db/queries/accounts/userQueries';
import { ApiError } from '../../lib/apiError';

/** Maximum number of members of a team, including invitations. */
const MEMBERS_MAX = 100;
/** Maximum number of teams of a person when creating another. */
const TEAMS_MAX = 10;
/** Validity of an invitation, in milliseconds (seven days). */
export const INVITATION_MS = 604_800_000;

const LAST_OWNER = 'A team needs an owner. Make another member an owner first, or delete the team.';

/** Teams: accounts with members. */
export interface Teams {
  /** @param takesOver - moves everything from the person's own workspace to the team. @returns the team's id */
  create(caller: UserCaller, name: string, takesOver: boolean): Promise<string>;
  /**
   * Sends an invitation; an earlier one to the same address becomes invalid.
   *
   * @throws ApiError 409 for a member, 422 for an invalid address or too many invitations
   */
  invite(caller: UserCaller, email: string, role: WorkspaceRole): Promise<string>;
  /** Details of an invitation. @throws ApiError 404 if it has expired */
  readInvitation(token: string): Promise<StoredInvitation & { name: string }>;
  /** Accepts an invitation. @throws ApiError 404 if it has expired, 403 for another address */
  accept(user: StoredUser, token: string): Promise<StoredInvitation>;
  /** @param role - null removes the member. @throws ApiError 404, 409 for the last owner */
  change(workspaceId: string, userId: string, role: WorkspaceRole | null): Promise<void>;
}

/** Dependencies. */
export interface TeamsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly mails: MailQueue;
  /** Public address of the server. */
  readonly baseUrl: () => string;
}

/** @see Teams */
export function createTeams({ db, clock, mails, baseUrl }: TeamsOptions): Teams {
  async function readInvitation(token: string) {
    const invitation = await readWorkspaceInvitation(db, digestOf(token));
    if (!invitation || invitation.expiresAt <= clock.now())
      throw new ApiError('NOT_FOUND', 'This invitation is no longer valid. Ask for a new one');
    return invitation;
  }

  return {
    readInvitation,
    async create({ user }, name, takesOver) {
      if ((await listTeams(db, user.id)).length >= TEAMS_MAX)
        throw new ApiError('UNPROCESSABLE_ENTITY', `You may be in ${String(TEAMS_MAX)} teams at most`);
      const id = createId('team', clock);
      // Every account needs an address; `.invalid` (RFC 2606) receives no mail.
      const email = `${id.toLowerCase()}@teams.invalid`;
      await insertTeam(db, { id, name, email }, { id: user.id, now: clock.now(), takesOver });
      return id;
    },
    async invite({ user, workspaceId }, given, role) {
      const email = given.toLowerCase();
      if (!isEmailAddress(email)) throw invalid('Enter an email address');
      if ((await listMembers(db, workspaceId)).some((member) => member.email.toLowerCase() === email))
        throw new ApiError('CONFLICT', 'This person is a member already');
      const team = await readUser(db, workspaceId);
      const token = randomBytes(32).toString('base64url');
      const invitation = {
        id: createId('invite', clock),
        workspaceId,
        email,
        role,
        digest: digestOf(token),
        invitedBy: user.id,
        expiresAt: clock.now() + INVITATION_MS,
        createdAt: clock.now(),
      };
      const mail = invitationMail(email, team?.name ?? '', role, `${baseUrl()}/join/${token}`);
      await mails.within(db, async (tx, add) => {
        if (!(await insertWorkspaceInvitation(tx, invitation, MEMBERS_MAX)))
          throw new ApiError('UNPROCESSABLE_ENTITY', `A team has ${String(MEMBERS_MAX)} members at most`);
        await add({ ...mail, purpose: 'invitation', accountId: workspaceId });
      });
      return invitation.id;
    },
    async accept(user, token) {
      const invitation = await readInvitation(token);
      if (invitation.email !== user.email.toLowerCase())
        throw new ApiError('NOT_AUTHORIZED', `This invitation is for ${invitation.email}. Sign in with that address`);
      if (!(await acceptWorkspaceInvitation(db, invitation, user.id, clock.now())))
        throw new ApiError('NOT_FOUND', 'This invitation is no longer valid. Ask for a new one');
      return invitation;
    },
    async change(workspaceId, userId, role) {
      const change = await changeMember(db, workspaceId, userId, role);
      if (change === 'unknown') throw new ApiError('NOT_FOUND');
      if (change === 'last-owner') throw new ApiError('CONFLICT', LAST_OWNER);
    },
  };
}

/** Workspaces of a person, their own first; a key has only one. */
export async function listWorkspaces(db: Database, { user, workspaceId, isSecret }: UserCaller): Promise<Workspace[]> {
  const own = { id: user.id, name: user.name.trim() || user.email, role: 'owner' as const, isTeam: false };
  const teams = (await listTeams(db, user.id)).map((team) => ({ ...team, isTeam: true }));
  const all = [own, ...teams].map((each) => ({ ...each, isCurrent: each.id === workspaceId }));
  return isSecret ? all.filter(({ isCurrent }) => isCurrent) : all;
}

/**
 * Recipients of mails about a workspace, and the query of links in them, which opens the page in the right workspace.
 *
 * @param ofRole - only members with this role. @default all
 */
export async function recipientsOf(
  db: Database,
  workspaceId: string,
  ofRole?: WorkspaceRole,
): Promise<{ readonly addresses: readonly string[]; readonly query: string }> {
  const account = await readUser(db, workspaceId);
  if (!account?.isTeam) return { addresses: account ? [account.email] : [], query: '' };
  const members = await listMembers(db, workspaceId);
  return {
    addresses: members.filter(({ role }) => ofRole === undefined || role === ofRole).map(({ email }) => email),
    query: `?workspace=${workspaceId}`,
  };
}

/** Queues a mail for each address, so that none is disclosed to the others. */
export async function addForAll(
  add: AddMail,
  addresses: readonly string[],
  mail: Omit<QueuedMail, 'to'>,
): Promise<void> {
  for (const to of addresses) await add({ to, ...mail });
}

function invitationMail(to: string, team: string, role: WorkspaceRole, link: string): Mail {
  const name = team.replaceAll(/\s+/g, ' ').trim();
  return {
    to,
    subject: `You are invited to the team ${name}`,
    text: [
      `You are invited to work in the team “${name}” as ${role}.`,
      `Open this link and sign in with this address. It works for seven days, once:\n${link}`,
      'If you do not know the team, nothing needs to be done.',
    ].join('\n\n'),
  };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function invalid(message: string): ApiError {
  return new ApiError('UNPROCESSABLE_ENTITY', message, { details: [{ path: 'email', message }] });
}
