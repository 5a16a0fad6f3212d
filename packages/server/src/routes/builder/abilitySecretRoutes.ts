import { abilitySecretListResponseSchema, abilitySecretRequestSchema, itemListQuerySchema } from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import type { UserCaller } from '../../accounts/userCaller';
import { ApiError } from '../../lib/apiError';
import { deleteAbilitySecret, listAbilitySecrets } from '../../db/queries/hub/abilitySecretQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import type { Services } from '../services';
import { skillsetPartRemoval } from './skillsetPartRemoval';
import { byText, readPage } from '../../lib/paging';

/** Most secrets of a skillset. */
const SECRETS_MAX = 50;

/** Stores a secret of a skillset, or replaces its value. @throws ApiError 422 if there are too many */
export async function keepSecret(
  { plans, secrets }: Pick<Services, 'plans' | 'secrets'>,
  caller: UserCaller,
  skillsetId: string,
  { name, value }: { name: string; value: string },
): Promise<string> {
  return plans.store(caller.workspaceId, { kind: 'skillset', id: skillsetId }, async (tx) => {
    const known = await listAbilitySecrets(tx, skillsetId);
    if (known.length >= SECRETS_MAX && known.every((each) => each.name !== name))
      throw new ApiError('UNPROCESSABLE_ENTITY', `A skillset has at most ${String(SECRETS_MAX)} secrets`);
    return secrets.set(skillsetId, name, value, tx);
  });
}

/**
 * What requests of abilities carry as `{{secret.NAME}}`. A value goes in and never comes out again, not even to its
 * author.
 */
export function abilitySecretEndpoints(services: Services): Endpoint[] {
  const { db, resources } = services;
  const upsert = endpoint(
    {
      method: 'POST',
      path: '/skillset/:skillsetId/secret/upsert',
      summary: 'Keep a secret for requests of abilities; it is never shown again',
      auth: 'user',
      cost: 'none',
      body: abilitySecretRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { id: skillsetId } = await resources.require('skillset', caller, pathId(context, 'skillsetId'));
      const { value } = await body();
      return answer(context, { id: await keepSecret(services, caller, skillsetId, value) });
    },
  );
  const list = endpoint(
    {
      method: 'GET',
      path: '/skillset/:skillsetId/secret/list',
      summary: 'Names of the secrets of a skillset',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: abilitySecretListResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller, query }) => {
      const { id: skillsetId } = await resources.require('skillset', caller, pathId(context, 'skillsetId'));
      const { items, cursor } = await readPage(
        query(),
        byText,
        (after, take) => listAbilitySecrets(db, skillsetId, after, take),
        ({ name }) => name,
      );
      return answer(context, {
        items: items.map(({ id, name, createdAt, updatedAt }) => ({ id, name, createdAt, updatedAt })),
        cursor,
      });
    },
  );
  const remove = skillsetPartRemoval(services, {
    path: 'secret',
    parameter: 'secretId',
    summary: 'Forget a secret',
    remove: deleteAbilitySecret,
  });
  return [upsert, list, remove];
}
