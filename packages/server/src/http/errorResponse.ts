import { API_ERRORS, type ErrorBody } from '@sotto/widget-core/api';
import { ApiError, toApiError } from '../apiError';
import type { AppContext } from './appEnv';

/** System and driver codes that mean: the database cannot be reached at the moment. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300']);
/** How the PostgreSQL driver begins to say the same where it gives no code. */
const LOST_CONNECTION = /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Codes that mean: there is no room to write, or no right to, and reading goes on. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EROFS', '53100', '25006']);

/** Every failure as `{ message, code, requestId, details? }` with the status of its code (contract 1.3). Nothing of the cause is told. */
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

/** The system's or driver's code of a failure, found in its causes; undefined when there is none. */
export function causeCode(thrown: unknown): string | undefined {
  for (const error of causes(thrown)) {
    if (!(error instanceof ApiError) && 'code' in error && typeof error.code === 'string') return error.code;
  }
  return undefined;
}

/** A failure and what caused it, down to the first cause. */
function* causes(thrown: unknown): Generator<Error> {
  for (let error = thrown; error instanceof Error; error = error.cause) yield error;
}

function isUnreachable(thrown: unknown, code: string | undefined): boolean {
  return code === undefined ? [...causes(thrown)].some(({ message }) => LOST_CONNECTION.test(message)) : UNREACHABLE.has(code);
}

/** What the caller is told of a failure: of one that passes, that another try may help. */
export function toShownError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const code = causeCode(thrown);
  if (isUnreachable(thrown, code)) return new ApiError('SERVICE_UNAVAILABLE', 'The server cannot reach its database', { cause: thrown, retryAfterSeconds: 5 });
  if (code !== undefined && NO_ROOM.has(code)) return new ApiError('SERVICE_UNAVAILABLE', 'The server has no room to keep this', { cause: thrown, retryAfterSeconds: 30 });
  return toApiError(thrown);
}
