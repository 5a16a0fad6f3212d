import { and, eq, gt, lte, max, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { inScope } from '../../inboxSchema';
import { conversations, messages, messageWords } from '../../schema';
import { toVector } from '../../words';

/** Types of messages of visitors and of those who answer: an inbox finds no others. */
export const SPOKEN_TYPES = ['user', 'input', 'bot'];

/** A message, as far as its words need it. */
type Said = Pick<typeof messages.$inferSelect, 'sequence' | 'conversationId' | 'type' | 'isHidden' | 'text'>;

/** Lets inboxes find these messages by their words; those that are not said openly are left out. */
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

/** The place of the newest message; 0: there is none. */
export async function readNewestPlace(db: Database): Promise<number> {
  const [row] = await db.select({ place: max(messages.sequence) }).from(messages);
  return row?.place ?? 0;
}

/** Indexes those of these places, the first excluded, that are not indexed. */
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
      // None is deleted meanwhile: its words would have no message.
      .for('key share', { of: messages });
    await indexMessages(tx, list);
  });
}
