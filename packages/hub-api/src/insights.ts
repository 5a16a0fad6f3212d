import { idSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';

const momentSchema = v.pipe(v.string(), v.toNumber(), timeSchema);
const countSchema = v.number();

/** GET /v1/insights/fetch, GET …/unanswered, POST …/export: of one widget or of all. */
export const insightsQuerySchema = v.object({
  widgetId: v.optional(idSchema),
  /** In milliseconds since the epoch. @default 30 days before `to` */
  from: v.optional(momentSchema),
  /** In milliseconds since the epoch. @default now */
  to: v.optional(momentSchema),
});

const figuresSchema = v.object({
  /** Conversations in which a visitor wrote. */
  conversations: countSchema,
  /** People the site vouched for count once, everybody else once a conversation. */
  visitors: countSchema,
  /** Messages that visitors wrote. */
  messages: countSchema,
  /** Median time from a message to its whole reply, in milliseconds; null without a reply. */
  replyMs: v.nullable(v.number()),
  votesUp: countSchema,
  votesDown: countSchema,
  /** Conversations in which a person answered. */
  handovers: countSchema,
  /** Tokens that replies used. */
  tokens: countSchema,
  /** What they cost in US dollars, by the average price of a token in their month; null where nothing has a price. */
  cost: v.nullable(v.number()),
});
export type InsightFigures = v.InferOutput<typeof figuresSchema>;

/** `days`: every day of the period in UTC, as `2026-11-23`. */
export const insightsResponseSchema = v.object({
  from: timeSchema,
  to: timeSchema,
  total: figuresSchema,
  /** The same of the time before, which is as long. */
  before: figuresSchema,
  days: v.array(v.object({ day: v.string(), ...figuresSchema.entries })),
  /** The most used first. */
  tools: v.array(
    v.object({ name: v.string(), title: v.nullable(v.string()), calls: countSchema, failed: countSchema }),
  ),
  sources: v.array(v.object({ title: v.string(), url: v.nullable(v.string()), uses: countSchema })),
});

/**
 * Why a question counts as unanswered: its reply failed, found nothing in the documents, was voted down, or a person had
 * to answer.
 */
export const UNANSWERED_REASONS = ['failed', 'not-found', 'voted-down', 'person'] as const;

/** Questions that are alike are one item; the most asked first. */
export const unansweredResponseSchema = v.object({
  items: v.array(
    v.object({
      /** How it was last put. */
      question: v.string(),
      widgetId: idSchema,
      count: countSchema,
      lastAskedAt: timeSchema,
      reasons: v.array(v.picklist(UNANSWERED_REASONS)),
      /** Where it was asked, the newest first, ten at most. */
      asked: v.array(v.object({ conversationId: idSchema, text: v.string(), createdAt: timeSchema })),
    }),
  ),
});
export type UnansweredQuestion = v.InferOutput<typeof unansweredResponseSchema>['items'][number];

/** POST /v1/insights/answer: makes a document of a question and its answer, which the widget's bot can find. */
export const insightAnswerRequestSchema = v.object({
  widgetId: idSchema,
  question: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1_000)),
  answer: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20_000)),
});
/** `id`: the document's. `isFound`: whether a search for the question finds it. */
export const insightAnswerResponseSchema = v.object({ id: idSchema, datasetId: idSchema, isFound: v.boolean() });
