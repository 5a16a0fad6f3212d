import { idResponseSchema } from '@sotto/widget-core/api';
import { messageCreateRequestSchema, messageListResponseSchema } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { chooseVersion } from '../../domain/conversations/branches';
import { createMessage, listPage } from '../../domain/conversations/conversations';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { recordReads } from '../../http/record';
import type { Services } from '../services';

const messageListQuerySchema = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  take: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100)), '50'),
  order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
});

/** Messages [W-14]: reading a conversation, adding to it without wanting a reply, and choosing between versions. */
export function messageEndpoints(services: Services): Endpoint[] {
  const { db, clock, idempotency, media, inTurn, inboxNotices } = services;
  const list = endpoint(
    {
      method: 'GET',
      path: '/conversation/:conversationId/message/list',
      summary: 'Read a conversation, page by page',
      auth: 'partyOrPerson',
      cost: 'none',
      query: messageListQuerySchema,
      answer: messageListResponseSchema,
      errors: [],
    },
    async (context, { caller: { conversation, isVerbose, seesToolResults, seesReasoning, caller }, query }) => {
      const { cursor, take, order } = query();
      // A person reads; a backend that shows a visitor their own conversation does not.
      if (caller && !caller.isSecret) await recordReads(context, services, caller, [conversation.id]);
      return answer(
        context,
        await listPage(db, conversation.id, {
          cursor,
          take,
          order,
          withActivities: isVerbose,
          seesToolResults,
          seesReasoning,
        }),
      );
    },
  );

  const create = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/message/create',
      summary: 'Store a message without requesting a reply',
      auth: 'party',
      cost: 'message',
      body: messageCreateRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller: { conversation, widget, caller }, body, pass }) => {
      const { value, raw } = await body();
      const attachments = await media.attachments.ofMessage(
        conversation.id,
        (value.attachments ?? []).map(({ id }) => id ?? ''),
      );
      const place = { conversation, widget };
      const made = await idempotency.once(context, conversation.id, raw, () =>
        pass.run({ ...place, caller }, async () => {
          const create = () => createMessage(db, clock, place, { ...value, attachments }, caller !== undefined);
          return { id: (await inTurn(conversation.id, create)).id };
        }),
      );
      inboxNotices.changed(conversation.id, widget.ownerId);
      return answer(context, made);
    },
  );

  const choose = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/message/:messageId/choose',
      summary: 'Show a version of a message, and what followed it, instead of another',
      auth: 'session',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['CONFLICT'],
    },
    async (context, { caller: { conversation } }) => {
      const messageId = pathId(context, 'messageId');
      await inTurn(conversation.id, () => chooseVersion(db, clock, conversation.id, messageId));
      return answer(context, { id: messageId });
    },
  );

  return [list, create, choose];
}
