import { createId, parseJson, type Clock } from '@sotto/widget-core/api';
import * as v from 'valibot';
import type { Database } from '../db/database';
import type { MailFailure, MailPurpose } from '../db/mailSchema';
import {
  claimMail,
  deleteMailsTo,
  deleteOldMails,
  deleteReplaced,
  hasServerFailed,
  insertMail,
  keepMail,
  settleFailed,
  settleSent,
  type StoredMail,
} from '../db/queries/accounts/mailQueries';
import { keepTrying } from '../db/keepTrying';
import { keyedDigest } from '../lib/keyedDigest';
import { describeFailure, type Logger } from '../lib/logger';
import { createQueueWorker } from '../db/queueWorker';
import type { Telemetry } from '../telemetry/telemetry';
import { MailRefused, MAILS_AT_ONCE, type Mail, type Mailer } from './mailer';
import { CODE_SECONDS } from './signInLibrary';
import type { Vault } from './vault';

const DAY_MS = 86_400_000;
/** How long a mail of each purpose is useful, in milliseconds; after that it is given up. */
export const MAIL_AGES_MS: Readonly<Record<MailPurpose, number>> = {
  // The code in it has expired by then.
  'sign-in-code': CODE_SECONDS * 1_000,
  invitation: 3 * DAY_MS,
  'security-notice': 3 * DAY_MS,
  // The visitor has left by then.
  handover: DAY_MS,
  'webhook-off': 3 * DAY_MS,
  'visitor-answer': DAY_MS,
  'weekly-mail': 3 * DAY_MS,
};
/** Purposes whose newest mail makes the earlier ones useless. */
const REPLACED: readonly MailPurpose[] = ['sign-in-code', 'invitation'];

/** Pause after the first failed attempt, in milliseconds; it doubles with each further one. */
const RETRY_MS = 5_000;
/** The longest pause, in milliseconds, and as a part of the mail's age: codes are tried again each minute. */
const RETRY_MAX_MS = 1_800_000;
const RETRY_MAX_PART = 0.1;
/** Random part of a pause, so that mails that failed together are not all sent again together. */
const JITTER = 0.25;
/** How long a process leases a mail, and how often it renews the lease while sending, in milliseconds. */
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
/** How long the mail server counts as failing after an attempt that failed, in milliseconds. */
const FAILING_MS = 60_000;
/** How long mails that were given up are counted for `doctor`, in milliseconds (seven days). */
const GIVEN_UP_MS = 7 * DAY_MS;

const contentSchema = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.optional(v.string()),
  senderName: v.optional(v.string()),
  replyTo: v.optional(v.string()),
  unsubscribeUrl: v.optional(v.string()),
});

/** A mail to be queued. */
export interface QueuedMail extends Mail {
  readonly purpose: MailPurpose;
  /** The account that it is about. The mail is deleted with it. */
  readonly accountId?: string | undefined;
  /** The conversation that it is about. The mail is deleted with it. */
  readonly conversationId?: string | undefined;
}

/** Queues a mail. @returns its id; undefined without a mail server */
export type AddMail = (mail: QueuedMail) => Promise<string | undefined>;

/** Mails to be sent: stored until the mail server has taken them, and sent by any process of the installation. */
export interface MailQueue {
  /** Whether mails are sent, and not only written to the log. */
  readonly isReal: boolean;
  /** Runs `work` in a transaction, and sends the mails that it adds once the transaction is committed. */
  within<Result>(db: Database, work: (tx: Database, add: AddMail) => Promise<Result>): Promise<Result>;
  /** Digest under which the mails to an address are stored. */
  recipientOf(address: string): string;
  /** Whether the mail server could not be used just now, and has not taken a mail since. */
  isServerFailing(): Promise<boolean>;
  /** Deletes the waiting mails to an address. */
  forget(tx: Database, address: string): Promise<void>;
  sweep(): Promise<void>;
  /** Waits for the mails that are being sent. Those that wait are sent by another process, or after the next start. */
  close(): Promise<void>;
}

/** Dependencies. */
export interface MailQueueOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly vault: Vault;
  /** Keys the digests of addresses. */
  readonly secret: string;
  readonly logger: Logger;
  readonly watch: Pick<Telemetry, 'mail'>;
}

/** The name under which the content of a mail is sealed. */
export function mailPlace(id: string): string {
  return `mail ${id}`;
}

