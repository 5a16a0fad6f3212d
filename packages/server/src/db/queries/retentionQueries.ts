import { and, asc, count, eq, gt, inArray, isNotNull, lt, ne, notExists, sql, sum, type SQL } from 'drizzle-orm';
import type { Database } from '../database';
import { contacts, conversations, files, messages, runs, votes, widgets } from '../schema';
import { deleteUsage } from './accounts/counterQueries';
import { deleteMailsQuoting } from './accounts/mailQueries';
import { forgetHubUser } from './hub/hubItemQueries';

/** How much of what was deleted. */
export interface DeletedCounts {
  readonly conversations: number;
  readonly messages: number;
  readonly replies: number;
  readonly votes: number;
  readonly contacts: number;
  readonly files: number;
  /** Of the files. */
  readonly bytes: number;
}

/** Nothing deleted. */
export const NOTHING_DELETED: DeletedCounts = {
  conversations: 0,
  messages: 0,
  replies: 0,
  votes: 0,
  contacts: 0,
  files: 0,
  bytes: 0,
};

/** A verified subject, in the widgets of an account or in one of them. */
export interface SubjectOf {
  readonly ownerId: string;
  readonly widgetId?: string | undefined;
  readonly subject: string;
}

const isAnswered = (db: Database): SQL =>
  notExists(
    db
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.conversationId, conversations.id), eq(runs.status, 'running'))),
  );

/** Some conversations of a widget. */
export async function someOfWidget(db: Database, widgetId: string, take: number): Promise<string[]> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.widgetId, widgetId))
    .limit(take);
  return rows.map(({ id }) => id);
}

/** Some conversations of an account's widgets, and of what it tried out itself. */
export async function someOfOwner(db: Database, ownerId: string, take: number): Promise<string[]> {
  const theirs = await db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(widgets, eq(widgets.id, conversations.widgetId))
    .where(eq(widgets.ownerId, ownerId))
    .limit(take);
  const trials = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.payerId, ownerId))
    .limit(take);
  return [...new Set([...theirs, ...trials].map(({ id }) => id))].slice(0, take);
}

/** Some conversations of a verified subject, in the order of their ids, after the one with the id `after`. */
export async function someOfSubject(
  db: Database,
  { ownerId, widgetId, subject }: SubjectOf,
  take: number,
  after = '',
): Promise<string[]> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(widgets, eq(widgets.id, conversations.widgetId))
    .where(
      and(
        eq(widgets.ownerId, ownerId),
        widgetId === undefined ? undefined : eq(widgets.id, widgetId),
        eq(conversations.subject, subject),
        gt(conversations.id, after),
      ),
    )
    .orderBy(asc(conversations.id))
    .limit(take);
  return rows.map(({ id }) => id);
}

/**
 * Some conversations without a sign of life since `before`, oldest first. One in which a reply is being written stays.
 */
export async function someOlderThan(db: Database, before: number, take: number): Promise<string[]> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(lt(conversations.lastActivityAt, before), isAnswered(db)))
    .orderBy(asc(conversations.lastActivityAt))
    .limit(take);
  return rows.map(({ id }) => id);
}

/** Some conversations that are past the time their widget keeps them. */
export async function someExpired(db: Database, now: number, take: number): Promise<string[]> {
  const expired = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        eq(conversations.widgetId, widgets.id),
        sql`${conversations.lastActivityAt} < ${now} - ${widgets.retentionDays}::bigint * 86400000`,
        isAnswered(db),
      ),
    )
    .limit(take)
    .as('expired');
  const rows = await db
    .select({ id: expired.id })
    .from(widgets)
    .crossJoinLateral(expired)
    .where(isNotNull(widgets.retentionDays))
    .limit(take);
  return rows.map(({ id }) => id);
}

/** Some files of visitors that are past the time their widget keeps them. */
export async function someExpiredFiles(db: Database, now: number, take: number): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .innerJoin(conversations, eq(conversations.id, files.conversationId))
    .innerJoin(widgets, eq(widgets.id, conversations.widgetId))
    .where(
      and(
        eq(files.kind, 'attachment'),
        sql`${files.createdAt} < ${now} - ${widgets.attachmentRetentionDays}::bigint * 86400000`,
      ),
    )
    .orderBy(asc(files.createdAt))
    .limit(take);
  return rows.map(({ id }) => id);
}

/** Forgets files. Their bytes are in the file store. */
export async function forgetFiles(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(files).where(inArray(files.id, [...ids]));
}

