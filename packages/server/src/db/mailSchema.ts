import { bigint, integer, text } from 'drizzle-orm/pg-core';

const moment = (name: string) => bigint(name, { mode: 'number' });

/** What a mail is for. */
export type MailPurpose = 'sign-in-code' | 'invitation' | 'security-notice' | 'handover' | 'webhook-off';

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
  /** Until when a process has it for itself, by the clock of the database. */
  takenUntil: moment('taken_until').notNull().default(0),
  /** From then on it is of no use, and not sent. */
  expiresAt: moment('expires_at').notNull(),
  /** Of the last attempt; null: it did not fail, or another mail has been sent since. */
  failure: text('failure').$type<MailFailure>(),
  failedAt: moment('failed_at'),
  /** When it was given up; null: it waits. */
  gaveUpAt: moment('gave_up_at'),
  createdAt: moment('created_at').notNull(),
});
