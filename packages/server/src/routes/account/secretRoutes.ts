import {
  itemListQuerySchema,
  secretCreateRequestSchema,
  secretCreateResponseSchema,
  secretListResponseSchema,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { createApiSecret } from '../../accounts/secrets';
import { oneAtATime } from '../../db/queries/oneAtATime';
import { ApiError } from '../../lib/apiError';
import { deleteSecret, listSecrets } from '../../db/queries/accounts/secretQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { record } from '../../http/record';
import { pageOf } from '../../lib/paging';
import type { Services } from '../services';

/** Most keys of one account. */
const SECRETS_MAX = 20;
const DAY_MS = 86_400_000;

/** Keys for programs: made and deleted by a person, never by a key. */
export function secretEndpoints(services: Services): Endpoint[] {
  const { db, clock, idempotency } = services;
  const create = endpoint(
    {
      method: 'POST',
      path: '/secret/create',
      summary: 'Create a key for programs; it is shown this once',
      auth: 'person',
      cost: 'none',
      body: secretCreateRequestSchema,
      answer: secretCreateResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { workspaceId } = caller;
      const userId = caller.user.id;
      const { value, raw } = await body();
      const made = await idempotency.once(context, userId, raw, async () => {
        const { name, scopes, expiresInDays } = value;
        if (scopes.includes('operator') && !(caller.user.isOperator && workspaceId === userId))
          throw new ApiError('NOT_AUTHORIZED', 'Only operators can make such a key');
        const expiresAt = expiresInDays === null ? null : clock.now() + expiresInDays * DAY_MS;
        const key = await oneAtATime(db, 'users', workspaceId, async (tx) => {
          if ((await listSecrets(tx, workspaceId)).length >= SECRETS_MAX)
            throw new ApiError('UNPROCESSABLE_ENTITY', `A workspace has at most ${SECRETS_MAX} keys`);
          return createApiSecret(tx, clock, { userId, workspaceId }, { name, scopes, expiresAt });
        });
        await record(context, services, caller, 'key.create', {
          target: { type: 'key', id: key.id },
          details: { scopes, expiresAt },
        });
        return { ...key };
      });
      return answer(context, made);
    },
  );
  const list = endpoint(
    {
      method: 'GET',
      path: '/secret/list',
      summary: 'The keys of this account',
      auth: 'person',
      cost: 'none',
      query: itemListQuerySchema,
      answer: secretListResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller, query }) => {
      const { items, cursor } = pageOf(await listSecrets(db, caller.workspaceId), query());
      return answer(context, {
        items: items.map(({ id, name, ending, scopes, expiresAt, createdAt, lastUsedAt }) => ({
          id,
          name,
          ending,
          scopes,
          expiresAt,
          createdAt,
          lastUsedAt,
        })),
        cursor,
      });
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/secret/:secretId/delete',
      summary: 'Delete a key; it stops working at once',
      auth: 'person',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      const id = pathId(context, 'secretId');
      if (!(await deleteSecret(db, caller.workspaceId, id))) throw new ApiError('NOT_FOUND');
      await record(context, services, caller, 'key.delete', { target: { type: 'key', id } });
      return answer(context, { id });
    },
  );
  return [create, list, remove];
}
