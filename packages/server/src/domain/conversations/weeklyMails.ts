import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InsightFigures } from '@sotto/hub-api';
import type { Clock } from '@sotto/widget-core/api';
import type { Mail } from '../../accounts/mailer';
import type { MailQueue } from '../../accounts/mailQueue';
import { FIGURES_LIMIT_MS } from '../../config/deadlines';
import type { Database } from '../../db/database';
import { outageOf } from '../../db/outage';
import { readUser, type StoredUser } from '../../db/queries/accounts/userQueries';
import {
  claimWeek,
  holdConversations,
  listWeeklyReaders,
  listWeeklyWorkspaces,
} from '../../db/queries/accounts/weeklyMailQueries';
import { COUNT_MAX, countInbox } from '../../db/queries/conversations/inboxQueries';
import { countFailedChecks } from '../../db/queries/hub/checkQueries';
import type { Audit } from '../accounts/audit';
import { inOneLine } from '../visitorMail/mailWords';
import type { VisitorLinks } from '../visitorMail/visitorLinks';
import { DAY_MS, readTotal, readUnanswered, toHeading } from './insights';

const WEEK_MS = 7 * DAY_MS;
/** The first Monday since the epoch, and when on a Monday mails are sent, both in UTC. */
const MONDAY_MS = 4 * DAY_MS;
const SENT_AT_MS = 6 * 3_600_000;
/** Workspaces that one statement looks at, and those of which a sweep reads figures; the next sweep continues. */
const PAGE = 500;
const WORKSPACES_MAX = 2_000;
/** Questions in a mail, and the characters of each. */
const QUESTIONS_MAX = 5;
const QUESTION_LENGTH = 200;
/** Characters of a team's name in the subject. */
const NAME_LENGTH = 60;

/** Mails owners and editors what happened in their widgets in the week before, from Monday morning on. */
export interface WeeklyMails {
  /** Whether a mail server and the public address of this server are configured. */
  readonly isPossible: boolean;
  /** Address of the page, and of the call, that stops the mails to a person. */
  stopPage(userId: string): string;
  /** Queues the mails that are due. */
  sweep(): Promise<void>;
}

/** Dependencies. */
export interface WeeklyMailsOptions {
  readonly db: Database;
  /** For the figures of one workspace: a database whose statements may take so long together, in milliseconds. */
  readonly within: (limitMs: number) => Database;
  readonly clock: Clock;
  readonly mails: MailQueue;
  readonly audit: Pick<Audit, 'appendReads'>;
  readonly links: Pick<VisitorLinks, 'makeWeeklyStop'>;
  /** Public address of the server; undefined: no link of a mail would lead to it, and none is sent. */
  readonly publicUrl: string | undefined;
  readonly onError: (error: unknown) => void;
}

/** @see WeeklyMails */
export function createWeeklyMails(options: WeeklyMailsOptions): WeeklyMails {
  const { db, clock, mails, links, publicUrl = '' } = options;
  const isPossible = mails.isReal && publicUrl !== '';
  const stopPage = (userId: string): string =>
    `${publicUrl}/v1/account/weekly-mail/stop?token=${links.makeWeeklyStop(userId)}`;
  /** End of the week that was decided on for all workspaces. */
  let decidedUntil = 0;
  return {
    isPossible,
    stopPage,
    async sweep() {
      const until = lastMonday(clock.now() - SENT_AT_MS);
      if (!isPossible || decidedUntil >= until) return;
      let left = WORKSPACES_MAX;
      let hasFailed = false;
      for (let after = '', isLast = false; !isLast;) {
        const page = await listWeeklyWorkspaces(db, { from: until - WEEK_MS, until, after, take: PAGE });
        for (const { id } of page.filter(({ hasVisitors }) => hasVisitors)) {
          if (left === 0) return;
          left -= 1;
          try {
            await mailWorkspace({ ...options, publicUrl, stopPage }, id, until);
          } catch (error) {
            if (outageOf(error) !== undefined) throw error;
            // The other workspaces get theirs; the next sweep tries this one again.
            hasFailed = true;
            options.onError(error);
          }
        }
        after = page.at(-1)?.id ?? after;
        isLast = page.length < PAGE;
        await nextTurn(); // The embedded database works in this thread.
      }
      if (!hasFailed) decidedUntil = until;
    },
  };
}

/** The beginning of the last Monday in UTC. */
function lastMonday(moment: number): number {
  return moment - ((moment - MONDAY_MS) % WEEK_MS);
}

type Sender = WeeklyMailsOptions & Pick<WeeklyMails, 'stopPage'> & { readonly publicUrl: string };

/** What a mail reports. */
interface Week {
  readonly from: number;
  readonly until: number;
  readonly total: InsightFigures;
  /** Of the week before. */
  readonly before: InsightFigures;
  /** Conversations that wait for a person, `COUNT_MAX` at most. */
  readonly waiting: number;
  readonly questions: readonly Question[];
  readonly failedChecks: number;
}

interface Question {
  readonly text: string;
  readonly count: number;
  readonly conversationId: string;
}

