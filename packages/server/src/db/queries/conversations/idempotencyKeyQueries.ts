import type { JsonObject } from '@sotto/widget-core/api';
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Database } from '../../database';
import { idempotencyKeys } from '../../schema';

/** A keyed call as it is stored. */
export type KeyedCall = typeof idempotencyKeys.$inferSelect;

/** A call that begins; `owner` is the process that makes it. */
export type NewKeyedCall = {
  readonly caller: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly owner: string;
  readonly createdAt: number;
};

/** Claims a key for a call that begins. @returns false when it is taken */
export async function insertKey(db: Database, call: NewKeyedCall): Promise<boolean> {
  const claimed = await db
    .insert(idempotencyKeys)
    .values(call)
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return claimed.length > 0;
}

/** The call that holds a key, or undefined. */
export async function readKey(db: Database, caller: string, key: string): Promise<KeyedCall | undefined> {
  const [call] = await db.select().from(idempotencyKeys).where(isKey(caller, key)).limit(1);
  return call;
}

/**
 * Takes over a call whose process crashed before it responded. @returns false if another process has done so
 */
export async function takeKey(db: Database, call: NewKeyedCall, from: string | null): Promise<boolean> {
  const { caller, key, owner, createdAt } = call;
  const isFrom = from === null ? isNull(idempotencyKeys.owner) : eq(idempotencyKeys.owner, from);
  const taken = await db
    .update(idempotencyKeys)
    .set({ owner, createdAt })
    .where(and(isKey(caller, key), isFrom, isNull(idempotencyKeys.answer)))
    .returning({ key: idempotencyKeys.key });
  return taken.length > 0;
}

/** Keeps the first answer of a call that is still this process's. */
export async function answerKey(db: Database, { caller, key, owner }: NewKeyedCall, answer: JsonObject): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ answer })
    .where(and(isKey(caller, key), eq(idempotencyKeys.owner, owner)));
}

/** Frees the key of a call that is still this process's, because the call failed. */
export async function freeKey(db: Database, { caller, key, owner }: NewKeyedCall): Promise<void> {
  await db.delete(idempotencyKeys).where(and(isKey(caller, key), eq(idempotencyKeys.owner, owner)));
}

/** Forgets an answer that has been kept long enough. */
export async function deleteAnswer(db: Database, { caller, key, createdAt }: KeyedCall): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(and(isKey(caller, key), eq(idempotencyKeys.createdAt, createdAt), isNotNull(idempotencyKeys.answer)));
}

/** Frees keys that are older than `before`. */
export async function deleteOldKeys(db: Database, before: number): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}

function isKey(caller: string, key: string) {
  return and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));
}
