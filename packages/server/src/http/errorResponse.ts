import { API_ERRORS, type ErrorBody } from '@sotto/widget-core/api';
import { ApiError, toApiError } from '../apiError';
import type { AppContext } from './appEnv';

/** System and driver codes that mean: the database cannot be reached at the moment. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT', '57P01', '57P03', '53300']);

/** Every failure as `{ message, code, requestId, details? }` with the status of its code (contract 1.3). Nothing of the cause is told. */
export function errorResponse(context: AppContext, thrown: unknown): Response {
  const error = isUnreachable(thrown) ? new ApiError('SERVICE_UNAVAILABLE', 'The server cannot reach its database', { cause: thrown, retryAfterSeconds: 5 }) : toApiError(thrown);
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

/** The system's or driver's code of a failure, found in its causes; undefined when there is none. */
export function causeCode(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (!(error instanceof ApiError) && 'code' in error && typeof error.code === 'string') return error.code;
  }
  return undefined;
}

function isUnreachable(thrown: unknown): boolean {
  if (thrown instanceof ApiError) return false;
  const code = causeCode(thrown);
  return code !== undefined && UNREACHABLE.has(code);
}
