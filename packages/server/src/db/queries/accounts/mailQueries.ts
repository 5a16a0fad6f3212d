import { and, asc, eq, exists, gt, inArray, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../database';
import type { MailFailure, MailPurpose } from '../../mailSchema';
import { conversations, mails, widgets } from '../../schema';
import { noteMailFailed, noteMailSent } from '../visitorMail/visitorMailQueries';

/** A mail as it is stored. */
export type StoredMail = typeof mails.$inferSelect;

/** Now, by the clock of the database, which all processes share. */
const DATABASE_NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const takenFor = (leaseMs: number): SQL => sql`${DATABASE_NOW} + ${leaseMs}::bigint`;
const waits = isNull(mails.gaveUpAt);

/** Adds a mail to the queue. */
export async function insertMail(db: Database, mail: typeof mails.$inferInsert): Promise<void> {
  await db.insert(mails).values(mail);
}

/** Deletes the waiting mails that a new one replaces. */
export async function deleteReplaced(
  db: Database,
  { recipient, purpose, accountId }: { recipient: string; purpose: MailPurpose; accountId: string | undefined },
): Promise<void> {
  const ofAccount = accountId === undefined ? isNull(mails.accountId) : eq(mails.accountId, accountId);
  await db.delete(mails).where(and(eq(mails.recipient, recipient), eq(mails.purpose, purpose), ofAccount, waits));
}

/**
 * Takes the mail that has been due longest, for `leaseMs`. Other processes skip it meanwhile, and take it afterwards if
 * it is still there: its process has died.
 */
export async function claimMail(db: Database, now: number, leaseMs: number): Promise<StoredMail | undefined> {
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(waits, lte(mails.dueAt, now), lt(mails.takenUntil, DATABASE_NOW)))
    .orderBy(asc(mails.dueAt), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [mail] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, takenUntil: takenFor(leaseMs) })
    .where(eq(mails.id, next))
    .returning();
  return mail;
}

/** A mail with this process's lease, which another process may have taken over since. */
type TakenMail = Pick<StoredMail, 'id' | 'attempts'>;
const isTaken = ({ id, attempts }: TakenMail) => and(eq(mails.id, id), eq(mails.attempts, attempts), waits);

/** Keeps a mail taken while it is being sent. */
export async function keepMail(db: Database, mail: TakenMail, leaseMs: number): Promise<void> {
  await db
    .update(mails)
    .set({ takenUntil: takenFor(leaseMs) })
    .where(isTaken(mail));
}

/** Deletes a mail that was sent, and notes that the mail server works. */
export async function settleSent(db: Database, id: string, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(mails).where(eq(mails.id, id));
    await noteMailSent(tx, id, now);
    await tx
      .update(mails)
      .set({ failure: null })
      .where(and(waits, eq(mails.failure, 'server')));
  });
}

/**
 * Notes a failed attempt.
 *
 * @param dueAt - of the next one; undefined: the mail is given up
 * @param isBounce - whether the address does not exist
 */
export async function settleFailed(
  db: Database,
  mail: StoredMail,
  {
    failure,
    dueAt,
    isBounce,
    now,
  }: { failure: MailFailure; dueAt: number | undefined; isBounce: boolean; now: number },
): Promise<void> {
  const rest = dueAt === undefined ? { content: '', gaveUpAt: now } : { dueAt };
  await db.transaction(async (tx) => {
    const settled = await tx
      .update(mails)
      .set({ failure, failedAt: now, takenUntil: 0, ...rest })
      .where(isTaken(mail))
      .returning({ id: mails.id });
    if (dueAt === undefined && settled.length > 0) await noteMailFailed(tx, mail, isBounce, now);
  });
}

/** Whether the mail server failed after `since`, and has taken no mail since then. */
export async function hasServerFailed(db: Database, since: number): Promise<boolean> {
  const [found] = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(waits, eq(mails.failure, 'server'), gt(mails.failedAt, since)))
    .limit(1);
  return found !== undefined;
}

/** Deletes the mails to an address, given its digest. */
export async function deleteMailsTo(db: Database, recipient: string): Promise<void> {
  await db.delete(mails).where(eq(mails.recipient, recipient));
}

/** How far back a weekly mail reports, in milliseconds: a week, and one more until it is sent. */
const WEEKLY_REACH_MS = 14 * 86_400_000;

/** Deletes the waiting mails that may quote these conversations: weekly ones, if a visitor was there in that time. */
export async function deleteMailsQuoting(db: Database, conversationIds: readonly string[]): Promise<void> {
  const quoted = db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(widgets, eq(widgets.id, conversations.widgetId))
    .where(
      and(
        inArray(conversations.id, [...conversationIds]),
        eq(widgets.ownerId, mails.accountId),
        sql`${conversations.lastActivityAt} >= ${mails.createdAt} - ${WEEKLY_REACH_MS}::bigint`,
      ),
    );
  await db.delete(mails).where(and(eq(mails.purpose, 'weekly-mail'), waits, exists(quoted)));
}

/** Deletes mails that failed or expired before this time. Without a mail server, nothing else removes expired ones. */
export async function deleteOldMails(db: Database, before: number): Promise<void> {
  await db.delete(mails).where(lt(sql`coalesce(${mails.gaveUpAt}, ${mails.expiresAt})`, before));
}
