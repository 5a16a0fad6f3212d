import { cannedReplyListResponseSchema, cannedReplyUpsertRequestSchema, itemListQuerySchema } from '@sotto/hub-api';
import { createId, idResponseSchema } from '@sotto/widget-core/api';
import {
  deleteCannedReply,
  listCannedReplies,
  upsertCannedReply,
} from '../../db/queries/conversations/cannedReplyQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pageOf } from '../../lib/paging';
import { pathId } from '../../http/pathId';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';

/** Most canned replies of an account: a page of 100 holds them all. */
const REPLIES_MAX = 100;

/** Texts that the people of an account send again and again. */
export function cannedReplyEndpoints({ db, clock }: Services): Endpoint[] {
  const list = endpoint(
    {
      method: 'GET',
      path: '/inbox/reply/list',
      summary: 'The canned replies of this account, by name',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: cannedReplyListResponseSchema,
      errors: ['BAD_REQUEST'],
    },
    async (context, { caller, query }) => {
      const replies = await listCannedReplies(db, caller.workspaceId);
      return answer(
        context,
        pageOf(
          replies.map(({ id, name, text, updatedAt }) => ({ id, name, text, updatedAt })),
          query(),
        ),
      );
    },
  );
  const upsert = endpoint(
    {
      method: 'POST',
      path: '/inbox/reply/upsert',
      summary: 'Add a canned reply, or change the one of this id or name',
      auth: 'user',
      cost: 'none',
      body: cannedReplyUpsertRequestSchema,
      answer: idResponseSchema,
      errors: ['CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller: { workspaceId }, body }) => {
      const { value } = await body();
      const made = await upsertCannedReply(
        db,
        { ...value, ownerId: workspaceId, updatedAt: clock.now() },
        { newId: createId('reply', clock), max: REPLIES_MAX },
      );
      if (made === 'unknown') throw new ApiError('NOT_FOUND');
      if (made === 'taken') throw new ApiError('CONFLICT', 'Another canned reply has this name');
      if (made === 'full')
        throw new ApiError('UNPROCESSABLE_ENTITY', `An account has at most ${REPLIES_MAX} canned replies`);
      return answer(context, made);
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/inbox/reply/:replyId/delete',
      summary: 'Delete a canned reply',
      auth: 'user',
      cost: 'none',
      answer: idResponseSchema,
      errors: [],
    },
    async (context, { caller: { workspaceId } }) => {
      const id = pathId(context, 'replyId');
      if (!(await deleteCannedReply(db, workspaceId, id))) throw new ApiError('NOT_FOUND');
      return answer(context, { id });
    },
  );
  return [list, upsert, remove];
}
