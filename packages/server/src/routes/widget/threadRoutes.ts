import { sessionCreateResponseSchema, threadListResponseSchema } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { listThreadPage, openThread } from '../../domain/conversations/threads';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import type { Services } from '../services';

const threadListQuerySchema = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  take: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100)), '20'),
});

/** Earlier conversations of a verified visitor: listing them, and opening one. */
export function threadEndpoints(services: Services): Endpoint[] {
  const { db, tokens } = services;
  const list = endpoint(
    {
      method: 'GET',
      path: '/conversation/:conversationId/thread/list',
      summary: 'List the conversations of the verified visitor with this widget, page by page',
      auth: 'session',
      cost: 'none',
      query: threadListQuerySchema,
      answer: threadListResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
    },
    async (context, { caller: visitor, query }) => {
      return answer(context, await listThreadPage(db, visitor, query()));
    },
  );

  const open = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/thread/:threadId/open',
      summary: 'Make a token of another conversation of the verified visitor',
      auth: 'session',
      cost: 'none',
      answer: sessionCreateResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
    },
    async (context, { caller: visitor }) => {
      const claims = await openThread(services, visitor, pathId(context, 'threadId'));
      return answer(context, {
        conversationId: claims.sub,
        token: await tokens.sign(claims),
        expiresAt: claims.exp * 1000,
        resumed: true,
      });
    },
  );

  return [list, open];
}
