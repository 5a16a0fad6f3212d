import { idSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';

/** GET /v1/{kind}/{id}/uses/fetch: what depends on one of the own things, and what is deleted with it. */
export const usesResponseSchema = v.object({
  /** What works with it. */
  usedBy: v.array(v.object({ type: v.picklist(['bot', 'widget', 'blueprint']), id: idSchema, name: v.string() })),
  /** Conversations of a widget, which are deleted with it. */
  conversations: v.number(),
  /** Documents of a dataset, with the pages of its sites. */
  documents: v.number(),
  /** Abilities of a skillset. */
  abilities: v.number(),
});
export type Uses = v.InferOutput<typeof usesResponseSchema>;

/** GET /v1/account/contents/fetch: what is deleted with the account. */
export const accountContentsResponseSchema = v.object({
  conversations: v.number(),
  widgets: v.number(),
  bots: v.number(),
  skillsets: v.number(),
  datasets: v.number(),
  documents: v.number(),
  blueprints: v.number(),
  keys: v.number(),
});
export type AccountContents = v.InferOutput<typeof accountContentsResponseSchema>;
