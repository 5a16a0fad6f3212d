import { conversationListResponseSchema, conversationSchema, itemListQuerySchema } from '@sotto/widget-core/api';
import { ApiError } from '../apiError';
import { listConversations, readConversation, type Conversation } from '../db/queries/conversations';
import { readOwned } from '../db/queries/owned';
import { listRuns } from '../db/queries/runs';
import { listPage } from '../domain/conversations';
import { readCursor, writeCursor } from '../domain/things';
import { sharesToolResults } from '../domain/toolResults';
import type { Place } from '../domain/turns';
import { answer, endpoint, pathId, type Endpoint } from '../http/endpoint';
import type { Services } from './services';

/** Most messages and replies of a conversation that are read at once. */
const READ_MAX = 500;

/** Conversations as the owners of widgets read them, and whoever tried something out. */
export function ownConversationEndpoints({ db, users }: Services): Endpoint[] {
  /** The owner of the widget or of what was tried out does; who tried somebody else's thing out is a visitor of it. */
  async function seesToolResults({ conversation, widget }: Place, userId: string): Promise<boolean> {
    if (widget.ownerId === userId || sharesToolResults(conversation, widget)) return true;
    return conversation.trial !== null && (await readOwned(db, conversation.trial.type, conversation.trial.id))?.ownerId === userId;
  }

  const list = endpoint(
    { method: 'GET', path: '/conversation/list', summary: 'Conversations with own widgets, and own trials, newest first', auth: 'user', query: itemListQuerySchema, answer: conversationListResponseSchema, errors: [] },
    async (context, read) => {
      const { user } = await users.require(context);
      const { cursor, take } = read.query();
      const rows = await listConversations(db, user.id, cursor === undefined ? undefined : readCursor(cursor), take + 1);
      const last = rows.length > take ? rows[take - 1] : undefined;
      return answer(context, { items: rows.slice(0, take).map(show), cursor: last ? writeCursor(last) : null });
    },
  );
  const fetch = endpoint(
    { method: 'GET', path: '/conversation/:conversationId/fetch', summary: 'Read a conversation with an own widget, or an own trial, with everything the bot did', auth: 'user', answer: conversationSchema, errors: [] },
    async (context) => {
      const { user } = await users.require(context);
      const found = await readConversation(db, pathId(context, 'conversationId'));
      if (!found || (found.widget.ownerId !== user.id && found.conversation.payerId !== user.id)) throw new ApiError('NOT_FOUND');
      const { conversation } = found;
      const { items } = await listPage(db, conversation.id, { take: READ_MAX, order: 'asc', withActivities: true, seesToolResults: await seesToolResults(found, user.id) });
      const replies = await listRuns(db, conversation.id, READ_MAX);
      return answer(context, {
        ...show(conversation),
        messages: items,
        replies: replies.map(({ botMessageId, status, tokens, createdAt, endedAt }) => ({ messageId: botMessageId, status, tokens, startedAt: createdAt, endedAt })),
      });
    },
  );
  return [list, fetch];
}

function show({ id, widgetId, trial, createdAt, lastActivityAt }: Conversation): object {
  return { id, widgetId, trial: trial && { type: trial.type, id: trial.id }, createdAt, lastActivityAt };
}
