import { idSchema, jsonObjectSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { itemListQuerySchema, listOf } from './builder';

/** Most checks of an account, turns of a check, and expectations of a turn. */
export const CHECKS_MAX = 200;
export const CHECK_TURNS_MAX = 10;
export const CHECK_EXPECTATIONS_MAX = 10;

const textSchema = (max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty('Expected some text'), v.maxLength(max));

/** What must be so of an answer. The same form is used by the API, by files, and in the database. */
export const expectationSchema = v.union(
  [
    /** The answer contains this text. */
    v.strictObject({ contains: textSchema(500) }),
    /** The answer does not contain this text. */
    v.strictObject({ excludes: textSchema(500) }),
    /** A source of the answer has this name or address. */
    v.strictObject({ source: textSchema(2_000) }),
    /** This ability is called, with these arguments at least. */
    v.strictObject({ calls: textSchema(200), arguments: v.optional(jsonObjectSchema) }),
    /** The visitor is asked before anything is changed. */
    v.strictObject({ asks: v.literal(true) }),
    /** The answer declines. */
    v.strictObject({ refuses: v.literal(true) }),
    /** The language of the answer, as BCP 47 tag. */
    v.strictObject({
      language: v.pipe(v.string(), v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Expected a tag such as de')),
    }),
    /** A sentence about the answer, which a language model must find true. */
    v.strictObject({ judge: textSchema(500) }),
  ],
  'Expected one of contains, excludes, source, calls, asks, refuses, language, judge',
);
export type Expectation = v.InferOutput<typeof expectationSchema>;

/** A question, and what must be so of its answer. */
export const checkTurnSchema = v.strictObject({
  ask: textSchema(2_000),
  expect: v.optional(v.pipe(v.array(expectationSchema), v.maxLength(CHECK_EXPECTATIONS_MAX)), []),
});
export type CheckTurn = v.InferOutput<typeof checkTurnSchema>;

const nameSchema = textSchema(200);
const turnsSchema = v.pipe(v.array(checkTurnSchema), v.minLength(1, 'Enter a question'), v.maxLength(CHECK_TURNS_MAX));

/** What became of a call: done; answered as declined by the visitor; withheld, because a check changes nothing; failed. */
export const CHECK_CALL_OUTCOMES = ['done', 'asked', 'withheld', 'failed'] as const;
const callSchema = v.object({
  name: v.string(),
  arguments: jsonObjectSchema,
  outcome: v.picklist(CHECK_CALL_OUTCOMES),
});
export type CheckCall = v.InferOutput<typeof callSchema>;

const playedTurnSchema = v.object({
  ask: v.string(),
  answer: v.string(),
  sources: v.array(v.object({ title: v.string(), url: v.nullable(v.string()) })),
  calls: v.array(callSchema),
  /** In the order of the turn's expectations. `reason`: why it is not met; empty if it is. */
  outcomes: v.array(
    v.object({
      isMet: v.boolean(),
      reason: v.string(),
      /** Whether a language model judged. */
      isJudged: v.boolean(),
    }),
  ),
  durationMs: v.number(),
});
export type PlayedTurn = v.InferOutput<typeof playedTurnSchema>;

/** How a run ended: `notRun` if the bot could not answer, for example because its model was unavailable. */
export const CHECK_STATUSES = ['passed', 'failed', 'notRun'] as const;
export const checkResultSchema = v.object({
  status: v.picklist(CHECK_STATUSES),
  /** Why it could not be run; null if it could. */
  reason: v.nullable(v.string()),
  turns: v.array(playedTurnSchema),
  startedAt: timeSchema,
  durationMs: v.number(),
});
export type CheckResult = v.InferOutput<typeof checkResultSchema>;

const subjectEntries = {
  /** What is checked: a bot or a skillset. */
  botId: v.nullable(idSchema),
  skillsetId: v.nullable(idSchema),
};

/** A check with its results. */
export const checkSchema = v.object({
  id: idSchema,
  ...subjectEntries,
  name: v.string(),
  turns: v.array(checkTurnSchema),
  /** Whether a run is due or in progress. */
  isWaiting: v.boolean(),
  isRunning: v.boolean(),
  /** The last run of these turns; null: not run yet. */
  last: v.nullable(checkResultSchema),
  /** The last run that passed. */
  lastGreen: v.nullable(checkResultSchema),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Check = v.InferOutput<typeof checkSchema>;

const oneSubject = {
  botId: v.optional(idSchema),
  skillsetId: v.optional(idSchema),
};
/** GET /v1/check/list: of a bot, of a skillset, or all. */
export const checkListQuerySchema = v.object({ ...itemListQuerySchema.entries, ...oneSubject });
export const checkListResponseSchema = listOf(checkSchema);

/** POST /v1/check/create, for either a bot or a skillset. It is run at once. */
export const checkCreateRequestSchema = v.object({ ...oneSubject, name: nameSchema, turns: turnsSchema });
/** POST /v1/check/{id}/update. */
export const checkUpdateRequestSchema = v.object({ name: v.optional(nameSchema), turns: v.optional(turnsSchema) });

/** POST /v1/check/run: of a bot, of a skillset, or one check. */
export const checkRunRequestSchema = v.object({ ...oneSubject, id: v.optional(idSchema) });
export const checkRunResponseSchema = v.object({ ids: v.array(idSchema) });

/** A file of checks. */
export const checkFileSchema = v.strictObject({
  ...oneSubject,
  checks: v.pipe(
    v.array(v.strictObject({ name: nameSchema, turns: turnsSchema })),
    v.minLength(1),
    v.maxLength(CHECKS_MAX),
  ),
});
export type CheckFile = v.InferOutput<typeof checkFileSchema>;
/** GET /v1/check/file/fetch. */
export const checkFileQuerySchema = v.object({
  ...oneSubject,
  format: v.optional(v.picklist(['yaml', 'json']), 'yaml'),
});
export const checkFileResponseSchema = v.object({ content: v.string() });
/** POST /v1/check/import: YAML or JSON. Checks of the same name are replaced, others stay. */
export const checkImportRequestSchema = v.object({
  ...oneSubject,
  content: v.pipe(v.string(), v.maxLength(500_000)),
});
