import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../database';
import { conversations, mails, mailStops, messages, visitorMails } from '../../schema';

/** A mail with answers as it is stored. */
export type StoredVisitorMail = typeof visitorMails.$inferSelect;

/** Now, by the clock of the database, which all processes share. */
const DATABASE_NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const waits = eq(visitorMails.state, 'waiting');

/** Records that the visitor is present. Skipped while the conversation is locked: the next call records it. */
export async function noteVisitor(db: Database, conversationId: string, at: number): Promise<void> {
  const free = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('no key update', { skipLocked: true });
  await db.update(conversations).set({ visitorSeenAt: at }).where(inArray(conversations.id, free));
}

/** Adds a waiting mail to a conversation, or delays the one that waits. */
export async function delayVisitorMail(
  db: Database,
  mail: typeof visitorMails.$inferInsert,
  latestMs: number,
): Promise<void> {
  await db
    .insert(visitorMails)
    .values(mail)
    .onConflictDoUpdate({
      target: visitorMails.conversationId,
      targetWhere: waits,
      set: { dueAt: sql`least(excluded.due_at, ${visitorMails.createdAt} + ${latestMs}::bigint)` },
    });
}

/** Takes the mail that has been due longest, for `leaseMs`: other processes skip it meanwhile. */
export async function claimVisitorMail(
  db: Database,
  now: number,
  leaseMs: number,
): Promise<StoredVisitorMail | undefined> {
  const next = db
    .select({ id: visitorMails.id })
    .from(visitorMails)
    .where(and(waits, lte(visitorMails.dueAt, now), lt(visitorMails.takenUntil, DATABASE_NOW)))
    .orderBy(asc(visitorMails.dueAt), asc(visitorMails.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [mail] = await db
    .update(visitorMails)
    .set({ takenUntil: sql`${DATABASE_NOW} + ${leaseMs}::bigint` })
    .where(eq(visitorMails.id, next))
    .returning();
  return mail;
}

/** Locks a mail that is still waiting and still due: another answer may have delayed it. */
export async function holdVisitorMail(db: Database, id: string, now: number): Promise<StoredVisitorMail | undefined> {
  const [mail] = await db
    .select()
    .from(visitorMails)
    .where(and(eq(visitorMails.id, id), waits, lte(visitorMails.dueAt, now)))
    .for('update');
  return mail;
}

/** Changes a mail. */
export async function updateVisitorMail(
  db: Database,
  id: string,
  change: Partial<Omit<StoredVisitorMail, 'id' | 'conversationId'>>,
): Promise<void> {
  await db.update(visitorMails).set(change).where(eq(visitorMails.id, id));
}

/** Deletes a mail: there was nothing to send. */
export async function deleteVisitorMail(db: Database, id: string): Promise<void> {
  await db.delete(visitorMails).where(eq(visitorMails.id, id));
}

/** Deletes mails that have waited since before a moment: without a mail server nobody sends them. */
export async function deleteOldVisitorMails(db: Database, before: number): Promise<void> {
  await db.delete(visitorMails).where(and(waits, lt(visitorMails.dueAt, before)));
}

/** Answers of people since a moment that are shown in the chat, the oldest first. */
export async function listAnswersSince(
  db: Database,
  conversationId: string,
  since: number,
  take: number,
): Promise<{ text: string; author: string; createdAt: number }[]> {
  const rows = await db
    .select({ text: messages.text, author: messages.author, createdAt: messages.createdAt })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        gte(messages.createdAt, since),
        isNotNull(messages.author),
        messages.isCurrent,
        eq(messages.isHidden, false),
      ),
    )
    .orderBy(desc(messages.sequence))
    .limit(take);
  return rows.reverse().map(({ author, ...row }) => ({ ...row, author: author?.name ?? '' }));
}

/** What the visitor said last before a moment; undefined for nothing. */
export async function readLastQuestion(
  db: Database,
  conversationId: string,
  before: number,
): Promise<string | undefined> {
  const [row] = await db
    .select({ text: messages.text })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        lte(messages.createdAt, before),
        eq(messages.type, 'user'),
        messages.isCurrent,
        eq(messages.isHidden, false),
      ),
    )
    .orderBy(desc(messages.sequence))
    .limit(1);
  return row?.text;
}

