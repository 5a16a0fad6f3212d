import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../database';
import { collections } from '../../schema';

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

/** Makes a collection, or changes the one at its address. */
export async function saveCollection(db: Database, collection: typeof collections.$inferInsert): Promise<void> {
  const { title, description, items, position, updatedAt } = collection;
  await db
    .insert(collections)
    .values(collection)
    .onConflictDoUpdate({ target: collections.slug, set: { title, description, items, position, updatedAt } });
}

/** Deletes a collection; its things stay. @returns whether there was one */
export async function deleteCollection(db: Database, slug: string): Promise<boolean> {
  const gone = await db.delete(collections).where(eq(collections.slug, slug)).returning({ slug: collections.slug });
  return gone.length > 0;
}
