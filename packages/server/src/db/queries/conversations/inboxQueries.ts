import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Database } from '../../database';
import { inScope, type Agent, type ConversationState } from '../../inboxSchema';
import {
  contacts,
  conversationLabels,
  conversations,
  messages,
  messageWords,
  users,
  votes,
  widgets,
} from '../../schema';
import { toQuery } from '../../words';
import type { Conversation } from './conversationQueries';
import { queueHandover } from '../webhooks/eventQueries';
import { SPOKEN_TYPES } from './messageWordQueries';
import { afterPlace, ofOwner, type ListPlace, type VisitorsOf } from '../newestFirst';

/** Which conversations an inbox shows. Moments are of the last activity, in milliseconds since the epoch. */
export interface InboxFilter extends VisitorsOf {
  readonly state?: ConversationState | undefined;
  readonly vote?: 'up' | 'down' | undefined;
  readonly hasContact?: boolean | undefined;
  readonly labelId?: string | undefined;
  /** A member; null: assigned to nobody. */
  readonly assignedTo?: string | null | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly search?: string | undefined;
}

const VISITOR_TYPES = ['user', 'input'];
/**
 * How many of the newest conversations a search reads one by one before it asks the index: what 2 % of them have fills a
 * page then, and what fewer have is found by the index in as little time.
 */
const NEWEST = 1_000;
/** Characters of a message that a list shows. */
const PREVIEW_LENGTH = 300;

/**
 * Conversations of visitors with somebody's widgets, the last active first. Conversations without a message are not
 * shown.
 */
export async function listInbox(
  db: Database,
  filter: InboxFilter,
  after: ListPlace | undefined,
  take: number,
): Promise<Conversation[]> {
  const { search = '' } = filter;
  if (search === '') {
    const hasMessage = db
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.conversationId, conversations.id), inArray(messages.type, SPOKEN_TYPES)));
    return rowsOf(db, newestOf(db, filter, and(isShown(db, filter, after), exists(hasMessage)), take));
  }
  const query = toQuery(search);
  return query === undefined ? [] : findInbox(db, filter, query, after, take);
}

/** The newest are read one by one: a common word fills the page from them. Where it does not, the index finds the rest. */
async function findInbox(
  db: Database,
  filter: InboxFilter,
  query: string,
  after: ListPlace | undefined,
  take: number,
): Promise<Conversation[]> {
  const shown = isShown(db, filter, after);
  const hasWords = db
    .select({ sequence: messageWords.sequence })
    .from(messageWords)
    .where(eq(messageWords.conversationId, conversations.id));
  const newest = newestOf(db, filter, and(shown, exists(hasWords)), NEWEST);
  const said = db
    .select({ sequence: messageWords.sequence })
    .from(messageWords)
    .where(and(eq(messageWords.conversationId, newest.id), saysWords(query, newest.widgetId)))
    .limit(1)
    .as('said');
  const near = await rowsOf(
    db,
    db
      .select({ id: newest.id, widgetId: newest.widgetId, lastActivityAt: newest.lastActivityAt })
      .from(newest)
      .crossJoinLateral(said)
      .orderBy(desc(newest.lastActivityAt), asc(newest.id))
      .limit(take)
      .as('newest'),
  );
  if (near.length === take || (await db.$count(newest)) < NEWEST) return near;
  const found = db
    .selectDistinct({ id: messageWords.conversationId, widgetId: widgets.id })
    .from(widgets)
    .innerJoin(messageWords, saysWords(query, widgets.id))
    .where(ofOwner(filter))
    .as('found');
  const match = db
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, found.id), eq(conversations.widgetId, found.widgetId), shown))
    .limit(1)
    .as('match');
  return db
    .select({ ...match._.selectedFields })
    .from(found)
    .crossJoinLateral(match)
    .orderBy(desc(match.lastActivityAt), asc(match.id))
    .limit(take);
}

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
    .limit(take)
    .as('newest');
}

/** These conversations, whole and in their order. */
async function rowsOf(db: Database, places: ReturnType<typeof newestOf>): Promise<Conversation[]> {
  const row = db.select().from(conversations).where(eq(conversations.id, places.id)).limit(1).as('whole');
  return db
    .select({ ...row._.selectedFields })
    .from(places)
    .crossJoinLateral(row)
    .orderBy(desc(places.lastActivityAt), asc(places.id));
}

/** The conditions of a filter on a conversation, but for its words. */
function isShown(
  db: Database,
  { state, from, to, vote, hasContact, labelId, assignedTo }: InboxFilter,
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
    labelId === undefined ? undefined : exists(labelled(labelId)),
    hasContact === undefined ? undefined : hasContact ? exists(contact) : notExists(contact),
    afterPlace(conversations.lastActivityAt, conversations.id, after),
  );
}

/** Whether a message of this widget has all of the words. @param query - as `toQuery` makes it */
function saysWords(query: string, widgetId: SQLWrapper): SQL {
  return sql`${messageWords.words} @@ ${inScope(sql`${query}::text`, widgetId)}::tsquery`;
}

/** What a list shows of a conversation's messages. */
export interface InboxPreview {
  readonly id: string;
  readonly firstText: string | null;
  readonly lastText: string | null;
  readonly lastType: string | null;
  readonly lastAuthor: { name: string } | null;
  /** When the visitor last wrote. */
  readonly visitorAt: number | null;
}

