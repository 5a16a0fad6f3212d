import { cutText } from '@sotto/widget-core/internal/server';
import { ApiError } from '../../lib/apiError';
import { withoutKeys } from '../../lib/plainReason';
import { ModelFailure } from '../modelFailure';

/** Sentences for visitors. They name no provider, no key and no model: that is the operator's business. */
const SENTENCES = {
  unavailable: 'The assistant is not available right now. Please try again later.',
  busy: 'The assistant is busy right now. Please try again in a moment.',
  tooLong: 'This conversation has become too long for the assistant. Please start a new one.',
  broken: 'The assistant could not finish its answer. Please try again.',
  slow: 'The assistant took too long to answer. Please try again.',
  filtered: 'The assistant could not finish this answer.',
} as const;

/** Longest detail kept for the operator, in characters. */
const DETAIL_MAX_LENGTH = 500;

/**
 * An endpoint's refusal as an error of ours.
 *
 * 401, 403 and 404 are the operator's settings, not the visitor's rights, so they never become NOT_AUTHENTICATED: the
 * widget would renew its session for nothing.
 *
 * @param body - the response of the endpoint; only its beginning is kept, in `cause`
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

/**
 * An `error` object in the middle of a stream. It carries a status or a name of the kind of error, or nothing useful.
 */
export function streamFailure(error: unknown, now: number): ApiError {
  const text = typeof error === 'string' ? error : (JSON.stringify(error) ?? '');
  const status = /"(?:code|status)":\s*"?(\d{3})\b/.exec(text)?.[1];
  if (status) return statusFailure(Number(status), text, null, now);
  if (/rate_limit|insufficient_quota|overloaded/i.test(text)) return statusFailure(429, text, null, now);
  return statusFailure(502, text, null, now);
}

/** No answer at all: refused, unknown host, broken connection. */
export function connectionFailure(cause: unknown): ApiError {
  return new ModelFailure('SERVICE_UNAVAILABLE', SENTENCES.unavailable, {
    cause: detail(`The model endpoint could not be reached: ${describe(cause)}`),
    remedy: 'again',
  });
}

/**
 * Whether a request found its connection closed: reached, but not answered. A refused one, or an unknown host, is
 * another thing.
 */
export function isClosedConnection(cause: unknown): boolean {
  const code = codeOf(cause);
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

/** The stream ended without its end marker, or contained unreadable data. */
export function brokenStream(what: string): ApiError {
  return new ModelFailure('BAD_GATEWAY', SENTENCES.broken, { cause: detail(what), remedy: 'again' });
}

/**
 * A filter of the provider's has cut the answer: neither the same request again nor another model is asked for it.
 *
 * @param hasWords - whether some of it has come; without any, it is no answer
 */
export function filteredAnswer(hasWords: boolean): ApiError {
  const cause = detail("A content filter of the model endpoint's has cut the answer");
  return hasWords
    ? new ApiError('UNPROCESSABLE_ENTITY', SENTENCES.filtered, { cause })
    : new ApiError('NO_ANSWER', undefined, { cause });
}

/** Nothing came for too long. */
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

/** The system's name for what happened; `fetch` wraps the error that has it. */
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
