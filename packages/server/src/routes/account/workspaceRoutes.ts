import {
  emptyResponseSchema,
  itemListQuerySchema,
  receiptSchema,
  teamCreateRequestSchema,
  teamDeleteRequestSchema,
  workspaceListResponseSchema,
  workspaceSelectRequestSchema,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import type { UserCaller } from '../../accounts/userCaller';
import { readRole } from '../../db/queries/accounts/memberQueries';
import { readUser } from '../../db/queries/accounts/userQueries';
import { listWorkspaces } from '../../domain/accounts/teams';
import type { AppContext } from '../../http/appEnv';
import { nameWorkspace } from '../../http/auth/workspaceOf';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pageOf } from '../../lib/paging';
import { record } from '../../http/record';
import { ApiError } from '../../lib/apiError';
import { refuseAssistant } from './erasureRoutes';
import type { Services } from '../services';
import { memberEndpoints } from './memberRoutes';
import { requireTeam } from './workspaceSteps';

/** Workspaces: a person's own one, and teams. */
export function workspaceEndpoints(services: Services): Endpoint[] {
  return [...enterEndpoints(services), ...teamEndpoints(services), ...memberEndpoints(services)];
}

function select({ origins }: Services, context: AppContext, caller: UserCaller, workspaceId: string): void {
  const isOwn = workspaceId === caller.user.id;
  nameWorkspace(context, isOwn ? undefined : workspaceId, origins.own(context).startsWith('https:'));
}

function enterEndpoints(services: Services): Endpoint[] {
  const { db } = services;
  const list = endpoint(
    {
      method: 'GET',
      path: '/workspace/list',
      summary: 'The workspaces that the caller may enter: their own, and those of their teams',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: workspaceListResponseSchema,
      errors: [],
    },
    async (context, { caller, query }) => {
      return answer(context, pageOf(await listWorkspaces(db, caller), query()));
    },
  );
  const enter = endpoint(
    {
      method: 'POST',
      path: '/workspace/select',
      summary: 'Make the calls of this browser in another workspace from now on',
      auth: 'person',
      cost: 'none',
      body: workspaceSelectRequestSchema,
      answer: emptyResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
    },
    async (context, { caller, body }) => {
      const { workspaceId } = (await body()).value;
      if (workspaceId !== caller.user.id && (await readRole(db, workspaceId, caller.user.id)) === undefined)
        throw new ApiError('NOT_FOUND');
      select(services, context, caller, workspaceId);
      return answer(context, {});
    },
  );
  return [list, enter];
}

function teamEndpoints(services: Services): Endpoint[] {
  const { db, teams, erasure, idempotency } = services;
  const create = endpoint(
    {
      method: 'POST',
      path: '/workspace/create',
      summary: 'Create a team; with takesOver, everything in the own workspace becomes the team’s',
      auth: 'person',
      cost: 'none',
      body: teamCreateRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      refuseAssistant(context);
      const { value, raw } = await body();
      const made = await idempotency.once(context, caller.user.id, raw, async () => {
        const id = await teams.create(caller, value.name, value.takesOver);
        await record(context, services, caller, 'team.create', {
          target: { type: 'team', id },
          accountId: id,
          details: { takesOver: value.takesOver },
        });
        return { id };
      });
      select(services, context, caller, made.id);
      return answer(context, made);
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/workspace/delete',
      summary: 'Delete the team with everything it owns; the body repeats its name',
      auth: 'person',
      cost: 'none',
      body: teamDeleteRequestSchema,
      answer: receiptSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      refuseAssistant(context);
      const team = await requireTeam(services, caller);
      const { name } = (await body()).value;
      if (name !== team.name.trim())
        throw new ApiError('UNPROCESSABLE_ENTITY', 'Enter the name of this team', {
          details: [{ path: 'name', message: 'This is not the name of this team' }],
        });
      const receipt = await erasure.account(team);
      nameWorkspace(context, undefined);
      await record(context, services, caller, 'team.delete', {
        target: receipt.target,
        details: { receipt: receipt.id, ...receipt.counts },
      });
      return answer(context, receipt);
    },
  );
  const leave = endpoint(
    {
      method: 'POST',
      path: '/workspace/leave',
      summary: 'Leave a team; its last owner cannot',
      auth: 'person',
      cost: 'none',
      body: workspaceSelectRequestSchema,
      answer: emptyResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND', 'CONFLICT'],
    },
    async (context, { caller, body }) => {
      refuseAssistant(context);
      const { workspaceId } = (await body()).value;
      if (!(await readUser(db, workspaceId))?.isTeam) throw new ApiError('NOT_FOUND');
      await teams.change(workspaceId, caller.user.id, null);
      nameWorkspace(context, undefined);
      await record(context, services, caller, 'member.leave', {
        target: { type: 'account', id: caller.user.id },
        accountId: workspaceId,
      });
      return answer(context, {});
    },
  );
  return [create, remove, leave];
}
