import { API_ERRORS, isApiErrorCode, type ApiErrorCode } from '@sotto/widget-core/api';

/** What a failure may carry besides its code. */
export interface ApiErrorOptions {
  /** What was wrong with which field. */
  details?: readonly { path: string; message: string }[] | undefined;
  /** Seconds the caller should wait before another try. */
  retryAfterSeconds?: number | undefined;
  /** What happened underneath; logged by name, never shown. */
  cause?: unknown;
}

/** A failure of a call. `code` is one of the API's table, `message` a sentence fit to be shown to a visitor. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly details: readonly { path: string; message: string }[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ApiErrorCode, message: string = API_ERRORS[code].message, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** An error about one field of the request. */
export function fieldError(path: string, message: string, code: ApiErrorCode = 'UNPROCESSABLE_ENTITY'): ApiError {
  return new ApiError(code, message, { details: [{ path, message }] });
}

/** The error for a `cursor` that no list returned. */
export const cursorError = (): ApiError =>
  new ApiError('BAD_REQUEST', 'Unknown cursor', {
    details: [{ path: 'cursor', message: 'Expected a cursor of an earlier answer' }],
  });

/**
 * Any thrown value as a failure of the API: what carries a known code keeps code and sentence, everything else is our
 * own fault.
 */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && isApiErrorCode(thrown.code)) {
    return new ApiError(thrown.code, thrown.message, { cause: thrown });
  }
  return new ApiError('INTERNAL_SERVER_ERROR', undefined, { cause: thrown });
}
