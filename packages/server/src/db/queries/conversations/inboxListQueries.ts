import { and, asc, desc, eq, exists, gt, gte, isNotNull, isNull, inArray, lt, notExists, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Database } from '../../database';
import { inScope, type ConversationState } from '../../inboxSchema';
import { contacts, conversationLabels, conversations, messages, messageWords, votes, widgets } from '../../schema';
import { HAS_FAILED_TOOL } from '../../lateIndexes';
import { toQuery } from '../../words';
import { createCursors, type Cursors, type ListPlace } from '../../../lib/paging';
import { afterPlace, ofOwner, type VisitorsOf } from '../newestFirst';
import type { Conversation } from './conversationQueries';
import { SPOKEN_TYPES } from './messageWordQueries';

/** Which conversations an inbox shows. Moments are of the last activity, in milliseconds since the epoch. */
export interface InboxFilter extends VisitorsOf {
  readonly state?: ConversationState | undefined;
  readonly vote?: 'up' | 'down' | undefined;
  readonly hasContact?: boolean | undefined;
  readonly tool?: 'failed' | undefined;
  readonly labelId?: string | undefined;
  /** A member; null: assigned to nobody. */
  readonly assignedTo?: string | null | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly search?: string | undefined;
}

/** Position in the list. `said`: when the words of the search were last written, if the list is in that order. */
export interface InboxPlace extends ListPlace {
  readonly said?: number | undefined;
}

export const byInboxPlace: Cursors<InboxPlace> = createCursors(
  ({ createdAt, id, said }) => [createdAt, id, ...(said === undefined ? [] : [said])].join(' '),
  /^(\d{1,15}) ([\w-]{1,128})(?: (\d{1,15}))?$/,
  ([createdAt, id = '', said]) => ({
    createdAt: Number(createdAt),
    id,
    ...(said !== undefined && { said: Number(said) }),
  }),
);

/** A conversation with its position, after which the next page starts. */
export type InboxRow = Conversation & { readonly place: InboxPlace };

/**
 * How many of the newest conversations a search reads one by one before it asks the index: what a tenth of them have
 * fills a page then.
 */
const NEWEST = 500;
/** How many of the messages found by the index are looked at, the newest first; of all only where these are too few. */
const FOUND = 1_000;
const FOUND_GROWTH = 8;
/** Before the first: later than every moment, and before every id. */
const START: ListPlace = { createdAt: 999_999_999_999_999, id: '-' };
/** Where a query has values of its own, besides rows. */
const ONE_ROW = sql`(select 1) as one_row`;

/**
 * Conversations of visitors with somebody's widgets, the last active first. Conversations without a message are not
 * shown.
 *
 * A search for words that many of the older conversations have, and few of the newest, is ordered by when they were last written
 * in each: the order by activity would need all of these conversations.
 */
export async function listInbox(
  db: Database,
  filter: InboxFilter,
  after: InboxPlace | undefined,
  take: number,
): Promise<InboxRow[]> {
  const { search = '' } = filter;
  if (search === '') return listNewest(db, filter, after, take);
  const query = toQuery(search);
  if (query === undefined) return [];
  if (after?.said === undefined) {
    const { rows, isAll } = await searchNewest(db, filter, query, after, take);
    if (rows.length === take || isAll) return rows;
  }
  for (let most = FOUND; ; most *= FOUND_GROWTH) {
    const { rows, isAll } = await searchIndex(db, filter, query, after, { most, take });
    if (rows.length === take || isAll) return rows;
  }
}

async function listNewest(
  db: Database,
  filter: InboxFilter,
  after: ListPlace | undefined,
  take: number,
): Promise<InboxRow[]> {
  const hasMessage = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), inArray(messages.type, SPOKEN_TYPES)));
  const newest = newestOf(db, filter, and(isShown(db, filter, after), exists(hasMessage)), take).as('newest');
  const row = db.select().from(conversations).where(eq(conversations.id, newest.id)).limit(1).as('whole');
  const rows = await db
    .select({ ...row._.selectedFields })
    .from(newest)
    .crossJoinLateral(row)
    .orderBy(desc(newest.lastActivityAt), asc(newest.id));
  return rows.map(atActivity);
}

