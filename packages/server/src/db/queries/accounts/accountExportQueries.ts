import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import {
  abilities,
  abilitySecrets,
  assistantCalls,
  blueprints,
  bots,
  cannedReplies,
  datasetFiles,
  datasets,
  files,
  checks,
  labels,
  mcpServers,
  passkeys,
  ratings,
  secrets,
  skillsets,
  subscriptions,
  usage,
  users,
  userSessions,
  webhookDeliveries,
  webhooks,
  widgets,
  workspaceInvitations,
  workspaceMembers,
} from '../../schema';
import { listMailStops } from '../visitorMail/visitorMailQueries';

/** Attachments in these conversations. */
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
 * Everything an account has created and what is known about it, by name. Without secrets: no keys, digests, tokens or
 * request headers.
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
    passkeys: await db
      .select({
        id: passkeys.id,
        name: passkeys.name,
        isSynced: passkeys.isSynced,
        createdAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
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
    checks: await db.select(getTableColumns(checks)).from(checks).where(eq(checks.ownerId, userId)),
    labels: await db
      .select({ id: labels.id, name: labels.name, createdAt: labels.createdAt })
      .from(labels)
      .where(eq(labels.ownerId, userId)),
    'canned-replies': await db.select().from(cannedReplies).where(eq(cannedReplies.ownerId, userId)),
    webhooks: await db
      .select({
        id: webhooks.id,
        widgetId: webhooks.widgetId,
        events: webhooks.events,
        off: webhooks.off,
        createdAt: webhooks.createdAt,
        updatedAt: webhooks.updatedAt,
      })
      .from(webhooks)
      .where(eq(webhooks.ownerId, userId)),
    'webhook-deliveries': await listDeliveries(db, userId),
    teams: await db
      .select({ id: users.id, name: users.name, role: workspaceMembers.role, createdAt: workspaceMembers.createdAt })
      .from(workspaceMembers)
      .innerJoin(users, eq(users.id, workspaceMembers.workspaceId))
      .where(eq(workspaceMembers.userId, userId)),
    'team-invitations': await db
      .select({
        id: workspaceInvitations.id,
        teamId: workspaceInvitations.workspaceId,
        email: workspaceInvitations.email,
        role: workspaceInvitations.role,
        createdAt: workspaceInvitations.createdAt,
      })
      .from(workspaceInvitations)
      .where(eq(workspaceInvitations.invitedBy, userId)),
    plan: await db
      .select({ plan: subscriptions.plan, status: subscriptions.status })
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId)),
    'stopped-mails': await listMailStops(db, userId),
    usage: await db
      .select()
      .from(usage)
      .where(eq(usage.subject, `user:${userId}`)),
  };
}

/** Messages sent to them are part of the conversations. */
function listDeliveries(db: Database, userId: string): Promise<object[]> {
  return db
    .select({
      id: webhookDeliveries.id,
      webhookId: webhookDeliveries.webhookId,
      conversationId: webhookDeliveries.conversationId,
      event: webhookDeliveries.event,
      status: webhookDeliveries.status,
      attempts: webhookDeliveries.attempts,
      httpStatus: webhookDeliveries.httpStatus,
      createdAt: webhookDeliveries.createdAt,
      updatedAt: webhookDeliveries.updatedAt,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhooks.ownerId, userId));
}
