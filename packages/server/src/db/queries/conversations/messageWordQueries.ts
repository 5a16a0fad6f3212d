import { and, eq, gt, lte, max, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { inScope } from '../../inboxSchema';
import { conversations, messages, messageWords } from '../../schema';
import { toVector } from '../../words';

/** Types of messages searched by the inbox: those of visitors and of people or bots answering. */
export const SPOKEN_TYPES = ['user', 'input', 'bot'];

/** The part of a message needed for its search terms. */
type Said = Pick<typeof messages.$inferSelect, 'sequence' | 'conversationId' | 'type' | 'isHidden' | 'text'>;

/** Adds search terms for these messages, without hidden ones. */
export async function indexMessages(db: Database, list: readonly Said[]): Promise<void> {
  const open = list.filter(({ type, isHidden }) => !isHidden && SPOKEN_TYPES.includes(type));
  if (open.length === 0) return;
  const columns = [
    sql`${sql.param(open.map(({ sequence }) => sequence))}::bigint[]`,
    sql`${sql.param(open.map(({ conversationId }) => conversationId))}::text[]`,
    sql`${sql.param(open.map(({ text }) => toVector(text)))}::text[]`,
  ];
  await db.execute(sql`
    insert into ${messageWords} (sequence, conversation_id, words)
    select said.sequence, said.conversation_id, ${inScope(sql`said.words`, conversations.widgetId)}::tsvector
    from unnest(${sql.join(columns, sql`, `)}) as said (sequence, conversation_id, words)
    join ${conversations} on ${conversations.id} = said.conversation_id
    on conflict (sequence) do update set words = excluded.words`);
}

/** Position of the newest message; 0 if there is none. */
export async function readNewestPlace(db: Database): Promise<number> {
  const [row] = await db.select({ place: max(messages.sequence) }).from(messages);
  return row?.place ?? 0;
}

/** Indexes missing messages between these positions, the first excluded. */
export async function indexBetween(db: Database, after: number, upTo: number): Promise<void> {
  await db.transaction(async (tx) => {
    const isIndexed = tx
      .select({ sequence: messageWords.sequence })
      .from(messageWords)
      .where(eq(messageWords.sequence, messages.sequence));
    const { sequence, conversationId, type, isHidden, text } = messages;
    const list = await tx
      .select({ sequence, conversationId, type, isHidden, text })
      .from(messages)
      .where(and(gt(sequence, after), lte(sequence, upTo), notExists(isIndexed)))
      // Locks the messages, so that none is deleted before its terms are stored.
      .for('key share', { of: messages });
    await indexMessages(tx, list);
  });
}