/** What a search found, and whether nothing is left to look at. */
interface Found {
  readonly rows: InboxRow[];
  readonly isAll: boolean;
}

/** Reads the newest conversations one by one: a common word fills the page from them. */
async function searchNewest(
  db: Database,
  filter: InboxFilter,
  query: string,
  after: ListPlace | undefined,
  take: number,
): Promise<Found> {
  const hasWords = db
    .select({ sequence: messageWords.sequence })
    .from(messageWords)
    .where(eq(messageWords.conversationId, conversations.id));
  const newest = db.$with('newest').as(newestOf(db, filter, and(isShown(db, filter, after), exists(hasWords)), NEWEST));
  const said = db
    .select({ sequence: messageWords.sequence })
    .from(messageWords)
    .where(and(eq(messageWords.conversationId, newest.id), saysWords(query, newest.widgetId)))
    .limit(1)
    .as('said');
  const near = db
    .select({ id: newest.id, lastActivityAt: newest.lastActivityAt })
    .from(newest)
    .crossJoinLateral(said)
    .orderBy(desc(newest.lastActivityAt), asc(newest.id))
    .limit(take)
    .as('near');
  const row = db.select().from(conversations).where(eq(conversations.id, near.id)).limit(1).as('whole');
  const rows = await db
    .with(newest)
    .select({ read: sql<number>`(select count(*)::int from ${newest})`, whole: { ...row._.selectedFields } })
    .from(ONE_ROW)
    .leftJoin(near, sql`true`)
    .leftJoinLateral(row, sql`true`)
    .orderBy(desc(near.lastActivityAt), asc(near.id));
  return {
    rows: rows.flatMap(({ whole }) => (whole === null ? [] : atActivity(whole))),
    isAll: (rows[0]?.read ?? 0) < NEWEST,
  };
}

/**
 * Finds by the index. Where no more than `most` messages have the words, the last active conversation is the first one;
 * otherwise that in which they were said last.
 */
async function searchIndex(
  db: Database,
  filter: InboxFilter,
  query: string,
  after: InboxPlace | undefined,
  { most, take }: { readonly most: number; readonly take: number },
): Promise<Found> {
  // Not the column itself: the database would go through all messages from the newest, and read most of them in vain.
  const sequence = sql<number>`${messageWords.sequence} + 0`.mapWith(Number);
  const { said } = after ?? {};
  const ofWidget = db
    .select({ conversationId: messageWords.conversationId, sequence: sequence.as('of_widget_sequence') })
    .from(messageWords)
    .where(and(saysWords(query, widgets.id), said === undefined ? undefined : lt(sequence, said)))
    .orderBy(desc(sequence))
    .limit(most)
    .as('of_widget');
  const found = db
    .$with('found')
    .as(
      db
        .select({ widgetId: widgets.id, conversationId: ofWidget.conversationId, sequence: ofWidget.sequence })
        .from(widgets)
        .crossJoinLateral(ofWidget)
        .where(ofOwner(filter))
        .orderBy(desc(ofWidget.sequence))
        .limit(most),
    );
  const last = db
    .select({
      widgetId: found.widgetId,
      conversationId: found.conversationId,
      sequence: sql<number>`max(${found.sequence})`.mapWith(Number).as('last_sequence'),
    })
    .from(found)
    .groupBy(found.widgetId, found.conversationId)
    .as('last');
  const match = db
    .select({ id: conversations.id, lastActivityAt: conversations.lastActivityAt })
    .from(conversations)
    .where(
      and(
        eq(conversations.id, last.conversationId),
        eq(conversations.widgetId, last.widgetId),
        isShown(db, filter, after),
      ),
    )
    .limit(1)
    .as('match');
  const listed = db
    .select({ sequence: messageWords.sequence })
    .from(messageWords)
    .where(
      and(
        eq(messageWords.conversationId, last.conversationId),
        gte(messageWords.sequence, said ?? 0),
        saysWords(query, last.widgetId),
      ),
    );
  const count = sql<number>`(select count(*)::int from ${found})`;
  const order = sql<number>`case when ${count} < ${most} and ${said === undefined} then ${match.lastActivityAt}
    else ${last.sequence} end`.as('place_of_match');
  const page = db
    .select({ id: match.id, order, said: last.sequence })
    .from(last)
    .crossJoinLateral(match)
    .where(said === undefined ? undefined : notExists(listed))
    .orderBy(desc(order), asc(match.id))
    .limit(take)
    .as('page');
  const row = db.select().from(conversations).where(eq(conversations.id, page.id)).limit(1).as('whole');
  const rows = await db
    .with(found)
    .select({ count, said: page.said, whole: { ...row._.selectedFields } })
    .from(ONE_ROW)
    .leftJoin(page, sql`true`)
    .leftJoinLateral(row, sql`true`)
    .orderBy(desc(page.order), asc(page.id));
  const isAll = (rows[0]?.count ?? 0) < most;
  return {
    rows: rows.flatMap(({ whole, said: sequence }) => {
      if (whole === null) return [];
      if (isAll && said === undefined) return atActivity(whole);
      return { ...whole, place: { ...(after ?? START), said: sequence ?? 0 } };
    }),
    isAll,
  };
}

