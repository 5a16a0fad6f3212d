import {
  emptyResponseSchema,
  itemListQuerySchema,
  memberListResponseSchema,
  memberUpdateRequestSchema,
  workspaceInvitationAcceptRequestSchema,
  workspaceInvitationCreateRequestSchema,
  workspaceInvitationCreateResponseSchema,
  workspaceInvitationListResponseSchema,
  workspaceInvitationReadResponseSchema,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import {
  deleteWorkspaceInvitation,
  listMembers,
  listWorkspaceInvitations,
} from '../../db/queries/accounts/memberQueries';
import { nameWorkspace } from '../../http/auth/workspaceOf';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { pageOf } from '../../lib/paging';
import { spend } from '../../http/rateLimits';
import { record } from '../../http/record';
import { ApiError } from '../../lib/apiError';
import { refuseAssistant } from './erasureRoutes';
import type { Services } from '../services';
import { requireTeam } from './workspaceSteps';

/** Invitations that a person may send in a minute. */
const INVITATIONS_A_MINUTE = 10;

/** Who works in a team. */
export function memberEndpoints(services: Services): Endpoint[] {
  return [...listedEndpoints(services), ...invitationEndpoints(services), ...joinEndpoints(services)];
}

function listedEndpoints(services: Services): Endpoint[] {
  const { db, teams } = services;
  const list = endpoint(
    {
      method: 'GET',
      path: '/workspace/member/list',
      summary: 'The members of the team',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: memberListResponseSchema,
      errors: [],
    },
    async (context, { caller: { user, workspaceId }, query }) => {
      const { items, cursor } = pageOf(await listMembers(db, workspaceId), query());
      return answer(context, {
        items: items.map(({ image, ...member }) => ({ ...member, picture: image, isYou: member.id === user.id })),
        cursor,
      });
    },
  );
  const update = endpoint(
    {
      method: 'POST',
      path: '/workspace/member/:userId/update',
      summary: 'Give a member another role; the last owner stays one',
      auth: 'person',
      cost: 'none',
      body: memberUpdateRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND', 'CONFLICT'],
    },
    async (context, { caller, body }) => {
      refuseAssistant(context);
      const id = pathId(context, 'userId');
      const { role } = (await body()).value;
      await teams.change(caller.workspaceId, id, role);
      await record(context, services, caller, 'member.update', { target: { type: 'account', id }, details: { role } });
      return answer(context, { id });
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/workspace/member/:userId/delete',
      summary: 'Remove a member, with the keys they made for the team',
      auth: 'person',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND', 'CONFLICT'],
    },
    async (context, { caller }) => {
      refuseAssistant(context);
      const id = pathId(context, 'userId');
      await teams.change(caller.workspaceId, id, null);
      await record(context, services, caller, 'member.delete', { target: { type: 'account', id } });
      return answer(context, { id });
    },
  );
  return [list, update, remove];
}

function invitationEndpoints(services: Services): Endpoint[] {
  const { db, teams, rates, mails } = services;
  const create = endpoint(
    {
      method: 'POST',
      path: '/workspace/invitation/create',
      summary: 'Ask somebody to join the team, by mail; an earlier link to the same address ends',
      auth: 'person',
      cost: 'mail',
      body: workspaceInvitationCreateRequestSchema,
      answer: workspaceInvitationCreateResponseSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body, pass }) => {
      refuseAssistant(context);
      await requireTeam(services, caller);
      const { email, role } = (await body()).value;
      await spend(context, rates, `invite ${caller.user.id}`, INVITATIONS_A_MINUTE);
      const id = await pass.run({ accountId: caller.workspaceId }, (counted) =>
        teams.invite(caller, email, role, counted),
      );
      await record(context, services, caller, 'member.invite', {
        target: { type: 'invitation', id },
        details: { role },
      });
      return answer(context, { id, sendsMail: mails.isReal });
    },
  );
  const list = endpoint(
    {
      method: 'GET',
      path: '/workspace/invitation/list',
      summary: 'Invitations that nobody has accepted',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: workspaceInvitationListResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller: { workspaceId }, query }) => {
      const { items, cursor } = pageOf(await listWorkspaceInvitations(db, workspaceId), query());
      return answer(context, {
        items: items.map(({ id, email, role, expiresAt, createdAt }) => ({ id, email, role, expiresAt, createdAt })),
        cursor,
      });
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/workspace/invitation/:invitationId/delete',
      summary: 'Take an invitation back; its link ends at once',
      auth: 'person',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
    },
    async (context, { caller }) => {
      refuseAssistant(context);
      const id = pathId(context, 'invitationId');
      if (!(await deleteWorkspaceInvitation(db, caller.workspaceId, id))) throw new ApiError('NOT_FOUND');
      await record(context, services, caller, 'member.uninvite', { target: { type: 'invitation', id } });
      return answer(context, { id });
    },
  );
  return [create, list, remove];
}

function joinEndpoints(services: Services): Endpoint[] {
  const { teams, origins } = services;
  const look = endpoint(
    {
      method: 'POST',
      path: '/workspace/invitation/read',
      summary: 'What the link of an invitation invites to',
      auth: 'user',
      cost: 'none',
      body: workspaceInvitationAcceptRequestSchema,
      answer: workspaceInvitationReadResponseSchema,
      errors: ['NOT_FOUND'],
    },
    async (context, { body }) => {
      const { value } = await body();
      const { workspaceId, name, role, email, expiresAt } = await teams.readInvitation(value.token);
      return answer(context, { workspaceId, name, role, email, expiresAt });
    },
  );
  const accept = endpoint(
    {
      method: 'POST',
      path: '/workspace/invitation/accept',
      summary: 'Join the team that the link of an invitation names, and enter its workspace',
      auth: 'person',
      cost: 'none',
      body: workspaceInvitationAcceptRequestSchema,
      answer: emptyResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
    },
    async (context, { caller, body }) => {
      refuseAssistant(context);
      const { workspaceId, role } = await teams.accept(caller.user, (await body()).value.token);
      await record(context, services, caller, 'member.join', {
        target: { type: 'account', id: caller.user.id },
        accountId: workspaceId,
        details: { role },
      });
      nameWorkspace(context, workspaceId, origins.own(context).startsWith('https:'));
      return answer(context, {});
    },
  );
  return [look, accept];
}