/** Mails of a conversation, the newest first, without those that wait. */
export async function listVisitorMails(
  db: Database,
  conversationId: string,
  take: number,
): Promise<StoredVisitorMail[]> {
  return db
    .select()
    .from(visitorMails)
    .where(eq(visitorMails.conversationId, conversationId))
    .orderBy(desc(visitorMails.createdAt), desc(visitorMails.id))
    .limit(take);
}

/** Notes in the log that the mail server has taken a mail. */
export async function noteMailSent(db: Database, mailId: string, now: number): Promise<void> {
  await db.update(visitorMails).set({ state: 'sent', updatedAt: now }).where(eq(visitorMails.mailId, mailId));
}

/** Notes in the log that a mail was given up. An address that does not exist gets no more mails from its workspace. */
export async function noteMailFailed(
  db: Database,
  { id, accountId, recipient, purpose }: Pick<typeof mails.$inferSelect, 'id' | 'accountId' | 'recipient' | 'purpose'>,
  isBounce: boolean,
  now: number,
): Promise<void> {
  if (purpose !== 'visitor-answer') return;
  await db
    .update(visitorMails)
    .set({ state: 'failed', reason: isBounce ? 'bounced' : 'refused', updatedAt: now })
    .where(eq(visitorMails.mailId, id));
  if (isBounce && accountId !== null) await stopMails(db, { ownerId: accountId, recipient }, 'bounced', now);
}

/** An address of a workspace; `recipient` is its digest. */
export interface MailStop {
  readonly ownerId: string;
  readonly recipient: string;
}

const isStop = ({ ownerId, recipient }: MailStop): SQL | undefined =>
  and(eq(mailStops.ownerId, ownerId), eq(mailStops.recipient, recipient));

/** Stops mails to an address, and deletes the queued ones. An unsubscription replaces a bounce as the reason. */
export async function stopMails(db: Database, stop: MailStop, reason: 'asked' | 'bounced', now: number): Promise<void> {
  await db
    .insert(mailStops)
    .values({ ...stop, reason, createdAt: now })
    .onConflictDoUpdate({
      target: [mailStops.ownerId, mailStops.recipient],
      set: { reason: sql`case when excluded.reason = 'asked' then 'asked' else ${mailStops.reason} end` },
    });
  const queued = await db
    .delete(mails)
    .where(
      and(
        eq(mails.purpose, 'visitor-answer'),
        eq(mails.accountId, stop.ownerId),
        eq(mails.recipient, stop.recipient),
        isNull(mails.gaveUpAt),
      ),
    )
    .returning({ id: mails.id });
  const ids = queued.map(({ id }) => id);
  if (ids.length > 0)
    await db
      .update(visitorMails)
      .set({ state: 'stopped', reason, updatedAt: now })
      .where(inArray(visitorMails.mailId, ids));
}

/** Why an address gets no mails from a workspace; undefined: it gets them. */
export async function readMailStop(db: Database, stop: MailStop): Promise<'asked' | 'bounced' | undefined> {
  const [row] = await db.select({ reason: mailStops.reason }).from(mailStops).where(isStop(stop));
  return row?.reason;
}

/** When and why addresses were stopped in a workspace: the addresses themselves are not stored. */
export async function listMailStops(db: Database, ownerId: string): Promise<{ reason: string; createdAt: number }[]> {
  return db
    .select({ reason: mailStops.reason, createdAt: mailStops.createdAt })
    .from(mailStops)
    .where(eq(mailStops.ownerId, ownerId));
}

/** Counts another use of a mail's link. @returns the count; undefined for a conversation that is gone */
export async function countLinkUse(db: Database, conversationId: string): Promise<number | undefined> {
  const [row] = await db
    .update(conversations)
    .set({ linkUses: sql`${conversations.linkUses} + 1` })
    .where(eq(conversations.id, conversationId))
    .returning({ linkUses: conversations.linkUses });
  return row?.linkUses;
}
