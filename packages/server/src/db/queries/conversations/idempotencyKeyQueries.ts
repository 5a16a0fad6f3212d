import { and, eq, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../database';
import { conversations, idempotencyKeys, users } from '../../schema';

/** A keyed call as it is stored. */
export type KeyedCall = typeof idempotencyKeys.$inferSelect;

/** A call that begins; `owner` is the process that makes it. */
export type NewKeyedCall = {
  readonly key: string;
  readonly bodyHash: string;
  readonly owner: string;
  readonly createdAt: number;
};

/**
 * Claims a key for a call that begins.
 *
 * @param who - names the conversation or the account that calls; any other words name nobody
 * @returns false when it is taken
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

/** The call that holds a key, or undefined. */
export async function readKey(db: Database, key: string): Promise<KeyedCall | undefined> {
  const [call] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key)).limit(1);
  return call;
}

/**
 * Takes over a call whose process crashed before it responded. @returns false if another process has done so
 */
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

/** Keeps the first answer of a call that is still this process's. @param conversationId - the one that it opened */
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

/** Frees the key of a call that is still this process's. */
export async function freeKey(db: Database, { key, owner }: NewKeyedCall): Promise<void> {
  await db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.key, key), eq(idempotencyKeys.owner, owner)));
}

/** Forgets an answer that has been kept long enough. */
export async function deleteAnswer(db: Database, { key, createdAt }: KeyedCall): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(
      and(eq(idempotencyKeys.key, key), eq(idempotencyKeys.createdAt, createdAt), isNotNull(idempotencyKeys.answer)),
    );
}

/** Frees keys that are older than `before`. */
export async function deleteOldKeys(db: Database, before: number): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
