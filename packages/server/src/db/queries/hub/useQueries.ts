import { and, asc, count, eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../database';
import { abilities, blueprints, bots, conversations, datasetFiles, widgets } from '../../schema';
import type { ResourceType } from './resourceQueries';

/** A resource that uses another one. */
export interface Use {
  readonly type: 'bot' | 'widget' | 'blueprint';
  readonly id: string;
  readonly name: string;
}

/** How many dependents are listed of each kind. */
const LISTED = 100;

/** Bots, widgets and blueprints of its owner that use a resource. */
export async function listUses(db: Database, kind: ResourceType, ownerId: string, id: string): Promise<Use[]> {
  const list = JSON.stringify([id]);
  const uses: Use[] = [];
  const add = async (type: Use['type'], table: typeof bots | typeof widgets | typeof blueprints, isUse: SQL) => {
    const of = table as typeof bots;
    const rows = await db
      .select({ id: of.id, name: of.name })
      .from(of)
      .where(and(eq(of.ownerId, ownerId), isUse))
      .orderBy(asc(of.createdAt))
      .limit(LISTED);
    uses.push(...rows.map((row) => ({ type, ...row })));
  };
  if (kind === 'skillset') await add('bot', bots, sql`${bots.skillsets} @> ${list}::jsonb`);
  if (kind === 'dataset') await add('bot', bots, sql`${bots.datasets} @> ${list}::jsonb`);
  if (kind === 'bot') await add('widget', widgets, eq(widgets.botId, id));
  if (kind !== 'blueprint')
    await add('blueprint', blueprints, sql`${blueprints.parts} -> ${sql.raw(`'${kind}s'`)} @> ${list}::jsonb`);
  return uses;
}

/** Number of conversations of a widget, or of all widgets of an account. */
export async function countConversations(
  db: Database,
  of: { readonly widgetId: string } | { readonly ownerId: string },
): Promise<number> {
  const [row] = await db
    .select({ value: count() })
    .from(conversations)
    .innerJoin(widgets, eq(widgets.id, conversations.widgetId))
    .where('widgetId' in of ? eq(widgets.id, of.widgetId) : eq(widgets.ownerId, of.ownerId));
  return row?.value ?? 0;
}

/** Number of documents of a dataset, and of abilities of a skillset. */
export async function countParts(
  db: Database,
  kind: ResourceType,
  id: string,
): Promise<{ documents: number; abilities: number }> {
  const of = async (table: typeof datasetFiles | typeof abilities, isIn: SQL): Promise<number> =>
    (await db.select({ value: count() }).from(table).where(isIn))[0]?.value ?? 0;
  return {
    documents: kind === 'dataset' ? await of(datasetFiles, eq(datasetFiles.datasetId, id)) : 0,
    abilities: kind === 'skillset' ? await of(abilities, eq(abilities.skillsetId, id)) : 0,
  };
}