/** The first and last words of these conversations. */
export async function readPreviews(db: Database, ids: readonly string[]): Promise<InboxPreview[]> {
  if (ids.length === 0) return [];
  const messageText = (types: readonly string[], order: SQL, name: string) =>
    db
      .select({
        words: sql<string>`left(${messages.text}, ${PREVIEW_LENGTH})`.as(`${name}_words`),
        type: messages.type,
        author: messages.author,
        createdAt: messages.createdAt,
      })
      .from(messages)
      .where(
        and(
          eq(messages.conversationId, conversations.id),
          eq(messages.isCurrent, true),
          eq(messages.isHidden, false),
          inArray(messages.type, [...types]),
        ),
      )
      .orderBy(order)
      .limit(1)
      .as(name);
  const first = messageText(VISITOR_TYPES, asc(messages.sequence), 'first');
  const last = messageText(SPOKEN_TYPES, desc(messages.sequence), 'last');
  const question = messageText(VISITOR_TYPES, desc(messages.sequence), 'asked');
  return db
    .select({
      id: conversations.id,
      firstText: first.words,
      lastText: last.words,
      lastType: last.type,
      lastAuthor: last.author,
      visitorAt: question.createdAt,
    })
    .from(conversations)
    .leftJoinLateral(first, sql`true`)
    .leftJoinLateral(last, sql`true`)
    .leftJoinLateral(question, sql`true`)
    .where(inArray(conversations.id, [...ids]));
}

/** How a conversation stands, for the pages that follow it. */
export type LiveConversation = Pick<Conversation, 'id' | 'state' | 'agent' | 'typingUntil' | 'liveRevision'>;

const live = {
  id: conversations.id,
  state: conversations.state,
  agent: conversations.agent,
  typingUntil: conversations.typingUntil,
  liveRevision: conversations.liveRevision,
};

/** Undefined when the conversation is gone. */
export async function readLive(db: Database, id: string): Promise<LiveConversation | undefined> {
  const [row] = await db.select(live).from(conversations).where(eq(conversations.id, id)).limit(1);
  return row;
}

/** The person who answers in this conversation; null: the bot does. */
export async function readAgent(db: Database, id: string): Promise<Agent | null> {
  return (await readLive(db, id))?.agent ?? null;
}

/** Notes a sign of life and a message of the visitor, which waits for the person who answers, or opens a solved one. */
export async function noteVisitorMessage(db: Database, id: string, now: number): Promise<void> {
  const state = sql`case
    when ${conversations.agent} is not null then 'waiting'
    when ${conversations.state} = 'solved' then 'open'
    else ${conversations.state}
  end`;
  await db.update(conversations).set({ lastActivityAt: now, state }).where(eq(conversations.id, id));
}

/** Marks a conversation as waiting for a person. @returns whether it was not waiting before, and no person has it */
export async function markWaiting(db: Database, id: string, now: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const marked = await tx
      .update(conversations)
      .set({ state: 'waiting' })
      .where(and(eq(conversations.id, id), ne(conversations.state, 'waiting'), isNull(conversations.agent)))
      .returning({ id: conversations.id });
    if (marked.length > 0) await queueHandover(tx, id, now);
    return marked.length > 0;
  });
}

/** Most conversations that are counted. */
export const COUNT_MAX = 100;

/** Conversations with somebody's widgets that wait for a person, and those with something unread since a moment. */
export async function countInbox(
  db: Database,
  ownerId: string,
  since: number,
): Promise<{ waiting: number; unread: number }> {
  const own = and(eq(widgets.ownerId, ownerId), isNull(conversations.trial));
  const count = async (...parts: SQL[]): Promise<number> => {
    const some = db
      .select({ id: conversations.id })
      .from(conversations)
      .innerJoin(widgets, eq(widgets.id, conversations.widgetId))
      .where(and(own, ...parts))
      .limit(COUNT_MAX)
      .as('some');
    const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some);
    return row?.count ?? 0;
  };
  const readAt = sql`coalesce(${conversations.readAt}, 0)`;
  const [waiting, unread] = await Promise.all([
    count(eq(conversations.state, 'waiting')),
    count(
      gte(conversations.lastActivityAt, since),
      gt(conversations.lastActivityAt, readAt),
      exists(
        db
          .select({ id: messages.id })
          .from(messages)
          .where(
            and(
              eq(messages.conversationId, conversations.id),
              inArray(messages.type, VISITOR_TYPES),
              gt(messages.createdAt, readAt),
            ),
          ),
      ),
    ),
  ]);
  return { waiting, unread };
}

/** Names of these accounts, as others see them. */
export async function readNames(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name, email }) => [id, name.trim() || (email.split('@')[0] ?? '')]));
}

/** Gives a conversation to a member. @param assignedTo - null: to nobody */
export async function assignConversation(db: Database, id: string, assignedTo: string | null): Promise<void> {
  await db.update(conversations).set({ assignedTo }).where(eq(conversations.id, id));
}

/** Changes how a conversation stands. @param isNews - whether the pages of its visitor are to fetch it */
export async function updateLive(
  db: Database,
  id: string,
  change: Partial<Pick<Conversation, 'state' | 'agent' | 'typingUntil' | 'readAt' | 'lastActivityAt'>>,
  isNews: boolean,
): Promise<LiveConversation | undefined> {
  const [row] = await db
    .update(conversations)
    .set({ ...change, ...(isNews && { liveRevision: sql`${conversations.liveRevision} + 1` }) })
    .where(eq(conversations.id, id))
    .returning(live);
  return row;
}
