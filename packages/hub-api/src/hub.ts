import { idSchema, jsonObjectSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { ABILITY_REQUIREMENTS, TOOL_EFFECTS } from './abilities';
import { VISIBILITIES } from './builder';

/** Kinds of items on the Hub. */
export const HUB_TYPES = ['skillset', 'bot', 'dataset', 'widget', 'blueprint'] as const;
export type HubType = (typeof HUB_TYPES)[number];
/** Sort orders of a list. Their formulas are described in /hub/about-ranking. */
export const HUB_SORTS = ['relevance', 'trending', 'cloned', 'rated', 'newest', 'updated'] as const;
export type HubSort = (typeof HUB_SORTS)[number];

const wordsSchema = v.pipe(v.string(), v.maxLength(200));
const countSchema = (max: number) => v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(max));

/** Query of GET /v1/hub/{type}/list. `cursor` is from an earlier response; `page` starts at 1, for numbered pages. */
export const hubListQuerySchema = v.object({
  q: v.optional(wordsSchema),
  tag: v.optional(v.pipe(v.string(), v.maxLength(40))),
  language: v.optional(v.pipe(v.string(), v.maxLength(35))),
  licence: v.optional(v.pipe(v.string(), v.maxLength(60))),
  /** Only items changed within this many days. */
  updated: v.optional(countSchema(3650)),
  sort: v.optional(v.picklist(HUB_SORTS)),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  page: v.optional(countSchema(10_000)),
  take: v.optional(countSchema(48), '24'),
});

const personSchema = v.object({ id: idSchema, name: v.string(), image: v.nullable(v.string()) });
const countersSchema = v.object({ clones: v.number(), tries: v.number() });
/** Ratings: mean with one decimal, their number, and the numbers of 1 to 5 stars. */
export const ratingSummarySchema = v.object({ average: v.number(), count: v.number(), histogram: v.array(v.number()) });
export type RatingSummary = v.InferOutput<typeof ratingSummarySchema>;

