import { cutText } from '@sotto/widget-core/internal/server';
import type { InsightFigures, UnansweredQuestion } from '@sotto/hub-api';
import type { Database } from '../../db/database';
import {
  countMessages,
  countReplies,
  countSources,
  countTools,
  countVotes,
  listUnanswered,
  readDocumentTimes,
  type InsightPeriod,
  type UnansweredRow,
} from '../../db/queries/conversations/insightQueries';
import { NOT_FOUND_BEGINNINGS } from '../../model/searchSentences';
import { cleanFileName } from '../../uploads/fileName';
import { maskPersonalData } from './privacy';
import { groupAlike } from './groupAlike';

export const DAY_MS = 86_400_000;
/** Unanswered questions that are looked at: the newest. */
const READ_MAX = 2_000;
/** Groups of them that are listed. */
const GROUPS_MAX = 50;
/** Listed occurrences of one question. */
const ASKED_MAX = 10;
/** Characters of a question in the name of its document. */
const NAME_LENGTH = 100;

const NOTHING: InsightFigures = {
  conversations: 0,
  visitors: 0,
  messages: 0,
  replyMs: null,
  votesUp: 0,
  votesDown: 0,
  handovers: 0,
  tokens: 0,
};

/** Figures of messages and replies: in total, by day, by tool and by source. */
export async function readInsights(db: Database, period: InsightPeriod) {
  const [messages, replies, votes, tools, sources] = await Promise.all([
    countMessages(db, period),
    countReplies(db, period),
    countVotes(db, period),
    countTools(db, period),
    countSources(db, period),
  ]);
  const figures = new Map<number | null, InsightFigures>();
  for (const { day, ...counted } of [...messages, ...replies, ...votes])
    figures.set(day, { ...NOTHING, ...figures.get(day), ...counted });
  const first = Math.floor(period.from / DAY_MS);
  const last = Math.ceil(period.to / DAY_MS);
  const days = Array.from({ length: last - first }, (_, index) => first + index);
  return {
    from: period.from,
    to: period.to,
    total: figures.get(null) ?? NOTHING,
    days: days.map((day) => ({ day: toDate(day * DAY_MS), ...NOTHING, ...figures.get(day) })),
    tools,
    sources,
  };
}

/** A day in UTC, such as `2026-11-23`. */
function toDate(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/**
 * Questions without a helpful answer, similar ones together, the most frequent first. Questions from before their
 * answer was written are left out.
 */
export async function readUnanswered(db: Database, period: InsightPeriod): Promise<UnansweredQuestion[]> {
  const rows = (await listUnanswered(db, period, NOT_FOUND_BEGINNINGS, READ_MAX)).filter(
    ({ text }) => text.trim() !== '',
  );
  const written = await readDocumentTimes(db, period.ownerId, [...new Set(rows.map(({ text }) => answerName(text)))]);
  return [...byWidget(rows).values()]
    .flatMap((ofWidget) => groupAlike(ofWidget))
    .flatMap((alike) => {
      const answeredAt = Math.max(0, ...alike.map(({ text }) => written.get(answerName(text)) ?? 0));
      const open = alike.filter(({ createdAt }) => createdAt >= answeredAt);
      return open.length === 0 ? [] : [describe(open)];
    })
    .sort((a, b) => b.count - a.count || b.lastAskedAt - a.lastAskedAt)
    .slice(0, GROUPS_MAX);
}

/** Questions to one bot are independent of those to another. */
function byWidget(rows: readonly UnansweredRow[]): Map<string, UnansweredRow[]> {
  const widgets = new Map<string, UnansweredRow[]>();
  for (const row of rows) widgets.set(row.widgetId, [...(widgets.get(row.widgetId) ?? []), row]);
  return widgets;
}

/** @param rows - the newest first */
function describe(rows: readonly UnansweredRow[]): UnansweredQuestion {
  const has = (is: (row: UnansweredRow) => boolean): boolean => rows.some(is);
  return {
    question: rows[0]?.text ?? '',
    widgetId: rows[0]?.widgetId ?? '',
    count: rows.length,
    lastAskedAt: rows[0]?.createdAt ?? 0,
    reasons: [
      ...(has((row) => row.hasFailed) ? (['failed'] as const) : []),
      ...(has((row) => row.hasFoundNothing) ? (['not-found'] as const) : []),
      ...(has((row) => row.isVotedDown) ? (['voted-down'] as const) : []),
      ...(has((row) => row.isByPerson) ? (['person'] as const) : []),
    ],
    asked: rows.slice(0, ASKED_MAX).map(({ conversationId, text, createdAt }) => ({ conversationId, text, createdAt })),
  };
}

/**
 * A question of a visitor as the heading of its answer, which stays when the visitor is erased: without what names
 * somebody.
 */
export const toHeading = maskPersonalData;

/** The name of the document that answers a question of a visitor: by it, the question is known as answered. */
const answerName = (question: string): string => documentName(toHeading(question));

/** The name of a document by its title. */
export function documentName(question: string): string {
  const words = cutText(
    question
      .normalize('NFC')
      .trim()
      .replaceAll(/[\s/\\]+/g, ' '),
    NAME_LENGTH,
  );
  return `${cleanFileName(words)}.md`;
}

/** A title, or a question, and what is below it as a document. */
export function toDocument(question: string, answer: string): Uint8Array {
  return new TextEncoder().encode(`# ${question.replaceAll(/\s+/g, ' ')}\n\n${answer}\n`);
}
