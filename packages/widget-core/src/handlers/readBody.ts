import * as v from 'valibot';
import { WidgetError } from '../errors';
import { parseJson } from '../lib/json';

/** Longest body of a request that is no file, in bytes: 1 MiB. */
const BODY_MAX_BYTES = 1_048_576;

/**
 * The JSON of a request, checked; an empty body is `{}`.
 *
 * @throws WidgetError `BAD_REQUEST` with the fields that were wrong, `CONTENT_TOO_LARGE`
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
