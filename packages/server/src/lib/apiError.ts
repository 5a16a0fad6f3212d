import { API_ERRORS, isApiErrorCode, type ApiErrorCode } from '@sotto/widget-core/api';

/** Details of a failure. */
export interface ApiErrorOptions {
  /** Errors by field. */
  details?: readonly { path: string; message: string }[] | undefined;
  /** Recommended delay before a retry, in seconds. */
  retryAfterSeconds?: number | undefined;
  /** The underlying error; logged, never shown. */
  cause?: unknown;
}

/** A failed call. `code` is from the API's table, `message` can be shown to visitors. */
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
 * Converts any thrown value to an API error: values with a known code keep code and message, all others are server
 * errors.
 */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && isApiErrorCode(thrown.code)) {
    return new ApiError(thrown.code, thrown.message, { cause: thrown });
  }
  return new ApiError('INTERNAL_SERVER_ERROR', undefined, { cause: thrown });
}
