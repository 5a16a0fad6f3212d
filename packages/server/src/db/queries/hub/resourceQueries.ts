import { cutText } from '@sotto/widget-core/internal/server';
import { and, asc, desc, eq, ilike, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { blueprints, bots, datasets, hubUses, skillsets, widgets } from '../../schema';
import type { ListPlace } from '../../../lib/paging';
import { afterPlace } from '../newestFirst';

/** What people make, by kind. */
export const RESOURCE_TABLES = {
  skillset: skillsets,
  bot: bots,
  dataset: datasets,
  widget: widgets,
  blueprint: blueprints,
} as const;

/** A kind of thing that people make. */
export type ResourceType = keyof typeof RESOURCE_TABLES;
interface ResourceRows {
  skillset: typeof skillsets.$inferSelect;
  bot: typeof bots.$inferSelect;
  dataset: typeof datasets.$inferSelect;
  widget: typeof widgets.$inferSelect;
  blueprint: typeof blueprints.$inferSelect;
}
interface NewResourceRows {
  skillset: typeof skillsets.$inferInsert;
  bot: typeof bots.$inferInsert;
  dataset: typeof datasets.$inferInsert;
  widget: typeof widgets.$inferInsert;
  blueprint: typeof blueprints.$inferInsert;
}
/** One as it is stored. */
export type ResourceRow<Kind extends ResourceType> = ResourceRows[Kind];
/** What a new one is made from. */
export type NewResource<Kind extends ResourceType> = NewResourceRows[Kind];

/** The columns that all kinds share; one kind stands for all, because the names are the same. */
function tableOf(kind: ResourceType): typeof skillsets {
  return RESOURCE_TABLES[kind] as typeof skillsets;
}

/** Adds a thing. @returns false when its slug is taken */
export async function insertResource<Kind extends ResourceType>(
  db: Database,
  kind: Kind,
  row: NewResource<Kind>,
): Promise<boolean> {
  const stored = await db
    .insert(tableOf(kind))
    .values(row as typeof skillsets.$inferInsert)
    .onConflictDoNothing()
    .returning({ id: tableOf(kind).id });
  return stored.length > 0;
}

/** A resource by id or slug, of any owner; or undefined. */
export async function readResource<Kind extends ResourceType>(
  db: Database,
  kind: Kind,
  idOrSlug: string,
): Promise<ResourceRow<Kind> | undefined> {
  const table = tableOf(kind);
  const rows = await db
    .select()
    .from(table)
    .where(or(eq(table.id, idOrSlug), eq(table.slug, idOrSlug)))
    .orderBy(desc(sql`${table.id} = ${idOrSlug}`))
    .limit(1);
  return rows[0] as ResourceRow<Kind> | undefined;
}

/** A person's things, newest first. */
export async function listResources<Kind extends ResourceType>(
  db: Database,
  kind: Kind,
  ownerId: string,
  after: ListPlace | undefined,
  take: number,
): Promise<ResourceRow<Kind>[]> {
  const table = tableOf(kind);
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.ownerId, ownerId), afterPlace(table.createdAt, table.id, after)))
    .orderBy(desc(table.createdAt), asc(table.id))
    .limit(take);
  return rows as ResourceRow<Kind>[];
}

/**
 * Changes a thing of this person and counts the change. @returns the new state, undefined when it is not theirs, or no
 * longer of the `version` that is to be changed
 */
export async function updateResource<Kind extends ResourceType>(
  db: Database,
  kind: Kind,
  ownerId: string,
  id: string,
  changes: Partial<NewResource<Kind>>,
  now: number,
  version?: number,
): Promise<ResourceRow<Kind> | undefined> {
  const table = tableOf(kind);
  const rows = await db
    .update(table)
    .set({ ...(changes as object), version: sql`${table.version} + 1`, updatedAt: now })
    .where(
      and(eq(table.id, id), eq(table.ownerId, ownerId), version === undefined ? undefined : eq(table.version, version)),
    )
    .returning();
  return rows[0] as ResourceRow<Kind> | undefined;
}

/**
 * Removes a resource of any owner from the Hub, or restores it. @returns its id, undefined when there is
 * none or nothing to do
 */
export async function setTakenDown(
  db: Database,
  kind: ResourceType,
  id: string,
  takenDown: { reason: string; at: number } | null,
): Promise<string | undefined> {
  const table = tableOf(kind);
  const change = takenDown
    ? {
        takenDown: sql`jsonb_build_object('reason', \
${takenDown.reason}::text, 'at', ${takenDown.at}::bigint, 'visibility', coalesce(${table.takenDown} ->> 'visibility', ${table.visibility}))`,
        visibility: 'private' as const,
      }
    : { takenDown: null, visibility: sql`${table.takenDown} ->> 'visibility'` };
  const rows = await db
    .update(table)
    .set(change as object)
    .where(and(eq(table.id, id), takenDown ? undefined : isNotNull(table.takenDown)))
    .returning({ id: table.id });
  return rows[0]?.id;
}

/** Things of a kind that operators took off the Hub, newest first. */
export async function listTakenDown(
  db: Database,
  kind: ResourceType,
  take: number,
): Promise<{ id: string; name: string; reason: string; at: number }[]> {
  const table = tableOf(kind);
  const at = sql<number>`(${table.takenDown} ->> 'at')::float8`;
  return db
    .select({ id: table.id, name: table.name, reason: sql<string>`${table.takenDown} ->> 'reason'`, at })
    .from(table)
    .where(isNotNull(table.takenDown))
    .orderBy(desc(at), asc(table.id))
    .limit(take);
}

/** Deletes a thing of this person, with everything that belongs to it. @returns whether it was theirs */
export async function deleteResource(db: Database, kind: ResourceType, ownerId: string, id: string): Promise<boolean> {
  const table = tableOf(kind);
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(table)
      .where(and(eq(table.id, id), eq(table.ownerId, ownerId)))
      .returning({ id: table.id });
    if (gone.length > 0) await tx.delete(hubUses).where(eq(hubUses.itemId, id));
    return gone.length > 0;
  });
}

/** Public things, newest first; with words, those in whose name or description they stand. */
export async function listPublic<Kind extends ResourceType>(
  db: Database,
  kind: Kind,
  words: string | undefined,
  after: ListPlace | undefined,
  take: number,
): Promise<ResourceRow<Kind>[]> {
  const table = tableOf(kind);
  const pattern = `%${cutText(words ?? '', 200).replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  const fits =
    words === undefined || words === '' ? undefined : or(ilike(table.name, pattern), ilike(table.description, pattern));
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.visibility, 'public'), fits, afterPlace(table.createdAt, table.id, after)))
    .orderBy(desc(table.createdAt), asc(table.id))
    .limit(take);
  return rows as ResourceRow<Kind>[];
}

/** How many a person has. */
export async function countResources(db: Database, kind: ResourceType, ownerId: string): Promise<number> {
  const table = tableOf(kind);
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(table)
    .where(eq(table.ownerId, ownerId));
  return row?.count ?? 0;
}

/** Whether a bot answers in some widget. */
export async function isBotInUse(db: Database, botId: string): Promise<boolean> {
  const [row] = await db.select({ id: widgets.id }).from(widgets).where(eq(widgets.botId, botId)).limit(1);
  return row !== undefined;
}