/** How much there is in these conversations. */
export async function countContents(db: Database, ids: readonly string[]): Promise<DeletedCounts> {
  const of = async (table: typeof messages | typeof runs | typeof votes | typeof contacts): Promise<number> => {
    const [row] = await db.select({ value: count() }).from(table).where(isAnyOf(table.conversationId, ids));
    return row?.value ?? 0;
  };
  const [kept] = await db
    .select({ files: count(), bytes: sum(files.size).mapWith(Number) })
    .from(files)
    .where(isAnyOf(files.conversationId, ids));
  return {
    conversations: ids.length,
    messages: await of(messages),
    replies: await of(runs),
    votes: await of(votes),
    contacts: await of(contacts),
    files: kept?.files ?? 0,
    bytes: kept?.bytes ?? 0,
  };
}

/** Deletes some messages of these conversations, with their votes. @returns how many */
export async function deleteSomeMessages(db: Database, ids: readonly string[], take: number): Promise<number> {
  const some = db
    .select({ sequence: messages.sequence })
    .from(messages)
    .where(isAnyOf(messages.conversationId, ids))
    .limit(take);
  const gone = await db
    .delete(messages)
    .where(inArray(messages.sequence, some))
    .returning({ sequence: messages.sequence });
  return gone.length;
}

/** Deletes some replies of these conversations that have ended. @returns how many */
export async function deleteSomeRuns(db: Database, ids: readonly string[], take: number): Promise<number> {
  const some = db
    .select({ id: runs.id })
    .from(runs)
    .where(and(isAnyOf(runs.conversationId, ids), ne(runs.status, 'running')))
    .limit(take);
  return (await db.delete(runs).where(inArray(runs.id, some)).returning({ id: runs.id })).length;
}

/** Those of these conversations in which a reply is being written. */
export async function listAnswered(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: runs.conversationId })
    .from(runs)
    .where(and(isAnyOf(runs.conversationId, ids), eq(runs.status, 'running')));
  return rows.map(({ id }) => id);
}

/** Ids of replies whose events may still be kept: those of the last hours. */
export async function listRecentRuns(db: Database, ids: readonly string[], since: number): Promise<string[]> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(isAnyOf(runs.conversationId, ids), gt(runs.heartbeatAt, since)));
  return rows.map(({ id }) => id);
}

/** Ids of the files of these conversations. */
export async function listFilesOf(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.select({ id: files.id }).from(files).where(isAnyOf(files.conversationId, ids));
  return rows.map(({ id }) => id);
}

/** A reply that was being written when its conversation was deleted. */
export type DeletedRun = Pick<typeof runs.$inferSelect, 'id' | 'conversationId' | 'owner'>;

/**
 * Deletes these conversations with what is left in them and what they have used. Keyed answers, contacts, notes, labels
 * and deliveries of webhooks go with them by themselves.
 *
 * @param deleteBytes - deletes the bytes of files before their rows: what fails half-way is found again
 * @returns replies that begun until now
 */
export async function deleteConversations(
  db: Database,
  ids: readonly string[],
  deleteBytes: (fileIds: readonly string[]) => Promise<void>,
): Promise<DeletedRun[]> {
  return db.transaction(async (tx) => {
    // An upload at this moment waits here, and finds no conversation then.
    await tx.select({ id: conversations.id }).from(conversations).where(isAnyOf(conversations.id, ids)).for('update');
    await deleteBytes(await listFilesOf(tx, ids));
    await tx.delete(files).where(isAnyOf(files.conversationId, ids));
    await deleteUsage(
      tx,
      ids.map((id) => `visitor:${id}`),
    );
    await forgetHubUser(tx, ids);
    await deleteMailsQuoting(tx, ids);
    const begun = await tx
      .delete(runs)
      .where(and(isAnyOf(runs.conversationId, ids), eq(runs.status, 'running')))
      .returning({ id: runs.id, conversationId: runs.conversationId, owner: runs.owner });
    await tx.delete(conversations).where(isAnyOf(conversations.id, ids));
    return begun;
  });
}

/** Widgets of an account in which a verified subject may have been, or one of them. */
export async function listWidgetsOf(
  db: Database,
  { ownerId, widgetId }: Pick<SubjectOf, 'ownerId' | 'widgetId'>,
): Promise<string[]> {
  const rows = await db
    .select({ id: widgets.id })
    .from(widgets)
    .where(and(eq(widgets.ownerId, ownerId), widgetId === undefined ? undefined : eq(widgets.id, widgetId)));
  return rows.map(({ id }) => id);
}

function isAnyOf(column: unknown, ids: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...ids])}::text[])`;
}
