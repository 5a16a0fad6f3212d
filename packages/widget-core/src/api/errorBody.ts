import * as v from 'valibot';

/** Response body of failed calls (contract 1.3). */
export const errorBodySchema = v.object({
  message: v.string(),
  code: v.string(),
  requestId: v.nullish(v.string()),
  details: v.nullish(v.array(v.object({ path: v.string(), message: v.string() }))),
});
/** Response body of failed calls: handle `code`, show `message`; `details` lists the invalid fields. */
export interface ErrorBody {
  message: string;
  code: string;
  requestId?: string | null | undefined;
  details?: Record<'path' | 'message', string>[] | null | undefined;
}
