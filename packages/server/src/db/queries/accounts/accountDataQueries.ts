import { and, count, eq, inArray, isNotNull, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../database';
import {
  blueprints,
  bots,
  collections,
  conversations,
  datasetFiles,
  datasets,
  hubUses,
  invitations,
  ratings,
  reports,
  secrets,
  skillsets,
  usage,
  users,
  userVerifications,
  widgets,
  workspaceInvitations,
  workspaceMembers,
} from '../../schema';
import { forgetHubUser } from '../hub/hubItemQueries';
import { RESOURCE_TABLES } from '../hub/resourceQueries';
import { deleteIcons } from '../hub/iconQueries';
import { deletePicture } from './pictureQueries';
import { forgetAssignments } from './memberQueries';

/** Number of items of an account. */
export interface ResourceCounts {
  readonly widgets: number;
  readonly bots: number;
  readonly skillsets: number;
  readonly datasets: number;
  readonly documents: number;
  readonly blueprints: number;
  readonly keys: number;
}

/** Number of items of an account, without conversations. */
export async function countResources(db: Database, userId: string): Promise<ResourceCounts> {
  const of = async (table: PgTable, owner: PgColumn): Promise<number> =>
    (await db.select({ value: count() }).from(table).where(eq(owner, userId)))[0]?.value ?? 0;
  const [documents] = await db
    .select({ value: count() })
    .from(datasetFiles)
    .innerJoin(datasets, eq(datasets.id, datasetFiles.datasetId))
    .where(eq(datasets.ownerId, userId));
  return {
    widgets: await of(widgets, widgets.ownerId),
    bots: await of(bots, bots.ownerId),
    skillsets: await of(skillsets, skillsets.ownerId),
    datasets: await of(datasets, datasets.ownerId),
    documents: documents?.value ?? 0,
    blueprints: await of(blueprints, blueprints.ownerId),
    keys: await of(secrets, secrets.userId),
  };
}

/** Whether this is the only operator. */
export async function isLastOperator(db: Database, userId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(users.isOperator, ne(users.id, userId)))
    .limit(1);
  return other === undefined;
}

/** Identifiers of an account outside its own data. */
export interface ErasedAccount {
  readonly id: string;
  readonly email: string;
}

/** Deletes files and conversations within the transaction that deletes an account. */
export interface AccountParts {
  /** Deletes all remaining conversations of the account. */
  readonly deleteConversations: (tx: Database) => Promise<void>;
  readonly deleteBytes: (fileIds: readonly string[]) => Promise<void>;
  /** Deletes the waiting mails to the account's address. */
  readonly deleteMails: (tx: Database) => Promise<void>;
}

/** Ids of some documents in an account's datasets. */
export async function listDocuments(
  db: Database,
  userId: string,
  take: number,
): Promise<{ id: string; datasetId: string }[]> {
  return db
    .select({ id: datasetFiles.id, datasetId: datasetFiles.datasetId })
    .from(datasetFiles)
    .innerJoin(datasets, eq(datasets.id, datasetFiles.datasetId))
    .where(eq(datasets.ownerId, userId))
    .limit(take);
}

/**
 * Deletes an account with everything that references it (listed in `erasureRules.ts`). Most conversations and
 * documents are already deleted; those added in the meantime are deleted here, and locks prevent new ones.
 */
export async function deleteUser(db: Database, account: ErasedAccount, parts: AccountParts): Promise<void> {
  const { id } = account;
  await db.transaction(async (tx) => {
    const [user] = await tx.select({ image: users.image }).from(users).where(eq(users.id, id)).for('update');
    await parts.deleteBytes(await deletePicture(tx, id, user?.image ?? null));
    await tx.select({ id: widgets.id }).from(widgets).where(eq(widgets.ownerId, id)).for('update');
    await parts.deleteBytes(await deleteIcons(tx, id));
    await tx.select({ id: datasets.id }).from(datasets).where(eq(datasets.ownerId, id)).for('update');
    await parts.deleteConversations(tx);
    const documents = await listDocuments(tx, id, LATE_DOCUMENTS);
    await parts.deleteBytes(documents.map((document) => document.id));
    const owned = await listOwned(tx, id);
    await forgetThings(tx, owned);
    await forgetPerson(tx, account);
    await parts.deleteMails(tx);
    await forgetUsage(tx, id, owned);
    await tx.delete(users).where(eq(users.id, id));
  });
}