/** Queues the mails of a workspace, once: the claim and the mails are one transaction. */
async function mailWorkspace(sender: Sender, workspaceId: string, until: number): Promise<void> {
  const { db, mails, publicUrl, stopPage } = sender;
  const workspace = await readUser(db, workspaceId);
  if (!workspace) return;
  const readers = await listWeeklyReaders(db, workspace);
  const week = readers.length === 0 ? undefined : await readWeek(sender, workspaceId, until);
  await recordQuotes(sender, workspaceId, week);
  await mails.within(db, async (tx, add) => {
    if (!(await claimWeek(tx, workspaceId, until)) || !week || week.total.conversations === 0) return;
    const kept = await holdConversations(
      tx,
      week.questions.map(({ conversationId }) => conversationId),
    );
    const questions = week.questions.filter(({ conversationId }) => kept.has(conversationId));
    for (const { id, email } of readers)
      await add({
        purpose: 'weekly-mail',
        accountId: workspaceId,
        ...renderWeeklyMail({ ...week, questions }, { workspace, to: email, publicUrl, stopPage: stopPage(id) }),
      });
  });
}

async function readWeek({ within }: Sender, ownerId: string, until: number): Promise<Week> {
  const db = within(FIGURES_LIMIT_MS);
  const from = until - WEEK_MS;
  const [total, before, { waiting }, unanswered, failedChecks] = await Promise.all([
    readTotal(db, { ownerId, from, to: until }),
    readTotal(db, { ownerId, from: from - WEEK_MS, to: from }),
    countInbox(db, ownerId, from),
    readUnanswered(db, { ownerId, from, to: until, withoutPrivate: true }),
    countFailedChecks(db, ownerId),
  ]);
  const questions = unanswered.slice(0, QUESTIONS_MAX).map(({ question, count, asked }) => ({
    text: inOneLine(toHeading(question), QUESTION_LENGTH),
    count,
    conversationId: asked[0]?.conversationId ?? '',
  }));
  return { from, until, total, before, waiting, questions, failedChecks };
}

/** Records that the server reads for the mail what visitors wrote, before it is sent. */
async function recordQuotes({ audit }: Sender, accountId: string, week: Week | undefined): Promise<void> {
  await audit.appendReads(
    (week?.questions ?? []).map(({ conversationId: id }) => ({
      action: 'conversation.read',
      accountId,
      actor: 'server',
      target: { type: 'conversation', id },
    })),
  );
}

/** Where a mail goes, and where its links lead. */
interface Place {
  readonly workspace: StoredUser;
  readonly to: string;
  readonly publicUrl: string;
  readonly stopPage: string;
}

/** As plain text. What is zero is left out. */
function renderWeeklyMail(week: Week, { workspace, to, publicUrl, stopPage }: Place): Mail {
  const { from, until, total, before, waiting, questions, failedChecks } = week;
  const link = (path: string, query: Readonly<Record<string, string>> = {}): string =>
    `${publicUrl}${path}?${new URLSearchParams({ ...query, workspace: workspace.id }).toString()}`;
  const conversations = countOf(total.conversations, 'conversation', 'conversations');
  const votes = [
    ...(total.votesUp > 0 ? [`${shown(total.votesUp)} helpful`] : []),
    ...(total.votesDown > 0 ? [`${shown(total.votesDown)} not helpful`] : []),
  ];
  const paragraphs = [
    `Last week (${DAYS.format(from)} to ${DAYS.format(until - 1)}), visitors had ${conversations} with your chat and wrote ${messagesOf(total)}.`,
    before.conversations > 0 &&
      `In the week before, it was ${countOf(before.conversations, 'conversation', 'conversations')} and ${messagesOf(before)}.`,
    votes.length > 0 && `Votes on answers: ${votes.join(', ')}.`,
    waiting > 0 &&
      `${waiting === COUNT_MAX ? 'At least ' : ''}${countOf(waiting, 'conversation waits', 'conversations wait')} for a person now:\n` +
        link('/inbox', { state: 'waiting' }),
    questions.length > 0 &&
      ['Questions that your bot could not answer, the most frequent first:', ...questions.map(lineOf)].join('\n'),
    questions.length > 0
      ? `Write the answers in Insights, so that the bot finds them:\n${link('/insights')}#unanswered`
      : `More figures are in Insights:\n${link('/insights')}`,
    failedChecks > 0 && `${countOf(failedChecks, 'check fails', 'checks fail')} now:\n${link('/checks')}`,
    `-- \nYou get this mail on Mondays, after a week with conversations.\nStop these mails: ${stopPage}`,
  ];
  const name = workspace.isTeam ? inOneLine(workspace.name, NAME_LENGTH) : '';
  return {
    to,
    subject: `${conversations} with your chat last week${name === '' ? '' : ` – ${name}`}`,
    text: paragraphs.filter((paragraph) => paragraph !== false).join('\n\n'),
    unsubscribeUrl: stopPage,
  };
}

const DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

const lineOf = ({ text, count }: Question): string =>
  `- ${text} (${count === 1 ? 'asked once' : `asked ${shown(count)} times`})`;

const messagesOf = ({ messages }: InsightFigures): string => countOf(messages, 'message', 'messages');

const shown = (count: number): string => count.toLocaleString('en');

const countOf = (count: number, one: string, many: string): string => `${shown(count)} ${count === 1 ? one : many}`;
