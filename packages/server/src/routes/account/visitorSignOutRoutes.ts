import { subjectSignOutRequestSchema, visitorSignOutResponseSchema } from '@sotto/hub-api';
import { ApiError } from '../../lib/apiError';
import { readConversation } from '../../db/queries/conversations/conversationQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { record } from '../../http/record';
import type { Services } from '../services';

/** Ending sessions of visitors: by the owner of the widget, or by an operator. */
export function visitorSignOutEndpoints(services: Services): Endpoint[] {
  const { db, resources, endedSessions } = services;

  const one = (isOperator: boolean): Endpoint =>
    endpoint(
      {
        method: 'POST',
        path: `${isOperator ? '/operator' : ''}/conversation/:conversationId/sign-out`,
        summary:
          'End the sessions of a conversation’s visitor; somebody the host vouched for is signed out of all their conversations with its widget',
        auth: isOperator ? 'operator' : 'user',
        cost: 'none',
        answer: visitorSignOutResponseSchema,
        errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
      },
      async (context, { caller }) => {
        const found = await readConversation(db, pathId(context, 'conversationId'));
        if (!found || (!isOperator && found.widget.ownerId !== caller.workspaceId)) throw new ApiError('NOT_FOUND');
        const conversations = await endedSessions.ofConversation(found);
        const { id } = found.conversation;
        await record(context, services, caller, 'visitor.sign-out', {
          target: { type: 'conversation', id },
          accountId: found.widget.ownerId,
          details: { conversations },
        });
        return answer(context, { conversations });
      },
    );
  const subject = endpoint(
    {
      method: 'POST',
      path: '/subject/sign-out',
      summary: 'End every session of somebody the host vouched for, in own widgets or one of them',
      auth: 'user',
      cost: 'none',
      body: subjectSignOutRequestSchema,
      answer: visitorSignOutResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NOT_FOUND'],
    },
    async (context, { caller, body }) => {
      const { value } = await body();
      if (value.widgetId !== undefined) await resources.require('widget', caller, value.widgetId);
      const conversations = await endedSessions.ofSubject({ ...value, ownerId: caller.workspaceId });
      await record(context, services, caller, 'visitor.sign-out', {
        target: { type: 'subject', id: value.subject },
        details: { conversations },
      });
      return answer(context, { conversations });
    },
  );
  return [one(false), one(true), subject];
}