/** More documents than can have been added since. */
const LATE_DOCUMENTS = 10_000;

async function listOwned(db: Database, userId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const table of Object.values(RESOURCE_TABLES) as (typeof skillsets)[]) {
    const rows = await db.select({ id: table.id }).from(table).where(eq(table.ownerId, userId));
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Removes other people's actions on deleted items, and references to them. */
async function forgetThings(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const isOne = (id: SQLWrapper): SQL => sql`${id} = any(${sql.param([...ids])}::text[])`;
  await db.delete(hubUses).where(isOne(hubUses.itemId));
  await db.delete(ratings).where(isOne(ratings.itemId));
  await db.delete(reports).where(isOne(reports.itemId));
  const others = sql`select coalesce(jsonb_agg(item order by place), '[]') from \
jsonb_array_elements(${collections.items}) with ordinality as list(item, place) where not ${isOne(sql`item ->> 'id'`)}`;
  await db
    .update(collections)
    .set({ items: sql`(${others})` })
    .where(
      sql`exists (select 1 from jsonb_array_elements(${collections.items}) as item where ${isOne(sql`item ->> 'id'`)})`,
    );
  for (const table of Object.values(RESOURCE_TABLES) as (typeof skillsets)[])
    await db
      .update(table)
      .set({ clonedFrom: null })
      .where(isOne(sql`${table.clonedFrom} ->> 'id'`));
  await db
    .update(conversations)
    .set({ trial: sql`${conversations.trial} || '{"id":"erased","backstory":""}'::jsonb` })
    .where(and(isNotNull(conversations.trial), isOne(sql`(${conversations.trial} ->> 'id')`)));
}

/** Removes a person's data from items of others. */
async function forgetPerson(db: Database, { id, email }: ErasedAccount): Promise<void> {
  const address = email.toLowerCase();
  await forgetHubUser(db, [id]);
  await db.update(reports).set({ userId: null }).where(eq(reports.userId, id));
  await db
    .update(conversations)
    .set({ agent: null, typingUntil: null })
    .where(and(isNotNull(conversations.agent), sql`(${conversations.agent} ->> 'userId') = ${id}`));
  const teams = db
    .select({ id: workspaceMembers.workspaceId })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.userId, id));
  await forgetAssignments(db, id, inArray(widgets.ownerId, teams));
  await db.delete(invitations).where(sql`lower(${invitations.email}) = ${address}`);
  await db.delete(workspaceInvitations).where(eq(workspaceInvitations.email, address));
  // Requested codes and links: the library ends the name of a code with the address, and stores that of a link as
  // JSON.
  await db
    .delete(userVerifications)
    .where(
      or(
        sql`right(lower(${userVerifications.identifier}), length(${address}) + 5) = '-otp-' || ${address}`,
        sql`position(${`"email":${JSON.stringify(address)}`} in lower(${userVerifications.value})) > 0`,
      ),
    );
}

/** Deletes the counters of an account and its items, named in `budgets.ts`. */
async function forgetUsage(db: Database, userId: string, owned: readonly string[]): Promise<void> {
  const names = sql.param([userId, ...owned]);
  await db
    .delete(usage)
    .where(
      or(
        sql`split_part(${usage.subject}, ':', 2) = any(${names}::text[])`,
        and(sql`split_part(${usage.subject}, ':', 1) = 'work'`, sql`split_part(${usage.subject}, ':', 3) = ${userId}`),
      ),
    );
}
