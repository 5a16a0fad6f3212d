import * as v from 'valibot';

/** Body of every failed call (contract 1.3). */
export const errorBodySchema = v.object({
  message: v.string(),
  code: v.string(),
  requestId: v.nullish(v.string()),
  details: v.nullish(v.array(v.object({ path: v.string(), message: v.string() }))),
});
export type ErrorBody = v.InferOutput<typeof errorBodySchema>;
