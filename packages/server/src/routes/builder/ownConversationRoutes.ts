import { conversationListResponseSchema, conversationSchema, visitorListQuerySchema } from '@sotto/hub-api';
import { ApiError } from '../../lib/apiError';
import { listConversations, readConversation } from '../../db/queries/conversations/conversationQueries';
import { readNames } from '../../db/queries/conversations/inboxQueries';
import { readResource } from '../../db/queries/hub/resourceQueries';
import { listRuns } from '../../db/queries/conversations/runQueries';
import { readVotes } from '../../db/queries/conversations/voteQueries';
import { listPage } from '../../domain/conversations/conversations';
import { namedIn, pageOf, toAssignee, toColleague } from '../../domain/conversations/inbox';
import { sharesToolResults } from '../../domain/conversations/toolResults';
import type { ConversationOwner } from '../../domain/replies/turns';
import { describeConversations, toOwnVote } from '../../domain/conversations/visitors';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { recordReads } from '../../http/record';
import type { Services } from '../services';
import { readByAge } from '../../lib/paging';

/** Most messages and replies of a conversation that are read at once. */
const READ_MAX = 500;

/** Conversations for the owners of widgets, and for people who tried an item. */
export function ownConversationEndpoints(services: Services): Endpoint[] {
  const { db, resources } = services;
  /** True for the owner of the widget or of the tried item; a person who tries another account's item is a visitor. */
  async function seesToolResults({ conversation, widget }: ConversationOwner, workspaceId: string): Promise<boolean> {
    if (widget.ownerId === workspaceId || sharesToolResults(conversation, widget)) return true;
    return (
      conversation.trial !== null &&
      (await readResource(db, conversation.trial.type, conversation.trial.id))?.ownerId === workspaceId
    );
  }

  const list = endpoint(
    {
      method: 'GET',
      path: '/conversation/list',
      summary: 'Conversations with own widgets, and own trials, newest first; with a widgetId those of one widget',
      auth: 'user',
      cost: 'none',
      query: visitorListQuerySchema,
      answer: conversationListResponseSchema,
      errors: [],
    },
    async (context, { caller, query }) => {
      const { widgetId, ...wanted } = query();
      if (widgetId !== undefined) await resources.require('widget', caller, widgetId);
      const { items, cursor } = await readByAge(wanted, (after, take) =>
        listConversations(db, { ownerId: caller.workspaceId, widgetId }, after, take),
      );
      return answer(context, { items: await describeConversations(db, items), cursor });
    },
  );
  const fetch = endpoint(
    {
      method: 'GET',
      path: '/conversation/:conversationId/fetch',
      summary:
        'Read a conversation with an own widget, or an own trial, with everything the bot did, who wrote and every vote',
      auth: 'user',
      cost: 'none',
      answer: conversationSchema,
      errors: [],
    },
    async (context, { caller }) => {
      const { workspaceId } = caller;
      const found = await readConversation(db, pathId(context, 'conversationId'));
      if (!found || (found.widget.ownerId !== workspaceId && found.conversation.payerId !== workspaceId))
        throw new ApiError('NOT_FOUND');
      const { conversation } = found;
      await recordReads(context, services, caller, [conversation.id], found.widget.ownerId);
      const seesAll = await seesToolResults(found, workspaceId);
      const { items } = await listPage(db, conversation.id, {
        take: READ_MAX,
        order: 'asc',
        withActivities: true,
        seesToolResults: seesAll,
        seesReasoning: seesAll,
      });
      const replies = await listRuns(db, conversation.id, READ_MAX);
      const votes = await readVotes(db, conversation.id);
      const [described] = await describeConversations(db, [conversation]);
      const names = await readNames(db, namedIn(conversation));
      return answer(context, {
        ...described,
        state: conversation.state,
        agent: toColleague(conversation, names),
        assignee: toAssignee(conversation, names),
        meta: conversation.meta,
        page: pageOf(conversation),
        language: conversation.language,
        country: conversation.country,
        sessionsEndedAt: conversation.sessionsEndedAt,
        canAnswer: found.widget.ownerId === workspaceId && conversation.trial === null,
        votes: votes.map((vote) => toOwnVote(vote, conversation.widgetId)),
        messages: items,
        replies: replies.map(({ botMessageId, status, tokens, createdAt, endedAt }) => ({
          messageId: botMessageId,
          status,
          tokens,
          startedAt: createdAt,
          endedAt,
        })),
      });
    },
  );
  return [list, fetch];
}
