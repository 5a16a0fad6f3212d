import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { conversations, messages } from '../../schema';
import type { ListPlace } from '../../../lib/paging';
import { afterPlace } from '../newestFirst';

/** How much of a conversation's first message is read for its title, in characters. */
const TITLE_MAX_LENGTH = 200;

/** A conversation of a subject, with its first message. */
export interface StoredThread {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  readonly lastActivityAt: number;
}

/** A subject's conversations with a widget that contain their messages, most recently used first. */
export async function listThreads(
  db: Database,
  { widgetId, subject }: { readonly widgetId: string; readonly subject: string },
  after: ListPlace | undefined,
  take: number,
): Promise<StoredThread[]> {
  const first = db
    .select({ title: sql<string>`left(${messages.text}, ${TITLE_MAX_LENGTH})`.as('title') })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversations.id),
        inArray(messages.type, ['user', 'input']),
        eq(messages.isHidden, false),
        eq(messages.isCurrent, true),
      ),
    )
    .orderBy(asc(messages.sequence))
    .limit(1)
    .as('first');
  return db
    .select({
      id: conversations.id,
      title: first.title,
      createdAt: conversations.createdAt,
      lastActivityAt: conversations.lastActivityAt,
    })
    .from(conversations)
    .crossJoinLateral(first)
    .where(
      and(
        eq(conversations.widgetId, widgetId),
        eq(conversations.subject, subject),
        isNull(conversations.trial),
        afterPlace(conversations.lastActivityAt, conversations.id, after),
      ),
    )
    .orderBy(desc(conversations.lastActivityAt), asc(conversations.id))
    .limit(take);
}