/** An item in a list. `user` is null for the server's own items. */
export const cardSchema = v.object({
  type: v.picklist(HUB_TYPES),
  id: idSchema,
  slug: v.nullable(v.string()),
  name: v.string(),
  description: v.string(),
  icon: v.string(),
  user: v.nullable(personSchema),
  tags: v.array(v.string()),
  language: v.string(),
  licence: v.string(),
  counters: countersSchema,
  rating: v.nullable(v.object({ average: v.number(), count: v.number() })),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Card = v.InferOutput<typeof cardSchema>;

const facetSchema = v.array(v.object({ value: v.string(), count: v.number() }));
/** GET /v1/hub/{type}/list. `facets`: filters that apply to the results. */
export const cardListSchema = v.object({
  items: v.array(cardSchema),
  cursor: v.nullable(v.string()),
  total: v.number(),
  facets: v.object({ tags: facetSchema, languages: facetSchema, licences: facetSchema }),
  /**
   * Set if no item contains all words as typed: `words` are the words searched for, with typing mistakes corrected,
   * and `matches` whether the results contain all or some of them.
   */
  relaxed: v.optional(v.object({ words: v.string(), matches: v.picklist(['all', 'some']) })),
});
export type CardList = v.InferOutput<typeof cardListSchema>;

const publicAbilitySchema = v.object({
  id: idSchema,
  name: v.string(),
  description: v.string(),
  instruction: v.string(),
  effect: v.optional(v.nullable(v.picklist(TOOL_EFFECTS))),
  confirm: v.optional(v.string()),
  requires: v.optional(v.nullable(v.picklist(ABILITY_REQUIREMENTS))),
  parameters: v.optional(jsonObjectSchema),
});
const useCasesSchema = v.object({
  description: v.string(),
  items: v.array(v.object({ icon: v.string(), name: v.string(), description: v.string() })),
});
const linkedSchema = v.object({
  type: v.picklist(HUB_TYPES),
  id: idSchema,
  slug: v.nullable(v.string()),
  name: v.string(),
  description: v.string(),
  icon: v.string(),
});

/** GET /v1/hub/{type}/{slugOrId}/fetch: everything the item's page shows. */
export const hubItemSchema = v.object({
  item: v.object({
    ...cardSchema.entries,
    visibility: v.picklist(VISIBILITIES),
    version: v.number(),
    /** The item it was copied from, if visible to the caller. */
    clonedFrom: v.nullable(v.object({ id: idSchema, name: v.nullable(v.string()), slug: v.nullable(v.string()) })),
    rating: v.nullable(ratingSummarySchema),
    /** Why operators have taken it down; only for its author. */
    takenDown: v.optional(v.string()),
    /** How many checks it has, all of which passed, and when the first of them was run; absent otherwise. */
    checks: v.optional(v.object({ total: v.number(), since: timeSchema })),
    /** Skillsets only. */
    skillset: v.optional(v.object({ abilities: v.array(publicAbilitySchema) })),
    /** Bots only: instructions, and the items it uses. */
    backstory: v.optional(v.string()),
    /** Datasets only. `size` in bytes. */
    files: v.optional(
      v.array(v.object({ id: idSchema, name: v.string(), type: v.string(), size: v.number(), passages: v.number() })),
    ),
    /** Widgets only: its public settings. */
    config: v.optional(jsonObjectSchema),
    /** Blueprints only: setup steps in markdown. */
    steps: v.optional(v.string()),
    /** Items it consists of. */
    parts: v.optional(v.array(linkedSchema)),
  }),
  page: v.object({
    widget: v.object({ theme: v.optional(v.union([v.string(), jsonObjectSchema])) }),
    useCases: v.optional(useCasesSchema),
    keywords: v.array(v.string()),
  }),
  related: v.array(linkedSchema),
  /** Whether a language model answers in trials; otherwise the built-in guide, which calls nothing. */
  hasModel: v.boolean(),
  viewer: v.object({
    signedIn: v.boolean(),
    isAuthor: v.boolean(),
    mayRate: v.boolean(),
    rating: v.nullable(v.object({ value: v.number(), comment: v.string() })),
  }),
});
export type HubItem = v.InferOutput<typeof hubItemSchema>;

/** GET /v1/hub/user/{userId}/fetch. */
export const hubProfileSchema = v.object({
  user: v.object({ ...personSchema.entries, createdAt: timeSchema }),
  totals: countersSchema,
  items: v.array(cardSchema),
});
/** GET /v1/hub/collection/{slug}/fetch: items selected by operators, each with a note. */
export const hubCollectionSchema = v.object({
  slug: v.string(),
  title: v.string(),
  description: v.string(),
  /** Position among the collections, lowest first. */
  position: v.optional(v.number()),
  updatedAt: timeSchema,
  items: v.array(v.object({ note: v.string(), card: cardSchema })),
});
/** GET /v1/hub/collection/list. */
export const hubCollectionListSchema = v.object({
  items: v.array(
    v.object({
      slug: v.string(),
      title: v.string(),
      description: v.string(),
      count: v.number(),
      icons: v.array(v.string()),
    }),
  ),
  cursor: v.nullable(v.string()),
});

/** POST /v1/hub/{type}/{id}/rating/upsert (hub.md 4). */
export const ratingUpsertRequestSchema = v.object({
  value: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
  comment: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(1000)), ''),
});
export const ratingUpsertResponseSchema = v.object({ id: idSchema, ...ratingSummarySchema.entries });
/** GET /v1/hub/{type}/{id}/rating/list. */
export const ratingListResponseSchema = v.object({
  items: v.array(
    v.object({ id: idSchema, value: v.number(), comment: v.string(), user: personSchema, createdAt: timeSchema }),
  ),
  cursor: v.nullable(v.string()),
  ...ratingSummarySchema.entries,
});

/** Reasons for a report. */
export const REPORT_REASONS = ['spam', 'harmful', 'rights', 'misleading', 'other'] as const;
/** POST /v1/hub/{type}/{id}/report. */
export const reportRequestSchema = v.object({
  reason: v.picklist(REPORT_REASONS),
  text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000)), ''),
});

/** GET /v1/hub/{type}/index: all public items of a kind, for sitemaps. */
export const hubIndexSchema = v.object({
  items: v.array(v.object({ id: idSchema, slug: v.nullable(v.string()), updatedAt: timeSchema })),
});
