/**
 * All errors that Sotto throws or reports, by code. Branch on the code, show the message.
 *
 * Two tables: errors of the API (contract 1.3), and errors that the client detects.
 */

/** Error codes of the server, with their default messages and HTTP status (contract 1.3). */
export const API_ERRORS: Readonly<Record<ApiErrorCode, ErrorDefinition>> = {
  BAD_REQUEST: { status: 400, message: 'Bad request' },
  NOT_AUTHENTICATED: { status: 401, message: 'Not authenticated' },
  NO_SUBSCRIPTION: { status: 402, message: 'No subscription' },
  NOT_AUTHORIZED: { status: 403, message: 'Not authorized' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  TIMEOUT: { status: 408, message: 'Timeout' },
  CONFLICT: { status: 409, message: 'Conflict' },
  GONE: { status: 410, message: 'Gone' },
  CONTENT_TOO_LARGE: { status: 413, message: 'Content too large' },
  UNPROCESSABLE_ENTITY: { status: 422, message: 'Unprocessable entity' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests' },
  LIMITS_REACHED: { status: 429, message: 'Limits reached' },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'Internal server error' },
  NO_ANSWER: { status: 502, message: 'The assistant gave no answer' },
  NOT_IMPLEMENTED: { status: 501, message: 'Not implemented' },
  BAD_GATEWAY: { status: 502, message: 'Bad gateway' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Service unavailable' },
  GATEWAY_TIMEOUT: { status: 504, message: 'Gateway timeout' },
};

/** Error code of the API. Use it instead of the status, because 429 has two codes. */
export type ApiErrorCode =
  | 'BAD_REQUEST'
  | 'NOT_AUTHENTICATED'
  | 'NO_SUBSCRIPTION'
  | 'NOT_AUTHORIZED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'TIMEOUT'
  | 'CONFLICT'
  | 'GONE'
  | 'CONTENT_TOO_LARGE'
  | 'UNPROCESSABLE_ENTITY'
  | 'TOO_MANY_REQUESTS'
  | 'LIMITS_REACHED'
  | 'INTERNAL_SERVER_ERROR'
  | 'NO_ANSWER'
  | 'NOT_IMPLEMENTED'
  | 'BAD_GATEWAY'
  | 'SERVICE_UNAVAILABLE'
  | 'GATEWAY_TIMEOUT';

/** The server's default message for a code. */
export interface ErrorDefinition {
  readonly status: ApiErrorStatus;
  readonly message: string;
}

/** The HTTP statuses of failed calls. */
export type ApiErrorStatus =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 408
  | 409
  | 410
  | 413
  | 422
  | 429
  | 500
  | 501
  | 502
  | 503
  | 504;

/** Error codes of the client, with the specification's messages where it has them (section 8). */
export const CLIENT_ERRORS: Readonly<Record<ClientErrorCode, string>> = {
  session_failed: 'Failed to get a fresh token',
  contact_empty: 'Contact expected but not provided',
  contact_props_empty: 'Contact props expected but not provided',
  GENERIC_ERROR: 'The server answered with something unreadable',
  NETWORK: 'The server could not be reached',
  ABORTED: 'Stopped',
  BAD_RESPONSE: 'The server answered in an unexpected form',
  unsupported: 'This message is not known here',
  bad_payload: 'The payload does not fit the message',
  too_large: 'The payload is too large',
  queue_full: 'Too many open requests',
  timeout: 'No answer in time',
  destroyed: 'The widget is gone',
  not_allowed: 'This is not allowed here',
  not_ready: 'The widget is not ready yet',
  failed: 'It did not work',
  busy: 'A reply is still being written',
  disabled: 'This chat is switched off',
  frame_timeout: 'The chat did not answer in time',
  frame_blocked: 'This page does not allow the chat to be shown',
  frame_unstable: 'The chat restarted too often',
  protocol_mismatch: 'The script and the chat have different versions',
  origin_not_allowed: 'The chat may not be shown on this address',
  function_failed: 'A function of the page failed',
  content_blocked: 'Something in a message was not loaded',
  chunk_failed: 'A part of the script could not be loaded',
};

/** Error code of the client. */
export type ClientErrorCode =
  | 'session_failed'
  | 'contact_empty'
  | 'contact_props_empty'
  | 'GENERIC_ERROR'
  | 'NETWORK'
  | 'ABORTED'
  | 'BAD_RESPONSE'
  | 'unsupported'
  | 'bad_payload'
  | 'too_large'
  | 'queue_full'
  | 'timeout'
  | 'destroyed'
  | 'not_allowed'
  | 'not_ready'
  | 'failed'
  | 'busy'
  | 'disabled'
  | 'frame_timeout'
  | 'frame_blocked'
  | 'frame_unstable'
  | 'protocol_mismatch'
  | 'origin_not_allowed'
  | 'function_failed'
  | 'content_blocked'
  | 'chunk_failed';

/** Any error code. `ERROR_<status>` is a JSON response without a code. */
export type ErrorCode = ApiErrorCode | ClientErrorCode | `ERROR_${number}`;

const ERROR_MARK = Symbol.for('sotto.error');

/** Options of `WidgetError`. */
export interface WidgetErrorOptions {
  /** User-facing message. @default the code's message */
  message?: string;
  /** The underlying error. */
  cause?: unknown;
  /** HTTP status, if there was a response. */
  status?: number;
  /** Milliseconds to wait before a retry, if the server sent them. */
  retryAfterMs?: number | undefined;
  /** The invalid fields. */
  details?: readonly Record<'path' | 'message', string>[] | undefined;
}

/** The only error class that Sotto throws. `code` identifies the failure, `message` is user-facing. */
export class WidgetError extends Error {
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly details: WidgetErrorOptions['details'] | undefined;

  constructor(code: ErrorCode, options: WidgetErrorOptions = {}) {
    super(options.message ?? defaultMessage(code), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'WidgetError';
    this.code = code;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details;
    Object.defineProperty(this, ERROR_MARK, { value: true });
  }
}

/** Whether a value is a WidgetError, even if another copy of this package on the page created it. */
export function isWidgetError(value: unknown): value is WidgetError {
  return typeof value === 'object' && value !== null && ERROR_MARK in value;
}

/** Whether a string is an error code of the API. */
export function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(API_ERRORS, code);
}

function defaultMessage(code: ErrorCode): string {
  if (Object.hasOwn(CLIENT_ERRORS, code)) return CLIENT_ERRORS[code as ClientErrorCode];
  if (code.startsWith('ERROR_')) return CLIENT_ERRORS.GENERIC_ERROR;
  // The API's messages are its codes in words. They are derived, so that the host page's script need not contain the
  // server's table.
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');
}
