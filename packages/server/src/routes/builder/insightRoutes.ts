import {
  insightAnswerRequestSchema,
  insightAnswerResponseSchema,
  insightsQuerySchema,
  insightsResponseSchema,
  unansweredResponseSchema,
} from '@sotto/hub-api';
import type * as v from 'valibot';
import { FIGURES_LIMIT_MS } from '../../config/deadlines';
import { ApiError } from '../../lib/apiError';
import type { CsvCell } from '../../lib/csv';
import { readBotOfWidget, type InsightPeriod } from '../../db/queries/conversations/insightQueries';
import type { UserCaller } from '../../accounts/userCaller';
import {
  DAY_MS,
  documentName,
  readInsights,
  readUnanswered,
  toDocument,
  toHeading,
} from '../../domain/conversations/insights';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { recordReads } from '../../http/record';
import { sendCsv } from '../../http/sendCsv';
import type { Services } from '../services';

const PERIOD_MS = 30 * DAY_MS;
/** Longest period, in milliseconds: a year. */
const PERIOD_MAX_MS = 366 * DAY_MS;
/** Name of the dataset that is made for answers when a bot has none. */
const ANSWERS = 'Answers';

/**
 * @throws ApiError 404 for a widget of another account, 400 for a period that ends before it begins or is too long
 */
async function readPeriod(
  { resources: things, clock }: Services,
  caller: UserCaller,
  query: { widgetId?: string | undefined; from?: number | undefined; to?: number | undefined },
): Promise<InsightPeriod> {
  const { widgetId, to = clock.now(), from = to - PERIOD_MS } = query;
  if (from >= to) throw new ApiError('BAD_REQUEST', 'from must be before to');
  if (to - from > PERIOD_MAX_MS) throw new ApiError('BAD_REQUEST', 'A period has at most 366 days');
  if (widgetId !== undefined) await things.require('widget', caller, widgetId);
  return { ownerId: caller.workspaceId, widgetId, from, to };
}

/** What owners learn of their visitors' questions, and answering those that the bot could not. */
export function insightEndpoints(services: Services): Endpoint[] {
  const figures = () => services.within(FIGURES_LIMIT_MS).db;
  const fetch = endpoint(
    {
      method: 'GET',
      path: '/insights/fetch',
      summary: 'Figures of own widgets by day (UTC), with the tools and sources that replies used',
      auth: 'user',
      cost: 'none',
      query: insightsQuerySchema,
      answer: insightsResponseSchema,
      errors: ['BAD_REQUEST', 'TIMEOUT', 'SERVICE_UNAVAILABLE'],
    },
    async (context, { caller, query }) =>
      answer(context, await readInsights(figures(), await readPeriod(services, caller, query()))),
  );
  const unanswered = endpoint(
    {
      method: 'GET',
      path: '/insights/unanswered',
      summary: 'Questions whose reply failed, found nothing, was voted down or came from a person; alike ones together',
      auth: 'user',
      cost: 'none',
      query: insightsQuerySchema,
      answer: unansweredResponseSchema,
      errors: ['BAD_REQUEST', 'TIMEOUT', 'SERVICE_UNAVAILABLE'],
    },
    async (context, { caller, query }) => {
      const items = await readUnanswered(figures(), await readPeriod(services, caller, query()));
      const asked = items.flatMap((item) => item.asked.map(({ conversationId }) => conversationId));
      await recordReads(context, services, caller, asked);
      return answer(context, { items });
    },
  );
  return [fetch, unanswered, answerEndpoint(services), exportEndpoint(services)];
}

function answerEndpoint(services: Services): Endpoint {
  const { resources: things, plans, library, idempotency } = services;
  return endpoint(
    {
      method: 'POST',
      path: '/insights/answer',
      summary: 'Write a document from a question and its answer, which the bot of a widget can find',
      auth: 'user',
      cost: 'document',
      body: insightAnswerRequestSchema,
      answer: insightAnswerResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body, pass }) => {
      const { value } = await body();
      const { widgetId, question, answer: words } = value;
      await things.require('widget', caller, widgetId);
      const made = await idempotency.once(context, caller.workspaceId, value, async () => {
        const heading = toHeading(question);
        const bytes = toDocument(heading, words);
        await plans.requireStorage(caller.workspaceId, bytes.byteLength);
        const datasetId = await requireDataset(services, caller, widgetId);
        const document = { name: documentName(heading), type: 'text/markdown', bytes, url: undefined };
        return pass.run({ accountId: caller.workspaceId, bytes: bytes.byteLength }, async (counted) => {
          const { id } = await library.add(datasetId, document, counted);
          const found = await library.search([datasetId], question, counted);
          return { id, datasetId, isFound: found.some(({ passage }) => passage.source === document.name) };
        });
      });
      return answer(context, made);
    },
  );
}

/** The dataset for answers of a widget's bot: its first own one, or a new one. @throws ApiError 404, 422 */
async function requireDataset(
  { db, resources: things }: Services,
  caller: UserCaller,
  widgetId: string,
): Promise<string> {
  const bot = await readBotOfWidget(db, widgetId);
  if (!bot || bot.ownerId !== caller.workspaceId)
    throw new ApiError('UNPROCESSABLE_ENTITY', 'The bot of this widget is not yours: choose one of your own first');
  for (const id of bot.datasets) {
    const own = await things.require('dataset', caller, id).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    });
    if (own) return own.id;
  }
  const id = await things.create('dataset', caller, { name: ANSWERS, description: `Answers for ${bot.name}` });
  await things.update('bot', caller, bot.id, { datasets: [...bot.datasets, id] });
  return id;
}

const COLUMNS = [
  'day',
  'conversations',
  'visitors',
  'messages',
  'median_reply_ms',
  'votes_up',
  'votes_down',
  'handovers',
  'tokens',
  'cost',
];

function exportEndpoint(services: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/insights/export',
      summary: 'The figures by day as a CSV file',
      auth: 'user',
      cost: 'none',
      query: insightsQuerySchema,
      errors: ['BAD_REQUEST', 'TIMEOUT', 'SERVICE_UNAVAILABLE'],
    },
    async (context, { caller, query }) => {
      const { days } = await readInsights(
        services.within(FIGURES_LIMIT_MS).db,
        await readPeriod(services, caller, query()),
      );
      const name = `insights-${days[0]?.day ?? ''}-${days.at(-1)?.day ?? ''}`;
      return sendCsv(context, name, COLUMNS, oneOf(days.map(toCells)));
    },
  );
}

async function* oneOf(rows: CsvCell[][]): AsyncGenerator<CsvCell[][], void> {
  await Promise.resolve();
  yield rows;
}

function toCells({
  day,
  replyMs,
  ...figures
}: v.InferOutput<typeof insightsResponseSchema>['days'][number]): CsvCell[] {
  const { conversations, visitors, messages, votesUp, votesDown, handovers, tokens, cost } = figures;
  const reply = replyMs === null ? null : Math.round(replyMs);
  return [day, conversations, visitors, messages, reply, votesUp, votesDown, handovers, tokens, cost];
}
