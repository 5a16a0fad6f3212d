import {
  ASSISTANT_HEADER,
  contactListResponseSchema,
  visitorExportQuerySchema,
  visitorListQuerySchema,
  voteListResponseSchema,
} from '@sotto/hub-api';
import type { Clock } from '@sotto/widget-core/api';
import { listContacts } from '../../db/queries/conversations/contactQueries';
import type { VisitorsOf } from '../../db/queries/newestFirst';
import { listVotes } from '../../db/queries/conversations/voteQueries';
import { toOwnContact, toOwnVote } from '../../domain/conversations/visitors';
import { ApiError } from '../../lib/apiError';
import type { AppContext } from '../../http/appEnv';
import type { CsvCell } from '../../lib/csv';
import { sendCsv } from '../../http/sendCsv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { record, recordReads } from '../../http/record';
import type { UserCaller } from '../../accounts/userCaller';
import type { Services } from '../services';
import { byAge, readAll, readPage, type ListPlace } from '../../lib/paging';

/** Rows that an export reads at once. */
const EXPORT_ROWS = 500;

const CONTACT_COLUMNS = [
  'name',
  'email',
  'phone',
  'verified',
  'external_id',
  'widget',
  'widget_id',
  'conversation_id',
  'created_at',
  'updated_at',
];
const VOTE_COLUMNS = [
  'direction',
  'value',
  'reason',
  'message',
  'widget',
  'widget_id',
  'conversation_id',
  'message_id',
  'created_at',
  'updated_at',
];

/**
 * @throws ApiError 403 for the assistant, which reads texts of strangers, 404 for a widget of another account, 400 for
 * another query
 */
async function whose<Query extends { widgetId?: string | undefined }>(
  services: Services,
  context: AppContext,
  { caller, query: readQuery }: { caller: UserCaller; query: () => Query },
  exported?: 'contact.export' | 'vote.export',
): Promise<VisitorsOf & Query> {
  if (context.req.header(ASSISTANT_HEADER) !== undefined)
    throw new ApiError('NOT_AUTHORIZED', 'The assistant cannot read the contacts and votes of visitors');
  const query = readQuery();
  const { widgetId } = query;
  if (widgetId !== undefined) await services.resources.require('widget', caller, widgetId);
  if (exported)
    await record(context, services, caller, exported, {
      ...(widgetId !== undefined && { target: { type: 'widget', id: widgetId } }),
    });
  return { ...query, ownerId: caller.workspaceId };
}

/**
 * What visitors left in the widgets of an account, as lists and as CSV: contacts and votes. Other accounts' data is
 * never included.
 */
export function visitorEndpoints(services: Services): Endpoint[] {
  const { db, clock } = services;
  const contactsOf = (of: VisitorsOf) => (after: ListPlace | undefined, take: number) =>
    listContacts(db, of, after, take);
  const votesOf = (of: VisitorsOf) => (after: ListPlace | undefined, take: number) => listVotes(db, of, after, take);
  const contactList = endpoint(
    {
      method: 'GET',
      path: '/contact/list',
      summary: 'Contacts that visitors of own widgets left, newest first',
      auth: 'user',
      cost: 'none',
      query: visitorListQuerySchema,
      answer: contactListResponseSchema,
      errors: [],
    },
    async (context, { caller, query }) => {
      const of = await whose(services, context, { caller, query });
      const { items, cursor } = await readPage(of, byAge, contactsOf(of), placeOfContact);
      return answer(context, { items: items.map(({ contact, widget }) => toOwnContact(contact, widget.id)), cursor });
    },
  );
  const contactExport = endpoint(
    {
      method: 'POST',
      path: '/contact/export',
      summary: 'The same as a CSV file',
      auth: 'user',
      cost: 'none',
      query: visitorExportQuerySchema,
      errors: [],
    },
    async (context, { caller, query }) => {
      const of = await whose(services, context, { caller, query }, 'contact.export');
      const pages = readAll(EXPORT_ROWS, contactsOf(of), placeOfContact);
      return sendCsv(
        context,
        fileName('contacts', clock),
        CONTACT_COLUMNS,
        rowsOf(pages, ({ contact, widget }) => [
          contact.name,
          contact.email,
          contact.phone,
          contact.isVerified ? 'yes' : 'no',
          contact.externalId,
          widget.name,
          widget.id,
          contact.conversationId,
          timeOf(contact.createdAt),
          timeOf(contact.updatedAt),
        ]),
      );
    },
  );
  const voteList = endpoint(
    {
      method: 'GET',
      path: '/vote/list',
      summary: 'Votes on replies in own widgets, newest first',
      auth: 'user',
      cost: 'none',
      query: visitorListQuerySchema,
      answer: voteListResponseSchema,
      errors: [],
    },
    async (context, { caller, query }) => {
      const of = await whose(services, context, { caller, query });
      const page = await readPage(of, byAge, votesOf(of), placeOfVote);
      const items = page.items.map((row) => toOwnVote(row, row.widget.id));
      await recordReads(
        context,
        services,
        caller,
        items.map(({ conversationId }) => conversationId),
      );
      return answer(context, { items, cursor: page.cursor });
    },
  );
  const voteExport = endpoint(
    {
      method: 'POST',
      path: '/vote/export',
      summary: 'The same as a CSV file',
      auth: 'user',
      cost: 'none',
      query: visitorExportQuerySchema,
      errors: [],
    },
    async (context, { caller, query }) => {
      const of = await whose(services, context, { caller, query }, 'vote.export');
      const pages = readAll(EXPORT_ROWS, votesOf(of), placeOfVote);
      return sendCsv(
        context,
        fileName('votes', clock),
        VOTE_COLUMNS,
        rowsOf(pages, ({ vote, messageText, widget }) => [
          vote.value > 0 ? 'up' : 'down',
          vote.value,
          vote.reason,
          messageText,
          widget.name,
          widget.id,
          vote.conversationId,
          vote.messageId,
          timeOf(vote.createdAt),
          timeOf(vote.updatedAt),
        ]),
      );
    },
  );
  return [contactList, contactExport, voteList, voteExport];
}

const placeOfContact = ({ contact }: { contact: ListPlace }): ListPlace => contact;

const placeOfVote = ({ vote }: { vote: { createdAt: number; messageId: string } }): ListPlace => ({
  createdAt: vote.createdAt,
  id: vote.messageId,
});

async function* rowsOf<Row>(
  pages: AsyncGenerator<readonly Row[], void>,
  toCells: (row: Row) => CsvCell[],
): AsyncGenerator<CsvCell[][], void> {
  for await (const page of pages) yield page.map(toCells);
}

/** A file with the day of its making, in UTC. */
function fileName(name: string, clock: Clock): string {
  return `${name}-${timeOf(clock.now()).slice(0, 10)}`;
}

/** A moment as programs and spreadsheets read it: ISO 8601, in UTC. */
function timeOf(at: number): string {
  return new Date(at).toISOString();
}
