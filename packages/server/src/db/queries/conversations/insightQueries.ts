import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../database';
import { bots, conversations, datasetFiles, datasets, messages, runs, votes, widgets } from '../../schema';
import { ofOwner, type VisitorsOf } from '../newestFirst';

/** Account or widget, and period. Times in milliseconds since the epoch; `to` is exclusive. */
export interface InsightPeriod extends VisitorsOf {
  readonly from: number;
  readonly to: number;
  /** Leaves out what visitors asked widgets with `privacy`. @default false */
  readonly withoutPrivate?: boolean;
}

/** A row per day: `day` counts from the epoch; null for the whole period. */
type ByDay<Figures> = Figures & { readonly day: number | null };

const VISITOR_TYPES = ['user', 'input'];
/** Number of tools and sources listed. */
const TOP = 20;

const dayOf = (moment: AnyPgColumn): SQL<number> => sql<number>`(${moment} / 86400000)::int`;
/** One row per day, and one for the period. */
const byDay = (moment: AnyPgColumn): SQL => sql`grouping sets ((${dayOf(moment)}), ())`;
const count = (counted: SQL): SQL<number> => sql<number>`${counted}::int`;

function within({ from, to }: InsightPeriod, moment: AnyPgColumn): SQL | undefined {
  // A conversation's last activity is never before its messages, so older conversations are skipped.
  return and(isNull(conversations.trial), gte(conversations.lastActivityAt, from), gte(moment, from), lt(moment, to));
}

const spoken = (): SQL | undefined => and(eq(messages.isCurrent, true), eq(messages.isHidden, false));

/** Visitors' messages, and answers by people. */
export async function countMessages(db: Database, period: InsightPeriod) {
  const isVisitors = sql`${messages.type} in ('user', 'input')`;
  const rows: ByDay<{ messages: number; conversations: number; visitors: number; handovers: number }>[] = await db
    .select({
      day: dayOf(messages.createdAt),
      messages: count(sql`count(*) filter (where ${isVisitors})`),
      conversations: count(sql`count(distinct ${conversations.id}) filter (where ${isVisitors})`),
      visitors: count(
        sql`count(distinct coalesce(${conversations.subject}, ${conversations.id})) filter (where ${isVisitors})`,
      ),
      handovers: count(sql`count(distinct ${conversations.id}) filter (where ${messages.author} is not null)`),
    })
    .from(widgets)
    .innerJoin(conversations, eq(conversations.widgetId, widgets.id))
    .innerJoin(messages, eq(messages.conversationId, conversations.id))
    .where(and(ofOwner(period), within(period, messages.createdAt), spoken()))
    .groupBy(byDay(messages.createdAt));
  return rows;
}

/** Duration and usage of replies. */
export async function countReplies(db: Database, period: InsightPeriod) {
  const took = sql`${runs.endedAt} - ${runs.createdAt}`;
  const rows: ByDay<{ tokens: number; replyMs: number | null }>[] = await db
    .select({
      day: dayOf(runs.createdAt),
      tokens: sql<number>`coalesce(sum(${runs.tokens}), 0)::float8`,
      replyMs: sql<number | null>`
        (percentile_cont(0.5) within group (order by ${took}) filter (where ${runs.status} = 'done'))::float8`,
    })
    .from(widgets)
    .innerJoin(conversations, eq(conversations.widgetId, widgets.id))
    .innerJoin(runs, eq(runs.conversationId, conversations.id))
    .where(and(ofOwner(period), within(period, runs.createdAt)))
    .groupBy(byDay(runs.createdAt));
  return rows;
}

/** Votes on replies, by day of the vote. */
export async function countVotes(db: Database, period: InsightPeriod) {
  const rows: ByDay<{ votesUp: number; votesDown: number }>[] = await db
    .select({
      day: dayOf(votes.createdAt),
      votesUp: count(sql`count(*) filter (where ${votes.value} > 0)`),
      votesDown: count(sql`count(*) filter (where ${votes.value} < 0)`),
    })
    .from(widgets)
    .innerJoin(conversations, eq(conversations.widgetId, widgets.id))
    .innerJoin(votes, eq(votes.conversationId, conversations.id))
    .where(
      and(
        ofOwner(period),
        isNull(conversations.trial),
        gte(votes.createdAt, period.from),
        lt(votes.createdAt, period.to),
      ),
    )
    .groupBy(byDay(votes.createdAt));
  return rows;
}

/** Most used tools. */
export async function countTools(db: Database, period: InsightPeriod) {
  const name = sql<string>`part ->> 'name'`;
  return db
    .select({
      name,
      title: sql<string | null>`max(part ->> 'title')`,
      calls: count(sql`count(*)`),
      failed: count(sql`count(*) filter (where part ->> 'state' = 'failed')`),
    })
    .from(widgets)
    .innerJoin(conversations, eq(conversations.widgetId, widgets.id))
    .innerJoin(messages, eq(messages.conversationId, conversations.id))
    .crossJoinLateral(sql`jsonb_array_elements(${messages.parts}) as part`)
    .where(
      and(
        ofOwner(period),
        within(period, messages.createdAt),
        spoken(),
        isNotNull(messages.parts),
        sql`part ->> 'type' = 'tool'`,
      ),
    )
    .groupBy(name)
    .orderBy(sql`count(*) desc`, name)
    .limit(TOP);
}

