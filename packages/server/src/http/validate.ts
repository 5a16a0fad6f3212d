import * as v from 'valibot';
import { ApiError } from '../lib/apiError';
import { toStorable } from '../lib/storable';
import type { AppContext } from './appEnv';
import { readBody } from './bodies';

/** Maximum size of a JSON body, in bytes (1 MiB). Contract 1.5. */
export const JSON_BODY_MAX_BYTES = 1_048_576;
/** Maximum nesting of a body; schemas have lower limits for free-form fields. */
export const BODY_MAX_DEPTH = 64;

/** A schema of a body or a query. */
export type Schema = v.GenericSchema;

/** Fields with size limits of contract 1.5, which respond with 422. */
const SIZED_FIELDS = new Set(['text', 'messages', 'functions', 'attachments']);

/**
 * Parses a JSON body: valid UTF-8, and a JSON media type if one is given. Undefined if there is no body.
 */
export async function readJson(context: AppContext, maxBytes = JSON_BODY_MAX_BYTES): Promise<unknown> {
  const bytes = await readBody(context, maxBytes);
  if (bytes.byteLength === 0) return undefined;
  const type = context.req.header('content-type');
  if (type !== undefined && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    throw new ApiError('BAD_REQUEST', 'Expected a body of type application/json');
  try {
    const body = toStorable(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), BODY_MAX_DEPTH);
    context.set('sentBody', body);
    return body;
  } catch (cause) {
    throw cause instanceof ApiError
      ? cause
      : new ApiError('BAD_REQUEST', 'The body is not valid JSON in UTF-8', { cause });
  }
}

/** Validates data. @throws ApiError 400 with `details`, or 422 for a size limit of contract 1.5 */
export function check<S extends Schema>(schema: S, data: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, data);
  if (parsed.success) return parsed.output;
  const details = parsed.issues
    .slice(0, 20)
    .map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }));
  const isTooLarge = parsed.issues.every(isSizeIssue);
  throw new ApiError(
    isTooLarge ? 'UNPROCESSABLE_ENTITY' : 'BAD_REQUEST',
    details[0] && isTooLarge ? details[0].message : undefined,
    { details },
  );
}

function isSizeIssue(issue: v.BaseIssue<unknown>): boolean {
  const field = issue.path?.[0]?.key;
  if (issue.type === 'max_length' || issue.type === 'max_entries')
    return typeof field === 'string' && SIZED_FIELDS.has(field);
  return (
    issue.type === 'custom' && typeof issue.input === 'object' && issue.input !== null && !Array.isArray(issue.input)
  );
}
