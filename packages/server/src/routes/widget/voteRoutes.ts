import { idResponseSchema } from '@sotto/widget-core/api';
import { VOTE_REASON_MAX_LENGTH } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { castVote } from '../../domain/conversations/votes';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import type { Services } from '../services';

const voteRequestSchema = v.object({
  value: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-100), v.maxValue(100))),
  reason: v.optional(v.pipe(v.string(), v.maxLength(VOTE_REASON_MAX_LENGTH))),
});

/** Votes [S-8, W-24]: a visitor's vote on a reply. */
export function voteEndpoints({ db, clock, idempotency, inboxNotices, handover }: Services): Endpoint[] {
  return (['up', 'down'] as const).map((direction) =>
    endpoint(
      {
        method: 'POST',
        path: `/conversation/:conversationId/message/:messageId/${direction}vote`,
        summary: direction === 'up' ? 'Call a reply good' : 'Call a reply bad',
        auth: 'session',
        cost: 'none',
        body: voteRequestSchema,
        answer: idResponseSchema,
        errors: ['CONFLICT', 'UNPROCESSABLE_ENTITY'],
      },
      async (context, { caller, body }) => {
        const { conversation, widget } = caller;
        const messageId = pathId(context, 'messageId');
        const { value, raw } = await body();
        const made = await idempotency.once(context, conversation.id, raw, async () => {
          await castVote(db, clock, conversation.id, messageId, {
            direction,
            value: value.value,
            reason: value.reason,
          });
          if (direction === 'down') await handover.voted(caller);
          return { id: messageId };
        });
        inboxNotices.changed(conversation.id, widget.ownerId);
        return answer(context, made);
      },
    ),
  );
}
