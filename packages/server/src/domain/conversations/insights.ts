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
import { readUsage } from '../../db/queries/accounts/counterQueries';
import { accountCounter, monthOf } from '../accounts/plans';
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
  cost: null,
};

/** Figures of messages and replies: in total, by day, by tool and by source. */
export async function readInsights(db: Database, period: InsightPeriod) {
  const [figures, tools, sources] = await Promise.all([
    readFigures(db, period),
    countTools(db, period),
    countSources(db, period),
  ]);
  const before = await readBefore(db, period);
  const first = Math.floor(period.from / DAY_MS);
  const last = Math.ceil(period.to / DAY_MS);
  const prices = await readPrices(db, period.ownerId, before.from, period.to);
  const days = Array.from({ length: last - first }, (_, index) => first + index);
  const counted = days.map((day) => withCost({ ...NOTHING, ...figures.get(day) }, prices(day)));
  return {
    from: period.from,
    to: period.to,
    total: { ...(figures.get(null) ?? NOTHING), cost: sumCosts(counted) },
    before: {
      ...(before.figures.get(null) ?? NOTHING),
      cost: sumCosts([...before.figures].flatMap(([day, of]) => (day === null ? [] : [withCost(of, prices(day))]))),
    },
    days: days.map((day, index) => ({ day: toDate(day * DAY_MS), ...NOTHING, ...counted[index] })),
    tools,
    sources,
  };
}

/** Figures of a whole period without its cost. */
export async function readTotal(db: Database, period: InsightPeriod): Promise<InsightFigures> {
  return (await readFigures(db, period)).get(null) ?? NOTHING;
}

async function readFigures(db: Database, period: InsightPeriod) {
  const rows = await Promise.all([countMessages(db, period), countReplies(db, period), countVotes(db, period)]);
  return addUp(rows.flat());
}

/** Figures by day since the epoch; null for the whole period. */
function addUp(rows: readonly (Partial<InsightFigures> & { readonly day: number | null })[]) {
  const figures = new Map<number | null, InsightFigures>();
  for (const { day, ...counted } of rows) figures.set(day, { ...NOTHING, ...figures.get(day), ...counted });
  return figures;
}

/** Figures of the time before a period, which is as long. */
async function readBefore(db: Database, { from, to, ...of }: InsightPeriod) {
  const period = { ...of, from: from - (to - from), to: from };
  return { from: period.from, figures: await readFigures(db, period) };
}

/** Average price of a token on a day, in US dollars, by what the account's replies cost in its month; or undefined. */
async function readPrices(
  db: Database,
  accountId: string,
  from: number,
  to: number,
): Promise<(day: number) => number | undefined> {
  const subject = accountCounter(accountId);
  const months = new Map<string, number>();
  for (let at = from; ; at += 28 * DAY_MS) {
    const month = monthOf(Math.min(at, to));
    const used = months.has(month) ? undefined : (await readUsage(db, [subject], month)).get(subject);
    if (used && used.tokens > 0 && used.costMicros > 0) months.set(month, used.costMicros / 1e6 / used.tokens);
    if (at >= to) return (day) => months.get(monthOf(day * DAY_MS));
  }
}

function withCost(figures: InsightFigures, price: number | undefined): InsightFigures {
  return price === undefined || figures.tokens === 0 ? figures : { ...figures, cost: figures.tokens * price };
}

function sumCosts(days: readonly InsightFigures[]): number | null {
  const costs = days.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
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
