import type { JsonObject } from '@sotto/widget-core/api';
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Database } from '../database';
import { idempotencyKeys } from '../schema';

/** A keyed call as it is stored. */
export type KeyedCall = typeof idempotencyKeys.$inferSelect;

/** Claims a key for a call that begins. @returns false when it is taken */
export async function insertKey(db: Database, call: { caller: string; key: string; bodyHash: string; createdAt: number }): Promise<boolean> {
  const claimed = await db.insert(idempotencyKeys).values(call).onConflictDoNothing().returning({ key: idempotencyKeys.key });
  return claimed.length > 0;
}

/** The call that holds a key, or undefined. */
export async function readKey(db: Database, caller: string, key: string): Promise<KeyedCall | undefined> {
  const [call] = await db.select().from(idempotencyKeys).where(isKey(caller, key)).limit(1);
  return call;
}

/** Keeps the first answer. */
export async function answerKey(db: Database, caller: string, key: string, answer: JsonObject): Promise<void> {
  await db.update(idempotencyKeys).set({ answer }).where(isKey(caller, key));
}

/** Frees a key, because its call failed. */
export async function deleteKey(db: Database, caller: string, key: string): Promise<void> {
  await db.delete(idempotencyKeys).where(isKey(caller, key));
}

/** Frees keys that are older than `before`, and unanswered ones older than `unansweredBefore`: their process died. */
export async function deleteOldKeys(db: Database, before: number, unansweredBefore: number): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
  await db.delete(idempotencyKeys).where(and(isNull(idempotencyKeys.answer), lt(idempotencyKeys.createdAt, unansweredBefore)));
}

function isKey(caller: string, key: string) {
  return and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));
}
