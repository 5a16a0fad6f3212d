import { ApiError } from '../lib/apiError';
import type { Database } from '../db/database';
import { listContacts } from '../db/queries/conversations/contactQueries';
import { listConversations } from '../db/queries/conversations/conversationQueries';
import type { VisitorsOf } from '../db/queries/newestFirst';
import { listVotes } from '../db/queries/conversations/voteQueries';
import type { Resources } from '../domain/hub/resources';
import { describeConversations, toOwnContact, toOwnVote } from '../domain/conversations/visitors';
import type { UserCaller } from '../accounts/userCaller';
import { byAge, readByAge, readPage } from '../lib/paging';
import { queryOf, type PageArgs } from './pages';

/** Arguments of the lists of visitor data. */
export interface VisitorArgs extends PageArgs {
  readonly widgetId?: string | null;
}

/**
 * Messages, contacts and votes of visitors in the widgets of one caller.
 *
 * @param noteReads - as `recordReads`
 * @param isAssistant - whether the caller is the site's assistant: it reads untrusted text, so it gets no contacts
 *   and no votes
 */
export function visitorResolvers(
  {
    db,
    resources,
    noteReads,
  }: { db: Database; resources: Resources; noteReads: (conversationIds: readonly string[]) => Promise<void> },
  caller: UserCaller,
  isAssistant: boolean,
) {
  /** @throws ApiError 404 for a widget of another account */
  const whose = async ({ widgetId }: VisitorArgs): Promise<VisitorsOf> => {
    if (widgetId !== undefined && widgetId !== null) await resources.require('widget', caller, widgetId);
    return { ownerId: caller.workspaceId, widgetId: widgetId ?? undefined };
  };
  const refuseAssistant = (): void => {
    if (isAssistant)
      throw new ApiError('NOT_AUTHORIZED', 'The assistant cannot read the contacts and votes of visitors');
  };

  return {
    conversations: async (args: VisitorArgs) => {
      const of = await whose(args);
      const { items, cursor } = await readByAge(queryOf(args), (after, take) => listConversations(db, of, after, take));
      const described = await describeConversations(db, items);
      const toField = (conversation: (typeof described)[number]) => ({
        ...conversation,
        contact: () => {
          refuseAssistant();
          return conversation.contact;
        },
      });
      return { items: described.map(toField), cursor };
    },
    contacts: async (args: VisitorArgs) => {
      refuseAssistant();
      const of = await whose(args);
      const page = await readPage(
        queryOf(args),
        byAge,
        (after, take) => listContacts(db, of, after, take),
        ({ contact }) => contact,
      );
      return { ...page, items: page.items.map(({ contact, widget }) => toOwnContact(contact, widget.id)) };
    },
    votes: async (args: VisitorArgs) => {
      refuseAssistant();
      const of = await whose(args);
      const { items, cursor } = await readPage(
        queryOf(args),
        byAge,
        (after, take) => listVotes(db, of, after, take),
        ({ vote }) => ({ createdAt: vote.createdAt, id: vote.messageId }),
      );
      await noteReads(items.map(({ vote }) => vote.conversationId));
      return { items: items.map((row) => ({ ...toOwnVote(row, row.widget.id), id: row.vote.messageId })), cursor };
    },
  };
}
