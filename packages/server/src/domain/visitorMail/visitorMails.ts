import { createId, type Clock } from '@sotto/widget-core/api';
import type { MailQueue, QueuedMail } from '../../accounts/mailQueue';
import type { Database } from '../../db/database';
import { addUsage, adjustUsage, counterKey } from '../../db/queries/accounts/counterQueries';
import { readContact } from '../../db/queries/conversations/contactQueries';
import { readConversation } from '../../db/queries/conversations/conversationQueries';
import { dayOf } from '../accounts/plans';
import type { ConversationOwner } from '../replies/turns';
import {
  claimVisitorMail,
  delayVisitorMail,
  deleteOldVisitorMails,
  deleteVisitorMail,
  holdVisitorMail,
  listAnswersSince,
  readLastQuestion,
  readMailStop,
  updateVisitorMail,
  type StoredVisitorMail,
} from '../../db/queries/visitorMail/visitorMailQueries';
import { createQueueWorker } from '../../db/queueWorker';
import { renderAnswerMail } from './answerMail';
import type { ReplyMail } from './replyAddress';
import type { VisitorLinks } from './visitorLinks';
import { languageOfVisitor } from '../visitorLanguage';

/** How long after their last call a visitor counts as gone, in milliseconds. */
export const GONE_MS = 120_000;
/** When a mail is sent, in milliseconds: after the last answer, and at the latest after the first. */
const PAUSE_MS = 120_000;
const LATEST_MS = 300_000;
/** How long a process has a mail for itself, in milliseconds. */
const LEASE_MS = 30_000;
/** How long a mail waits without being sent before it is deleted, in milliseconds (a day). */
const FORGOTTEN_MS = 86_400_000;
/** Answers in one mail; earlier ones are read in the chat. */
const ANSWERS_MAX = 20;
/** Mails to visitors in a day (UTC): of one account, and to one address from all accounts. */
export const ACCOUNT_MAX = 200;
export const ADDRESS_MAX = 10;

/** Mails a person's answers to visitors who have left. */
export interface VisitorMails {
  /** Whether a mail server and the public address of this server are configured. */
  readonly isPossible: boolean;
  /** The page behind the link that stops mails from a workspace to an address. */
  stopPage(ownerId: string, recipient: string): string;
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Dependencies. */
export interface VisitorMailsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly mails: MailQueue;
  readonly links: VisitorLinks;
  /** Public address of the server; undefined: no link of a mail would lead to it, and none is sent. */
  readonly publicUrl: string | undefined;
  /** Undefined: answers to mails do not arrive. */
  readonly replyMail?: ReplyMail | undefined;
  readonly onError: (error: unknown) => void;
}

/** Plans a mail with an answer that was just stored, in the same transaction. Further answers are added to it. */
export async function planVisitorMail(
  tx: Database,
  clock: Clock,
  conversationId: string,
  answeredAt: number,
): Promise<void> {
  if (!(await readContact(tx, conversationId))?.email) return;
  await delayVisitorMail(
    tx,
    {
      id: createId('vmail', clock),
      conversationId,
      dueAt: answeredAt + PAUSE_MS,
      createdAt: answeredAt,
      updatedAt: answeredAt,
    },
    LATEST_MS,
  );
}

/** @see VisitorMails */
export function createVisitorMails(options: VisitorMailsOptions): VisitorMails {
  const { db, clock, mails, links, publicUrl = '' } = options;
  const isPossible = mails.isReal && publicUrl !== '';
  const stopPage = (ownerId: string, recipient: string): string =>
    `${publicUrl}/v1/visitor-mail/stop?token=${links.makeStop({ ownerId, recipient })}`;
  const worker = isPossible
    ? createQueueWorker<StoredVisitorMail>({
        clock,
        atOnce: 1,
        claim: () => claimVisitorMail(db, clock.now(), LEASE_MS),
        work: ({ id }) => settle({ ...options, publicUrl, stopPage }, id),
        onError: options.onError,
      })
    : undefined;
  return {
    isPossible,
    stopPage,
    sweep: () => deleteOldVisitorMails(db, clock.now() - FORGOTTEN_MS),
    close: async () => worker?.close(),
  };
}

