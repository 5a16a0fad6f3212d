import { bigint, integer, text } from 'drizzle-orm/pg-core';

const moment = (name: string) => bigint(name, { mode: 'number' });

/** What a mail is for. */
export type MailPurpose =
  | 'sign-in-code'
  | 'invitation'
  | 'security-notice'
  | 'handover'
  | 'webhook-off'
  | 'visitor-answer'
  | 'weekly-mail';

/** Why an attempt failed: the mail server could not be used, or it refused this mail. */
export type MailFailure = 'server' | 'mail';

/** Columns of a mail, without its references. */
export const mailColumns = () => ({
  id: text('id').primaryKey(),
  purpose: text('purpose').$type<MailPurpose>().notNull(),
  /** Keyed digest of the address: erasing an account finds the mails to it. */
  recipient: text('recipient').notNull(),
  /** Address, subject and text, sealed; empty after the last attempt. */
  content: text('content').notNull(),
  attempts: integer('attempts').notNull().default(0),
  /** When it is sent, or sent again. */
  dueAt: moment('due_at').notNull(),
  /** When the lease of the process that sends it ends, by the clock of the database. */
  takenUntil: moment('taken_until').notNull().default(0),
  /** When it expires: it is not sent after that. */
  expiresAt: moment('expires_at').notNull(),
  /** Of the last attempt; null: it did not fail, or another mail has been sent since. */
  failure: text('failure').$type<MailFailure>(),
  failedAt: moment('failed_at'),
  /** When it was given up; null: it waits. */
  gaveUpAt: moment('gave_up_at'),
  createdAt: moment('created_at').notNull(),
});

/** What the mails to a visitor who has left need to know of a conversation. */
export const visitorColumns = () => ({
  /** The last call of a session of this conversation, within 30 seconds; null: none since it is recorded. */
  visitorSeenAt: moment('visitor_seen_at'),
  /** How often links of mails were used: each use ends the sessions of the ones before. */
  linkUses: integer('link_uses').notNull().default(0),
});

/**
 * `waiting`: more answers may follow. `queued`: the mail is in the queue of mails. The others are final.
 */
export type VisitorMailState = 'waiting' | 'queued' | 'sent' | 'failed' | 'stopped';

/**
 * Why a mail failed or was not sent: the address does not exist, the mail server did not take it in time, a daily limit
 * was reached, or the visitor has stopped the mails.
 */
export type VisitorMailReason = 'bounced' | 'refused' | 'limit' | 'asked';

/** Columns of a mail with a person's answers, without its conversation. */
export const visitorMailColumns = () => ({
  id: text('id').primaryKey(),
  state: text('state').$type<VisitorMailState>().notNull().default('waiting'),
  reason: text('reason').$type<VisitorMailReason>(),
  /** The address that it was sent to; null until then. */
  email: text('email'),
  /** The messages in it. */
  answers: integer('answers').notNull().default(0),
  /** The mail in the queue. */
  mailId: text('mail_id'),
  /** When it is decided whether it is sent. */
  dueAt: moment('due_at').notNull(),
  /** When the lease of the process that sends it ends, by the clock of the database. */
  takenUntil: moment('taken_until').notNull().default(0),
  /** When the first of its answers was written. */
  createdAt: moment('created_at').notNull(),
  /** When its state last changed. */
  updatedAt: moment('updated_at').notNull(),
});

/** Columns of an address that gets no more mails from a workspace, without its account. */
export const mailStopColumns = () => ({
  /** Keyed digest of the address. */
  recipient: text('recipient').notNull(),
  reason: text('reason').$type<'asked' | 'bounced'>().notNull(),
  createdAt: moment('created_at').notNull(),
});
