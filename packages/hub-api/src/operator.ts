import { idSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { itemListQuerySchema } from './builder';
import { HUB_TYPES, ratingListResponseSchema, REPORT_REASONS } from './hub';

const typeSchema = v.picklist(HUB_TYPES);
const textSchema = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most));
const pageOf = <Item extends v.GenericSchema>(item: Item) =>
  v.object({ items: v.array(item), cursor: v.nullable(v.string()) });

/** GET /v1/operator/report/list. `name` is null if the item has been deleted. */
export const reportListResponseSchema = pageOf(
  v.object({
    id: idSchema,
    type: typeSchema,
    itemId: idSchema,
    name: v.nullable(v.string()),
    reason: v.picklist(REPORT_REASONS),
    text: v.string(),
    createdAt: timeSchema,
  }),
);
export type Report = v.InferOutput<typeof reportListResponseSchema>['items'][number];

/** GET /v1/operator/rating/list. */
export const heldRatingListResponseSchema = pageOf(
  v.object({ ...ratingListResponseSchema.entries.items.item.entries, type: typeSchema, itemId: idSchema }),
);
export type HeldRating = v.InferOutput<typeof heldRatingListResponseSchema>['items'][number];

/** POST /v1/operator/hub/{type}/{id}/takedown. */
export const takedownRequestSchema = v.object({ reason: v.pipe(textSchema(500), v.minLength(1)) });
/** GET /v1/operator/takedown/list. `at`: time of the takedown. */
export const takedownListResponseSchema = pageOf(
  v.object({ type: typeSchema, id: idSchema, name: v.string(), reason: v.string(), at: timeSchema }),
);
export type Takedown = v.InferOutput<typeof takedownListResponseSchema>['items'][number];

/** GET /v1/operator/pause/fetch and POST /v1/operator/pause. */
export const pauseSchema = v.object({ isPaused: v.boolean() });

/** GET /v1/operator/account/list. `q`: part of a name or address. */
export const accountListQuerySchema = v.object({
  ...itemListQuerySchema.entries,
  q: v.optional(v.pipe(v.string(), v.maxLength(200))),
});
/** Usage of the current month; `cost` in US dollars. */
export const accountListResponseSchema = v.object({
  ...pageOf(
    v.object({
      id: idSchema,
      name: v.string(),
      /** Null for a team. */
      email: v.nullable(v.string()),
      isTeam: v.boolean(),
      isOperator: v.boolean(),
      hasSecondFactor: v.boolean(),
      createdAt: timeSchema,
      messages: v.number(),
      tokens: v.number(),
      cost: v.number(),
    }),
  ).entries,
  /** Such as `2026-11`. */
  period: v.string(),
});
export type OperatorAccount = v.InferOutput<typeof accountListResponseSchema>['items'][number];

/** Maximum number of items in a collection. */
const COLLECTION_MAX = 200;
/** POST /v1/operator/collection/upsert. The `id` of an item may be its slug. */
export const collectionRequestSchema = v.object({
  slug: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Expected lower-case words joined by hyphens'),
    v.maxLength(60),
  ),
  title: v.pipe(textSchema(100), v.minLength(1)),
  description: v.optional(textSchema(500), ''),
  items: v.optional(
    v.pipe(
      v.array(v.object({ type: typeSchema, id: idSchema, note: v.optional(textSchema(300), '') })),
      v.maxLength(COLLECTION_MAX),
    ),
    [],
  ),
  position: v.optional(v.pipe(v.number(), v.integer()), 0),
});
