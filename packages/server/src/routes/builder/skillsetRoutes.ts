import {
  abilityOrderRequestSchema,
  abilityRequestSchema,
  abilityUpdateRequestSchema,
  skillsetCreateRequestSchema,
  skillsetListResponseSchema,
  skillsetSchema,
  skillsetUpdateRequestSchema,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import {
  deleteAbility,
  listAbilities,
  orderAbilities,
  readAbilityState,
  updateAbility,
} from '../../db/queries/hub/abilityQueries';
import { listMcpServers } from '../../db/queries/hub/mcpServerQueries';
import {
  createAbility,
  requireRequests,
  trustDetails,
  withRequest,
  type AbilitiesOptions,
} from '../../domain/hub/abilities';
import { checkAbility } from '../../model/tools/abilities';
import { readRequestFields } from '../../model/tools/abilityTemplateFields';
import { isSignedIn } from '../../model/tools/mcpSignIn';
import type { UserCaller } from '../../accounts/userCaller';
import type { AppContext } from '../../http/appEnv';
import { record } from '../../http/record';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { abilityImportEndpoints } from './abilityImportRoutes';
import { abilitySecretEndpoints } from './abilitySecretRoutes';
import { abilityTestEndpoint } from './abilityTestRoutes';
import { mcpServerEndpoints } from './mcpServerRoutes';
import { showItem, resourceEndpoints } from './resourceRoutes';
import type { Services } from '../services';
import { skillsetPartRemoval } from './skillsetPartRemoval';

/** Skillsets and their abilities [S-2, S-3]. */
export function skillsetEndpoints(services: Services): Endpoint[] {
  const { db } = services;
  return [
    ...resourceEndpoints(services, {
      kind: 'skillset',
      path: '/skillset',
      noun: 'a skillset',
      create: skillsetCreateRequestSchema,
      update: skillsetUpdateRequestSchema,
      item: skillsetSchema,
      list: skillsetListResponseSchema,
      show: (row) => ({ ...showItem(row), page: row.page }),
      showWhole: async (row) => {
        const [abilities, servers] = await Promise.all([listAbilities(db, [row.id]), listMcpServers(db, [row.id])]);
        return {
          ...showItem(row),
          page: row.page,
          abilities: abilities.map(({ sequence: _, skillsetId: _of, ...ability }) => ({
            ...ability,
            request: readRequestFields(ability.instruction, ability.parameters),
            ...checkAbility(ability, services.isTrustedHost),
          })),
          mcpServers: servers
            .map((each) => services.secrets.openServer(each))
            .map(({ id, name, url, signIn, paused, createdAt, updatedAt }) => ({
              id,
              name,
              url,
              isSignedIn: isSignedIn(signIn),
              paused,
              failure: services.mcp.failureOf({ id, updatedAt }),
              createdAt,
              updatedAt,
            })),
        };
      },
    }),
    ...abilityEndpoints(services),
    abilityOrderEndpoint(services),
    abilityTestEndpoint(services),
    ...abilityImportEndpoints(services, (context, caller) => noteTrust(services, context, caller)),
    ...mcpServerEndpoints(services),
    ...abilitySecretEndpoints(services),
  ];
}

function abilityEndpoints(services: Services): Endpoint[] {
  const { db, clock, resources, plans, idempotency } = services;
  const create = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/ability/create',
      summary: 'Add an ability behind the others',
      auth: 'user',
      cost: 'none',
      body: abilityRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const skillsetId = pathId(context, 'skillsetId');
      const { value, raw } = await body();
      const made = await idempotency.once(context, caller.user.id, raw, () =>
        createAbility({ ...services, noteTrust: noteTrust(services, context, caller) }, caller, skillsetId, value),
      );
      return answer(context, made);
    },
  );
  const update = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/ability/:abilityId/update',
      summary: 'Change an ability. With an updatedAt: only if that is the stored one',
      auth: 'user',
      cost: 'none',
      body: abilityUpdateRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { id: skillsetId } = await resources.require('skillset', caller, pathId(context, 'skillsetId'));
      const { value, raw } = await body();
      const id = pathId(context, 'abilityId');
      const made = await idempotency.once(context, caller.user.id, raw, async () => {
        const { updatedAt, ...sent } = value;
        const changes = withRequest(sent);
        requireRequests(changes, services.isTrustedHost);
        const details = trustDetails(changes);
        const isStored = await plans.store(caller.workspaceId, { kind: 'skillset', id: skillsetId }, (tx) =>
          updateAbility(tx, skillsetId, id, changes, clock.now(), updatedAt),
        );
        if (!isStored) {
          const stored = await readAbilityState(db, skillsetId, id);
          if (stored === undefined) throw new ApiError('NOT_FOUND');
          throw new ApiError('CONFLICT', 'This was changed in the meantime', {
            details: [{ path: 'updatedAt', message: `The stored updatedAt is ${String(stored)}` }],
          });
        }
        if (Object.keys(details).length > 0) await noteTrust(services, context, caller)(id, details);
        await resources.update('skillset', caller, skillsetId, {});
        return { id };
      });
      return answer(context, made);
    },
  );
  const remove = skillsetPartRemoval(services, {
    path: 'ability',
    parameter: 'abilityId',
    summary: 'Delete an ability',
    remove: deleteAbility,
  });
  return [create, update, remove];
}

/** Puts into the audit log what the owner of an ability has decided about visitors. */
export function noteTrust(services: Services, context: AppContext, caller: UserCaller): AbilitiesOptions['noteTrust'] {
  return (id, details) =>
    record(context, services, caller, 'ability.update', { target: { type: 'ability', id }, details });
}

function abilityOrderEndpoint({ db, resources, plans }: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/ability/order',
      summary: 'Put the abilities into an order: `ids` are all of them',
      auth: 'user',
      cost: 'none',
      body: abilityOrderRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT'],
    },
    async (context, { caller, body }) => {
      const { id } = await resources.require('skillset', caller, pathId(context, 'skillsetId'));
      const { value } = await body();
      const present = (await listAbilities(db, [id])).map((ability) => ability.id).sort();
      if (JSON.stringify(present) !== JSON.stringify([...value.ids].sort()))
        throw new ApiError('CONFLICT', 'The abilities have changed in the meantime');
      await plans.requireStanding(caller.workspaceId);
      await orderAbilities(db, id, value.ids);
      await resources.update('skillset', caller, id, {});
      return answer(context, { id });
    },
  );
}
