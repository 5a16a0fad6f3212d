import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../../database';
import { searchVector, type Agent, type ConversationState } from '../../inboxSchema';
import { contacts, conversationLabels, conversations, messages, votes, widgets } from '../../schema';
import type { Conversation } from './conversationQueries';
import { queueHandover } from '../webhooks/eventQueries';
import { afterPlace, ofOwner, type ListPlace, type VisitorsOf } from '../newestFirst';

/** Which conversations an inbox shows. Moments are of the last activity, in milliseconds since the epoch. */
export interface InboxFilter extends VisitorsOf {
  readonly state?: ConversationState | undefined;
  readonly vote?: 'up' | 'down' | undefined;
  readonly hasContact?: boolean | undefined;
  readonly labelId?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly search?: string | undefined;
}

/** Scripts without spaces between words: a text vector holds only whole sentences of them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const VISITOR_TYPES = ['user', 'input'];
const SPOKEN_TYPES = [...VISITOR_TYPES, 'bot'];
/** Characters of a message that a list shows. */
const PREVIEW_LENGTH = 300;

/**
 * Conversations of visitors with somebody's widgets, the last active first. Of each widget only as many are read as are
 * shown.
 */
export async function listInbox(
  db: Database,
  filter: InboxFilter,
  after: ListPlace | undefined,
  take: number,
): Promise<Conversation[]> {
  const { state, from, to } = filter;
  const ofWidget = db
    .select()
    .from(conversations)
    .where(
      and(
        eq(conversations.widgetId, widgets.id),
        isNull(conversations.trial),
        state === undefined ? undefined : eq(conversations.state, state),
        from === undefined ? undefined : gte(conversations.lastActivityAt, from),
        to === undefined ? undefined : lt(conversations.lastActivityAt, to),
        ...partsOf(db, filter),
        afterPlace(conversations.lastActivityAt, conversations.id, after),
      ),
    )
    .orderBy(desc(conversations.lastActivityAt), asc(conversations.id))
    .limit(take)
    .as('of_widget');
  return db
    .select({ ...ofWidget._.selectedFields })
    .from(widgets)
    .crossJoinLateral(ofWidget)
    .where(ofOwner(filter))
    .orderBy(desc(ofWidget.lastActivityAt), asc(ofWidget.id))
    .limit(take);
}

/** The conditions of a filter. Conversations without a message are not shown. */
function partsOf(db: Database, { vote, hasContact, labelId, search = '' }: InboxFilter): (SQL | undefined)[] {
  const own = eq(messages.conversationId, conversations.id);
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
  return [
    exists(
      db
        .select({ id: messages.id })
        .from(messages)
        .where(and(own, inArray(messages.type, SPOKEN_TYPES))),
    ),
    vote && exists(cast),
    labelId === undefined
      ? undefined
      : exists(
          db
            .select({ id: conversationLabels.labelId })
            .from(conversationLabels)
            .where(
              and(eq(conversationLabels.conversationId, conversations.id), eq(conversationLabels.labelId, labelId)),
            ),
        ),
    hasContact === undefined ? undefined : hasContact ? exists(contact) : notExists(contact),
    search === ''
      ? undefined
      : inArray(
          conversations.id,
          db
            .select({ id: messages.conversationId })
            .from(messages)
            .where(and(saysWords(search), inArray(messages.type, SPOKEN_TYPES), eq(messages.isHidden, false))),
        ),
  ];
}

/** Every word, or its beginning, in any order. An address is several words. */
function saysWords(search: string): SQL | undefined {
  const prefixes = (search.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => `${word}:*`).join(' & ');
  const found = prefixes === '' ? sql`false` : sql`${searchVector(messages.text)} @@ to_tsquery('simple', ${prefixes})`;
  return UNSPACED.test(search) ? or(found, ilike(messages.text, `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`)) : found;
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

/** Changes how a conversation stands. @param isFromTab - whether its visitor's pages are to fetch it */
export async function updateLive(
  db: Database,
  id: string,
  change: Partial<Pick<Conversation, 'state' | 'agent' | 'typingUntil' | 'readAt' | 'lastActivityAt'>>,
  isFromTab: boolean,
): Promise<LiveConversation | undefined> {
  const [row] = await db
    .update(conversations)
    .set({ ...change, ...(isFromTab && { liveRevision: sql`${conversations.liveRevision} + 1` }) })
    .where(eq(conversations.id, id))
    .returning(live);
  return row;
}
