import * as v from 'valibot';

/** Body of every failed call (contract 1.3). */
export const errorBodySchema = v.object({
  message: v.string(),
  code: v.string(),
  requestId: v.nullish(v.string()),
  details: v.nullish(v.array(v.object({ path: v.string(), message: v.string() }))),
});
/** Body of every failed call: switch on `code`, show `message`; `details` name the fields that were wrong. */
export interface ErrorBody {
  message: string;
  code: string;
  requestId?: string | null | undefined;
  details?: Record<'path' | 'message', string>[] | null | undefined;
}
