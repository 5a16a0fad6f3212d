import { and, eq, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../database';
import { conversations, idempotencyKeys, users } from '../../schema';

/** A stored keyed call. */
export type KeyedCall = typeof idempotencyKeys.$inferSelect;

/** A starting call; `owner` is its process. */
export type NewKeyedCall = {
  readonly key: string;
  readonly bodyHash: string;
  readonly owner: string;
  readonly createdAt: number;
};

/**
 * Claims a key for a starting call.
 *
 * @param who - the calling conversation or account; any other text identifies nobody
 * @returns false if it is taken
 */
export async function insertKey(db: Database, call: NewKeyedCall, who: readonly string[]): Promise<boolean> {
  const isCaller = (id: PgColumn): SQL => sql`${id} = any(${sql.param([...who])}::text[])`;
  const claimed = await db
    .insert(idempotencyKeys)
    .values({
      ...call,
      conversationId: sql`(select ${conversations.id} from ${conversations} where ${isCaller(conversations.id)} limit 1)`,
      accountId: sql`(select ${users.id} from ${users} where ${isCaller(users.id)} limit 1)`,
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return claimed.length > 0;
}

/** The call with a key, or undefined. */
export async function readKey(db: Database, key: string): Promise<KeyedCall | undefined> {
  const [call] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key)).limit(1);
  return call;
}

/** Takes over a call whose process crashed before responding. @returns false if another process has */
export async function takeKey(db: Database, call: NewKeyedCall, from: string | null): Promise<boolean> {
  const { key, owner, createdAt } = call;
  const isFrom = from === null ? isNull(idempotencyKeys.owner) : eq(idempotencyKeys.owner, from);
  const taken = await db
    .update(idempotencyKeys)
    .set({ owner, createdAt })
    .where(and(eq(idempotencyKeys.key, key), isFrom, isNull(idempotencyKeys.answer)))
    .returning({ key: idempotencyKeys.key });
  return taken.length > 0;
}

/**
 * Stores the response of a call, if it still belongs to this process. @param conversationId - the conversation it
 * created
 */
export async function answerKey(
  db: Database,
  { key, owner }: NewKeyedCall,
  answer: string,
  conversationId: string | undefined,
): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ answer, ...(conversationId !== undefined && { conversationId }) })
    .where(and(eq(idempotencyKeys.key, key), eq(idempotencyKeys.owner, owner)));
}

/** Releases the key of a call, if it still belongs to this process. */
export async function freeKey(db: Database, { key, owner }: NewKeyedCall): Promise<void> {
  await db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.key, key), eq(idempotencyKeys.owner, owner)));
}

/** Deletes an expired response. */
export async function deleteAnswer(db: Database, { key, createdAt }: KeyedCall): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(
      and(eq(idempotencyKeys.key, key), eq(idempotencyKeys.createdAt, createdAt), isNotNull(idempotencyKeys.answer)),
    );
}

/** Releases keys older than `before`. */
export async function deleteOldKeys(db: Database, before: number): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