type Sender = Omit<VisitorMailsOptions, 'publicUrl'> & Pick<VisitorMails, 'stopPage'> & { readonly publicUrl: string };

/** Decides about a mail that is due. In one transaction, so that a mail is queued once whichever process dies. */
async function settle(sender: Sender, id: string): Promise<void> {
  const { db, clock, mails } = sender;
  await mails.within(db, async (tx, add) => {
    const now = clock.now();
    const mail = await holdVisitorMail(tx, id, now);
    const found = mail && (await readConversation(tx, mail.conversationId));
    if (!found) return;
    const contact = await readContact(tx, mail.conversationId);
    const { conversation, widget } = found;
    const seenAt = conversation.visitorSeenAt ?? 0;
    const answers = await listAnswersSince(tx, conversation.id, Math.max(mail.createdAt, seenAt + 1), ANSWERS_MAX);
    const { ownerId } = widget;
    if (answers.length === 0 || ownerId === null || !widget.mailsAnswers || !contact?.email) {
      await deleteVisitorMail(tx, id);
      return;
    }
    if (now - seenAt < GONE_MS) {
      await updateVisitorMail(tx, id, { dueAt: seenAt + GONE_MS, takenUntil: 0 });
      return;
    }
    const recipient = mails.recipientOf(contact.email);
    const log = { email: contact.email, answers: answers.length, updatedAt: now };
    const stop = await readMailStop(tx, { ownerId, recipient });
    if (stop !== undefined) {
      await updateVisitorMail(tx, id, { ...log, state: 'stopped', reason: stop });
      return;
    }
    if (!(await takeBudget(tx, ownerId, recipient, now))) {
      await updateVisitorMail(tx, id, { ...log, state: 'failed', reason: 'limit' });
      return;
    }
    const question = await readLastQuestion(tx, conversation.id, answers[0]?.createdAt ?? now);
    const mailId = await add(toMail(sender, found, { ownerId, recipient, to: contact.email, question, answers }));
    await updateVisitorMail(tx, id, { ...log, state: 'queued', mailId: mailId ?? null });
  });
}

function toMail(
  { links, publicUrl, stopPage, replyMail }: Sender,
  { conversation, widget }: ConversationOwner,
  given: {
    readonly ownerId: string;
    readonly recipient: string;
    readonly to: string;
    readonly question: string | undefined;
    readonly answers: readonly { readonly text: string; readonly author: string }[];
  },
): QueuedMail {
  const { ownerId, recipient, ...content } = given;
  // A mailbox does not prove who a verified visitor is: with a link their reader could act in that visitor's name.
  const isOpenToLinks = conversation.subject === null && !widget.requiresIdentity;
  const token = isOpenToLinks && replyMail ? links.makeReply(conversation.id) : undefined;
  return {
    purpose: 'visitor-answer',
    accountId: ownerId,
    conversationId: conversation.id,
    ...renderAnswerMail({
      ...content,
      widget,
      server: publicUrl,
      language: languageOfVisitor(widget, conversation),
      link: isOpenToLinks ? `${publicUrl}/w/${widget.id}/answer#${links.makeLink(conversation.id)}` : undefined,
      stopPage: stopPage(ownerId, recipient),
      ...(token !== undefined && { replyTo: replyMail?.addressFor(token) }),
    }),
  };
}

/** Counts a mail. @returns false: the account, or the address, has had as many as it may today */
async function takeBudget(tx: Database, ownerId: string, recipient: string, now: number): Promise<boolean> {
  const period = dayOf(now);
  const counters = [
    { subject: `visitor-mail:${ownerId}`, period, limit: ACCOUNT_MAX },
    { subject: `visitor-mail-to:${recipient}`, period, limit: ADDRESS_MAX },
  ];
  const sums = await addUsage(
    tx,
    counters.map(({ subject }) => ({ subject, period })),
    { messages: 1 },
    now,
  );
  if (counters.every((each) => (sums.get(counterKey(each))?.messages ?? 0) <= each.limit)) return true;
  await adjustUsage(tx, counters, { messages: -1 }, now);
  return false;
}
