import { and, asc, desc, eq, exists, gt, gte, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { colleagueName } from '../../../lib/colleagueName';
import type { Database } from '../../database';
import type { Agent } from '../../inboxSchema';
import { conversations, messages, users, widgets } from '../../schema';
import type { Conversation } from './conversationQueries';
import { queueHandover } from '../webhooks/eventQueries';
import { SPOKEN_TYPES } from './messageWordQueries';

const VISITOR_TYPES = ['user', 'input'];
/** Characters of a message that a list shows. */
const PREVIEW_LENGTH = 300;

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

/** Names of these accounts, as their team sees them. */
export async function readNames(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map((user) => [user.id, colleagueName(user)]));
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
