import {
  assistantCallListResponseSchema,
  assistantResponseSchema,
  assistantUpdateRequestSchema,
  itemListQuerySchema,
} from '@sotto/hub-api';
import { ApiError } from '../../lib/apiError';
import { listAssistantCalls, setUsesAssistant } from '../../db/queries/hub/assistantCallQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pageOf } from '../../lib/paging';
import type { Services } from '../services';

/** What the assistant of the site may do in somebody's name, and what it did [H-10]. */
export function assistantEndpoints({ db, idempotency }: Services): Endpoint[] {
  const fetchState = endpoint(
    {
      method: 'GET',
      path: '/assistant/fetch',
      summary: 'Whether the assistant of the site may act in your name',
      auth: 'user',
      cost: 'none',
      answer: assistantResponseSchema,
      errors: [],
    },
    async (context, { caller }) => answer(context, { isOn: caller.user.usesAssistant }),
  );
  const update = endpoint(
    {
      method: 'POST',
      path: '/assistant/update',
      summary: 'Let the assistant of the site act in your name, or not',
      auth: 'user',
      cost: 'none',
      body: assistantUpdateRequestSchema,
      answer: assistantResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller: { user, isSecret }, body }) => {
      if (isSecret) throw new ApiError('NOT_AUTHORIZED', 'This call needs a signed-in person');
      const { value, raw } = await body();
      const made = await idempotency.once(context, user.id, raw, async () => {
        await setUsesAssistant(db, user.id, value.isOn);
        return { isOn: value.isOn };
      });
      return answer(context, made);
    },
  );
  const list = endpoint(
    {
      method: 'GET',
      path: '/assistant/call/list',
      summary: 'What the assistant did in your name, newest first; the last 200 calls are kept',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: assistantCallListResponseSchema,
      errors: [],
    },
    async (context, { caller: { user }, query }) => {
      const { items, cursor } = pageOf(await listAssistantCalls(db, user.id), query());
      return answer(context, { items: items.map(({ userId: _, ...call }) => call), cursor });
    },
  );
  return [fetchState, update, list];
}