const atActivity = (row: Conversation): InboxRow => ({
  ...row,
  place: { createdAt: row.lastActivityAt, id: row.id },
});

/** The last active conversations that meet a condition. Of each widget only as many are read as are wanted of all. */
function newestOf(db: Database, filter: VisitorsOf, condition: SQL | undefined, take: number) {
  const { id, widgetId, lastActivityAt } = conversations;
  const ofWidget = db
    .select({ id, widgetId, lastActivityAt })
    .from(conversations)
    .where(and(eq(widgetId, widgets.id), condition))
    .orderBy(desc(lastActivityAt), asc(id))
    .limit(take)
    .as('of_widget');
  return db
    .select({ id: ofWidget.id, widgetId: ofWidget.widgetId, lastActivityAt: ofWidget.lastActivityAt })
    .from(widgets)
    .crossJoinLateral(ofWidget)
    .where(ofOwner(filter))
    .orderBy(desc(ofWidget.lastActivityAt), asc(ofWidget.id))
    .limit(take);
}

/** The conditions of a filter on a conversation, but for its words. */
function isShown(
  db: Database,
  { state, from, to, vote, hasContact, tool, labelId, assignedTo }: InboxFilter,
  after: ListPlace | undefined,
): SQL | undefined {
  const cast = db
    .select({ id: votes.messageId })
    .from(votes)
    .where(and(eq(votes.conversationId, conversations.id), vote === 'down' ? lt(votes.value, 0) : gt(votes.value, 0)));
  const contact = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(
      and(
        eq(contacts.conversationId, conversations.id),
        or(
          isNotNull(contacts.name),
          isNotNull(contacts.email),
          isNotNull(contacts.phone),
          isNotNull(contacts.externalId),
        ),
      ),
    );
  const failedTool = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), sql.raw(HAS_FAILED_TOOL)));
  const labelled = (id: string) =>
    db
      .select({ id: conversationLabels.labelId })
      .from(conversationLabels)
      .where(and(eq(conversationLabels.conversationId, conversations.id), eq(conversationLabels.labelId, id)));
  return and(
    isNull(conversations.trial),
    state === undefined ? undefined : eq(conversations.state, state),
    assignedTo === undefined
      ? undefined
      : assignedTo === null
        ? isNull(conversations.assignedTo)
        : eq(conversations.assignedTo, assignedTo),
    from === undefined ? undefined : gte(conversations.lastActivityAt, from),
    to === undefined ? undefined : lt(conversations.lastActivityAt, to),
    vote && exists(cast),
    tool && exists(failedTool),
    labelId === undefined ? undefined : exists(labelled(labelId)),
    hasContact === undefined ? undefined : hasContact ? exists(contact) : notExists(contact),
    afterPlace(conversations.lastActivityAt, conversations.id, after),
  );
}

/** Whether a message of this widget has all of the words. @param query - as `toQuery` makes it */
function saysWords(query: string, widgetId: SQLWrapper): SQL {
  return sql`${messageWords.words} @@ ${inScope(sql`${query}::text`, widgetId)}::tsquery`;
}
