import { cutText } from '@sotto/widget-core/internal/server';
import { ApiError } from '../../lib/apiError';
import { withoutKeys } from '../../lib/plainReason';
import { ModelFailure } from '../modelFailure';

/** Messages for visitors. They name no provider, key or model. */
const SENTENCES = {
  unavailable: 'The assistant is not available right now. Please try again later.',
  busy: 'The assistant is busy right now. Please try again in a moment.',
  tooLong: 'This conversation has become too long for the assistant. Please start a new one.',
  broken: 'The assistant could not finish its answer. Please try again.',
  slow: 'The assistant took too long to answer. Please try again.',
  filtered: 'The assistant could not finish this answer.',
} as const;

/** Maximum length of details for the operator, in characters. */
const DETAIL_MAX_LENGTH = 500;

/**
 * Converts an endpoint's error response.
 *
 * 401, 403 and 404 are configuration errors, not missing rights of the visitor, so they never become
 * NOT_AUTHENTICATED, which would make the widget renew its session.
 *
 * @param body - the response; only its beginning is kept, in `cause`
 * @param retryAfter - the `Retry-After` header: seconds or an HTTP date
 * @param now - milliseconds since the epoch
 */
export function statusFailure(status: number, body: string, retryAfter: string | null, now: number): ApiError {
  const cause = detail(`The model endpoint answered ${String(status)}: ${body}`);
  if (
    /context_length_exceeded|maximum context length|context window|prompt is too long/i.test(body) ||
    status === 413
  ) {
    return new ModelFailure('CONTENT_TOO_LARGE', SENTENCES.tooLong, { cause, remedy: 'shorter' });
  }
  if (status === 429) {
    if (/insufficient_quota|billing/i.test(body))
      return new ModelFailure('SERVICE_UNAVAILABLE', SENTENCES.unavailable, { cause, remedy: 'elsewhere' });
    return new ModelFailure('TOO_MANY_REQUESTS', SENTENCES.busy, {
      cause,
      remedy: 'again',
      retryAfterSeconds: readRetryAfter(retryAfter, now),
    });
  }
  if (status === 408 || status === 504)
    return new ModelFailure('GATEWAY_TIMEOUT', SENTENCES.slow, { cause, remedy: 'elsewhere' });
  if ([401, 402, 403, 404, 503].includes(status)) {
    return new ModelFailure('SERVICE_UNAVAILABLE', SENTENCES.unavailable, {
      cause,
      remedy: status === 503 ? 'again' : 'elsewhere',
      retryAfterSeconds: readRetryAfter(retryAfter, now),
    });
  }
  return new ModelFailure('BAD_GATEWAY', SENTENCES.broken, { cause, remedy: status >= 500 ? 'again' : 'elsewhere' });
}

/** Converts an `error` object within a stream. It may contain a status or an error type. */
export function streamFailure(error: unknown, now: number): ApiError {
  const text = typeof error === 'string' ? error : (JSON.stringify(error) ?? '');
  const status = /"(?:code|status)":\s*"?(\d{3})\b/.exec(text)?.[1];
  if (status) return statusFailure(Number(status), text, null, now);
  if (/rate_limit|insufficient_quota|overloaded/i.test(text)) return statusFailure(429, text, null, now);
  return statusFailure(502, text, null, now);
}

/** No response: connection refused, unknown host, or connection lost. */
export function connectionFailure(cause: unknown): ApiError {
  return new ModelFailure('SERVICE_UNAVAILABLE', SENTENCES.unavailable, {
    cause: detail(`The model endpoint could not be reached: ${describe(cause)}`),
    remedy: 'again',
  });
}

/** Whether a kept connection was closed before a response. Refused connections and unknown hosts do not count. */
export function isClosedConnection(cause: unknown): boolean {
  const code = codeOf(cause);
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

/** The stream ended without its end marker, or contained unreadable data. */
export function brokenStream(what: string): ApiError {
  return new ModelFailure('BAD_GATEWAY', SENTENCES.broken, { cause: detail(what), remedy: 'again' });
}

/**
 * The provider's filter has cut the response: neither a retry nor another model is used.
 *
 * @param hasWords - whether some text was received; otherwise there is no reply
 */
export function filteredAnswer(hasWords: boolean): ApiError {
  const cause = detail("A content filter of the model endpoint's has cut the answer");
  return hasWords
    ? new ApiError('UNPROCESSABLE_ENTITY', SENTENCES.filtered, { cause })
    : new ApiError('NO_ANSWER', undefined, { cause });
}

/** No data for too long. */
export function silentEndpoint(idleTimeoutMs: number): ApiError {
  return new ModelFailure('GATEWAY_TIMEOUT', SENTENCES.slow, {
    cause: detail(`The model endpoint was silent for ${String(idleTimeoutMs)} ms`),
    remedy: 'elsewhere',
  });
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = codeOf(cause);
  return cause.message + (code === undefined ? '' : ` (${code})`);
}

/** The system's error code, which `fetch` wraps. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}

function detail(text: string): Error {
  return new Error(cutText(withoutKeys(text), DETAIL_MAX_LENGTH));
}

function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}
