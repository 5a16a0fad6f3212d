import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import {
  abilities,
  abilitySecrets,
  assistantCalls,
  blueprints,
  bots,
  datasetFiles,
  datasets,
  files,
  mcpServers,
  ratings,
  secrets,
  skillsets,
  subscriptions,
  usage,
  users,
  userSessions,
  widgets,
} from '../../schema';

/** Files that visitors attached in these conversations. */
export async function listConversationFiles(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; name: string; size: number }[]> {
  return db
    .select({ id: files.id, name: files.name, size: files.size })
    .from(files)
    .where(and(sql`${files.conversationId} = any(${sql.param([...ids])}::text[])`, eq(files.kind, 'attachment')));
}

/** Documents of the datasets of an account. */
export async function listOwnDocuments(db: Database, userId: string): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: datasetFiles.id, name: datasetFiles.name })
    .from(datasetFiles)
    .innerJoin(datasets, eq(datasets.id, datasetFiles.datasetId))
    .where(eq(datasets.ownerId, userId));
}

/**
 * What an account has made and what is known of it, by name. Nothing that opens something is in it: no key, no digest,
 * no token, no header of a request.
 */
export async function listAccountRows(db: Database, userId: string): Promise<Record<string, unknown[]>> {
  const { identitySecret: _, hubSearch: _a, ...widgetColumns } = getTableColumns(widgets);
  const { hubSearch: _b, ...skillsetColumns } = getTableColumns(skillsets);
  const { hubSearch: _c, ...botColumns } = getTableColumns(bots);
  const { hubSearch: _d, ...datasetColumns } = getTableColumns(datasets);
  const { hubSearch: _e, ...blueprintColumns } = getTableColumns(blueprints);
  const ofSkillsets = eq(skillsets.ownerId, userId);
  return {
    account: await db.select().from(users).where(eq(users.id, userId)),
    browsers: await db
      .select({ id: userSessions.id, userAgent: userSessions.userAgent, createdAt: userSessions.createdAt })
      .from(userSessions)
      .where(eq(userSessions.userId, userId)),
    keys: await db
      .select({
        id: secrets.id,
        name: secrets.name,
        ending: secrets.ending,
        createdAt: secrets.createdAt,
        lastUsedAt: secrets.lastUsedAt,
      })
      .from(secrets)
      .where(eq(secrets.userId, userId)),
    widgets: await db.select(widgetColumns).from(widgets).where(eq(widgets.ownerId, userId)),
    bots: await db.select(botColumns).from(bots).where(eq(bots.ownerId, userId)),
    skillsets: await db.select(skillsetColumns).from(skillsets).where(ofSkillsets),
    abilities: await db
      .select(getTableColumns(abilities))
      .from(abilities)
      .innerJoin(skillsets, eq(skillsets.id, abilities.skillsetId))
      .where(ofSkillsets),
    'ability-secrets': await db
      .select({ id: abilitySecrets.id, skillsetId: abilitySecrets.skillsetId, name: abilitySecrets.name })
      .from(abilitySecrets)
      .innerJoin(skillsets, eq(skillsets.id, abilitySecrets.skillsetId))
      .where(ofSkillsets),
    'mcp-servers': await db
      .select({ id: mcpServers.id, skillsetId: mcpServers.skillsetId, name: mcpServers.name })
      .from(mcpServers)
      .innerJoin(skillsets, eq(skillsets.id, mcpServers.skillsetId))
      .where(ofSkillsets),
    datasets: await db.select(datasetColumns).from(datasets).where(eq(datasets.ownerId, userId)),
    documents: await db
      .select(getTableColumns(datasetFiles))
      .from(datasetFiles)
      .innerJoin(datasets, eq(datasets.id, datasetFiles.datasetId))
      .where(eq(datasets.ownerId, userId)),
    blueprints: await db.select(blueprintColumns).from(blueprints).where(eq(blueprints.ownerId, userId)),
    ratings: await db
      .select({ type: ratings.type, itemId: ratings.itemId, value: ratings.value, comment: ratings.comment })
      .from(ratings)
      .where(eq(ratings.userId, userId)),
    'assistant-calls': await db.select().from(assistantCalls).where(eq(assistantCalls.userId, userId)),
    plan: await db
      .select({ plan: subscriptions.plan, status: subscriptions.status })
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId)),
    usage: await db
      .select()
      .from(usage)
      .where(eq(usage.subject, `user:${userId}`)),
  };
}
