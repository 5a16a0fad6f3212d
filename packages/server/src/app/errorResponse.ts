import { API_ERRORS, type ErrorBody } from '@sotto/widget-core/api';
import { ApiError, toApiError } from '../lib/apiError';
import { isOfDeleted, outageOf, type Outage } from '../db/outage';
import type { AppContext } from '../http/appEnv';

/** The message for an unavailable database, and the seconds after which a retry may help. */
const OUTAGES: Readonly<Record<Outage, readonly [sentence: string, retryAfterSeconds: number]>> = {
  unreachable: ['The server cannot reach its database', 5],
  slow: ['The database is busy with something else', 2],
  full: ['The server has no room to keep this', 30],
};

/**
 * Every error as `{ message, code, requestId, details? }` with the status of its code (contract 1.3), without its
 * cause.
 */
export function errorResponse(context: AppContext, thrown: unknown): Response {
  const error = toShownError(thrown);
  context.set('errorCode', error.code);
  if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds));
  if (error.code === 'NOT_AUTHENTICATED') context.header('WWW-Authenticate', 'Bearer');
  const body: ErrorBody = {
    message: error.message,
    code: error.code,
    requestId: context.get('requestId'),
    ...(error.details && { details: [...error.details] }),
  };
  context.header('Cache-Control', 'no-store');
  return context.json(body, API_ERRORS[error.code].status, { 'Content-Type': 'application/json; charset=utf-8' });
}

/** The error that the caller gets: 404 if a deletion was faster, and a hint to retry for temporary failures. */
export function toShownError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isOfDeleted(thrown)) return new ApiError('NOT_FOUND', 'This has been deleted', { cause: thrown });
  const outage = outageOf(thrown);
  if (outage === undefined) return toApiError(thrown);
  const [sentence, retryAfterSeconds] = OUTAGES[outage];
  return new ApiError('SERVICE_UNAVAILABLE', sentence, { cause: thrown, retryAfterSeconds });
}