/** A mailer that only writes to the log gets mails at once: there is nothing to wait for. */
export function createMailQueue(options: MailQueueOptions): MailQueue {
  const { db, clock, mailer, vault, logger } = options;
  const digest = keyedDigest(options.secret, 'mail recipient');
  const toRecipient = (address: string): string => digest(address.toLowerCase());
  const worker = mailer.isReal
    ? createQueueWorker<StoredMail>({
        clock,
        atOnce: MAILS_AT_ONCE,
        claim: () => claimMail(db, clock.now(), LEASE_MS),
        work: (mail, signal) => deliver(options, mail, signal),
        onError: (error) => {
          logger.error({ event: 'mail', ...describeFailure(error) });
        },
      })
    : undefined;

  async function put(tx: Database, { purpose, accountId, conversationId, ...content }: QueuedMail): Promise<string> {
    const id = createId('mail', clock);
    const recipient = toRecipient(content.to);
    const now = clock.now();
    if (REPLACED.includes(purpose)) await deleteReplaced(tx, { recipient, purpose, accountId });
    await insertMail(tx, {
      id,
      purpose,
      recipient,
      accountId,
      conversationId,
      content: vault.seal(JSON.stringify(content), mailPlace(id)),
      dueAt: now,
      expiresAt: now + MAIL_AGES_MS[purpose],
      createdAt: now,
    });
    return id;
  }

  return {
    isReal: mailer.isReal,
    recipientOf: toRecipient,
    async within(chosen, work) {
      const unqueued: QueuedMail[] = [];
      const result = await chosen.transaction((tx) =>
        work(tx, async (mail) => {
          if (worker) return put(tx, mail);
          unqueued.push(mail);
          return undefined;
        }),
      );
      worker?.wake();
      for (const { to, subject, text } of unqueued) await mailer.send({ to, subject, text });
      return result;
    },
    isServerFailing: async () => worker !== undefined && hasServerFailed(db, clock.now() - FAILING_MS),
    forget: (tx, address) => deleteMailsTo(tx, toRecipient(address)),
    sweep: () => deleteOldMails(db, clock.now() - GIVEN_UP_MS),
    async close() {
      await worker?.close();
      await mailer.close?.();
    },
  };
}

/** Makes one attempt to send a mail, and stores the outcome. */
async function deliver(options: MailQueueOptions, mail: StoredMail, signal: AbortSignal): Promise<void> {
  const { db, clock, mailer, vault } = options;
  if (clock.now() >= mail.expiresAt) {
    await fail(options, mail, new Error('It was too late to send the mail'));
    return;
  }
  const content = vault.open(mail.content, mailPlace(mail.id));
  if (content === undefined) {
    await fail(options, mail, new MailRefused(true, new Error('The mail was sealed with another key')));
    return;
  }
  const stopRenewing = renew(options, mail);
  try {
    try {
      await mailer.send({ ...v.parse(contentSchema, parseJson(content)), id: mail.id });
    } catch (error) {
      await fail(options, mail, error);
      return;
    }
    options.watch.mail(mail.purpose, 'sent');
    // A mail that stays in the table is sent again.
    await keepTrying(clock, signal, () => settleSent(db, mail.id, clock.now()));
  } finally {
    stopRenewing();
  }
}

/** Renews the lease of the mail until the returned function is called. */
function renew({ db, clock, logger }: MailQueueOptions, mail: StoredMail): () => void {
  let cancel = clock.setTimer(extend, RENEW_MS);
  function extend(): void {
    cancel = clock.setTimer(extend, RENEW_MS);
    keepMail(db, mail, LEASE_MS).catch((error: unknown) => {
      logger.error({ event: 'mail', ...describeFailure(error) });
    });
  }
  return () => cancel();
}

/** Notes a failed attempt: the mail is sent again later, or given up. */
async function fail({ db, clock, logger, watch }: MailQueueOptions, mail: StoredMail, error: unknown): Promise<void> {
  const now = clock.now();
  const longestMs = Math.min(RETRY_MAX_MS, MAIL_AGES_MS[mail.purpose] * RETRY_MAX_PART);
  const pauseMs = Math.min(RETRY_MS * 2 ** (mail.attempts - 1), longestMs) * (1 + Math.random() * JITTER);
  const next = now + Math.round(pauseMs);
  const isFinal = (error instanceof MailRefused && error.isFinal) || next >= mail.expiresAt;
  const failure: MailFailure = error instanceof MailRefused ? 'mail' : 'server';
  const { purpose, attempts } = mail;
  watch.mail(purpose, isFinal ? 'given-up' : 'failed');
  logger.error({ event: 'mail', purpose, attempts, isGivenUp: isFinal, ...describeFailure(error) });
  const isBounce = error instanceof MailRefused && error.isBounce;
  await settleFailed(db, mail, { failure, dueAt: isFinal ? undefined : next, isBounce, now });
}
