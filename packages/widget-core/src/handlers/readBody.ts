import * as v from 'valibot';
import { WidgetError } from '../errors';
import { parseJson } from '../lib/json';

/** Maximum size of a JSON request body, in bytes: 1 MiB. */
const BODY_MAX_BYTES = 1_048_576;

/**
 * Returns the validated JSON of a request; an empty body counts as `{}`.
 *
 * @throws WidgetError `BAD_REQUEST` with the invalid fields, `CONTENT_TOO_LARGE`
 */
export async function readBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  if (Number(request.headers.get('Content-Length')) > BODY_MAX_BYTES) throw new WidgetError('CONTENT_TOO_LARGE');
  const text = await request.text();
  if (text.length > BODY_MAX_BYTES) throw new WidgetError('CONTENT_TOO_LARGE');
  const parsed = v.safeParse(schema, text === '' ? {} : parseJson(text));
  if (parsed.success) return parsed.output;
  throw new WidgetError('BAD_REQUEST', {
    details: parsed.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message })),
  });
}