/** Most cited sources. */
export async function countSources(db: Database, period: InsightPeriod) {
  const title = sql<string>`coalesce(nullif(reference ->> 'title', ''), reference ->> 'source', '')`;
  const url = sql<string | null>`nullif(reference ->> 'url', '')`;
  return db
    .select({ title, url, uses: count(sql`count(*)`) })
    .from(widgets)
    .innerJoin(conversations, eq(conversations.widgetId, widgets.id))
    .innerJoin(messages, eq(messages.conversationId, conversations.id))
    .crossJoinLateral(sql`jsonb_array_elements(${messages.references}) as reference`)
    .where(and(ofOwner(period), within(period, messages.createdAt), spoken(), isNotNull(messages.references)))
    .groupBy(title, url)
    .orderBy(sql`count(*) desc`, title)
    .limit(TOP);
}

/** A question without a proper reply. */
export interface UnansweredRow {
  readonly conversationId: string;
  readonly widgetId: string;
  readonly text: string;
  readonly createdAt: number;
  readonly hasFailed: boolean;
  readonly isVotedDown: boolean;
  readonly isByPerson: boolean;
  readonly hasFoundNothing: boolean;
}

/**
 * Visitors' questions whose reply failed, was voted down, came from a person, or reports that nothing was found, in one
 * of these sentences or in that of the owner; newest first.
 *
 * @param notFound - beginnings of sentences that report this
 */
export async function listUnanswered(
  db: Database,
  period: InsightPeriod,
  notFound: readonly string[],
  take: number,
): Promise<UnansweredRow[]> {
  const saysIn = (sentence: string | SQL): SQL =>
    sql`position(${sentence}::text in reply.text || coalesce(reply.parts::text, '')) > 0`;
  const own = sql`nullif(replace(btrim(${widgets.config} ->> 'nothingFound', E' \\t\\r\\n'), E'\\r', ''), '')`;
  // Inside parts, a text is written as JSON: without its quotes, but with its escapes.
  const saysOwn = sql`coalesce(${saysIn(own)} or ${saysIn(sql`btrim(to_jsonb(${own})::text, '"')`)}, false)`;
  const reply = db
    .select({
      id: sql<string>`reply.id`.as('reply_id'),
      isByPerson: sql<boolean>`reply.author is not null`.as('is_by_person'),
      hasFoundNothing: sql<boolean>`
        (${sql.join([saysOwn, ...notFound.map(saysIn)], sql` or `)})`.as('has_found_nothing'),
    })
    .from(sql`${messages} as reply`)
    .where(
      sql`reply.conversation_id = ${messages.conversationId} and reply.sequence > ${messages.sequence}
        and reply.type = 'bot' and reply.is_current`,
    )
    .orderBy(sql`reply.sequence`)
    .limit(1)
    .as('answer');
  const run = db
    .select({ status: sql<string>`${runs.status}`.as('run_status') })
    .from(runs)
    .where(and(eq(runs.conversationId, messages.conversationId), eq(runs.userMessageId, messages.id)))
    .orderBy(desc(runs.createdAt))
    .limit(1)
    .as('run');
  const hasFailed = sql<boolean>`coalesce(${run.status} in ('failed', 'interrupted'), false)`;
  const isVotedDown = sql<boolean>`exists (
    select 1 from ${votes} where ${votes.messageId} = ${reply.id} and ${votes.value} < 0)`;
  return db
    .select({
      conversationId: conversations.id,
      widgetId: widgets.id,
      text: messages.text,
      createdAt: messages.createdAt,
      hasFailed,
      isVotedDown,
      isByPerson: sql<boolean>`coalesce(${reply.isByPerson}, false)`,
      hasFoundNothing: sql<boolean>`coalesce(${reply.hasFoundNothing}, false)`,
    })
    .from(widgets)
    .innerJoin(conversations, eq(conversations.widgetId, widgets.id))
    .innerJoin(messages, eq(messages.conversationId, conversations.id))
    .leftJoinLateral(reply, sql`true`)
    .leftJoinLateral(run, sql`true`)
    .where(
      and(
        ofOwner(period),
        period.withoutPrivate === true ? sql`${widgets.config} ->> 'privacy' is distinct from 'true'` : undefined,
        within(period, messages.createdAt),
        spoken(),
        inArray(messages.type, VISITOR_TYPES),
        or(hasFailed, sql`${reply.isByPerson}`, sql`${reply.hasFoundNothing}`, isVotedDown),
      ),
    )
    .orderBy(desc(messages.createdAt), messages.id)
    .limit(take);
}

/** When documents with these names were last added to an account's datasets. */
export async function readDocumentTimes(
  db: Database,
  ownerId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .select({ name: datasetFiles.name, createdAt: sql<number>`max(${datasetFiles.createdAt})::float8` })
    .from(datasetFiles)
    .innerJoin(datasets, eq(datasets.id, datasetFiles.datasetId))
    .where(and(eq(datasets.ownerId, ownerId), inArray(datasetFiles.name, [...names])))
    .groupBy(datasetFiles.name);
  return new Map(rows.map(({ name, createdAt }) => [name, createdAt]));
}

/** The bot of a widget. */
export async function readBotOfWidget(db: Database, widgetId: string) {
  const [row] = await db
    .select({ id: bots.id, ownerId: bots.ownerId, name: bots.name, datasets: bots.datasets })
    .from(bots)
    .innerJoin(widgets, eq(widgets.botId, bots.id))
    .where(eq(widgets.id, widgetId))
    .limit(1);
  return row;
}
