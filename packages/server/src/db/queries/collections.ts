import { asc, eq } from 'drizzle-orm';
import type { Database } from '../database';
import { collections } from '../schema';

/** A collection as stored. */
export type StoredCollection = typeof collections.$inferSelect;

/** All collections in their order. */
export async function listCollections(db: Database): Promise<StoredCollection[]> {
  return db.select().from(collections).orderBy(asc(collections.position), asc(collections.title));
}

/** One collection, or undefined. */
export async function readCollection(db: Database, slug: string): Promise<StoredCollection | undefined> {
  const [row] = await db.select().from(collections).where(eq(collections.slug, slug)).limit(1);
  return row;
}

/** Adds a collection unless one has its address. */
export async function insertCollection(db: Database, collection: typeof collections.$inferInsert): Promise<void> {
  await db.insert(collections).values(collection).onConflictDoNothing();
}
