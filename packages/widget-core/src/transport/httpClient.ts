import * as v from 'valibot';
import { isWidgetError, WidgetError, type ErrorCode } from '../errors';
import { readHttpDate, type Clock } from '../lib/clock';
import { parseJson } from '../lib/json';
import { errorBodySchema } from '../api/errorBody';

/** One call of the API. */
export interface HttpCall {
  readonly method?: 'GET' | 'POST';
  /** Session token; sent as a bearer token and nowhere else. */
  readonly token?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** @default 'omit' */
  readonly credentials?: RequestCredentials;
}

/** Calls of the server. Every failure is a WidgetError: the server's code, `NETWORK`, `ABORTED` or `BAD_RESPONSE`. */
export interface HttpClient {
  /** The answer, open, for streams. */
  open(path: string, call: HttpCall): Promise<Response>;
  /** The answer as JSON, checked. */
  request<Schema extends v.GenericSchema>(path: string, schema: Schema, call: HttpCall): Promise<v.InferOutput<Schema>>;
}

/** @param base - address of the server without a trailing slash; empty for calls with whole addresses */
export function createHttpClient(base: string, fetch: typeof globalThis.fetch, clock: Clock): HttpClient {
  async function open(path: string, call: HttpCall): Promise<Response> {
    const headers: Record<string, string> = { Accept: 'application/json', ...call.headers };
    if (call.token !== undefined) headers['Authorization'] = `Bearer ${call.token}`;
    if (call.body !== undefined) headers['Content-Type'] = 'application/json';
    const response = await guarded(call.signal, () =>
      fetch(`${base}${path}`, {
        method: call.method ?? (call.body === undefined ? 'GET' : 'POST'),
        headers,
        credentials: call.credentials ?? 'omit',
        cache: 'no-store',
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        ...(call.signal && { signal: call.signal }),
      }),
    );
    if (response.ok) return response;
    throw await readFailure(response, clock);
  }

  return {
    open,
    async request(path, schema, call) {
      const response = await open(path, call);
      const text = await guarded(call.signal, () => response.text());
      const parsed = v.safeParse(schema, parseJson(text));
      if (!parsed.success) throw new WidgetError('BAD_RESPONSE', { status: response.status });
      return parsed.output;
    },
  };
}

/** Whatever the browser throws around a request, as one of ours. */
async function guarded<Result>(signal: AbortSignal | undefined, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (cause) {
    throw toNetworkError(cause, signal);
  }
}

/** A failure without an answer: stopped by us, or no connection. */
export function toNetworkError(cause: unknown, signal: AbortSignal | undefined): WidgetError {
  if (isWidgetError(cause)) return cause;
  return new WidgetError(signal?.aborted ? 'ABORTED' : 'NETWORK', { cause });
}

async function readFailure(response: Response, clock: Clock): Promise<WidgetError> {
  const { status } = response;
  const retryAfterMs = readRetryAfter(response.headers.get('Retry-After'), clock);
  const options = { status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  const json = parseJson(await response.text().catch(() => ''));
  const body = v.safeParse(errorBodySchema, json);
  if (body.success) {
    const { code, message, details } = body.output;
    return new WidgetError(code as ErrorCode, { ...options, message, ...(details && { details }) });
  }
  if (typeof json === 'object' && json !== null) return new WidgetError(`ERROR_${status}`, options);
  return new WidgetError('GENERIC_ERROR', options);
}

/** `Retry-After` in either of its forms, seconds or a date, as milliseconds from now. */
function readRetryAfter(value: string | null, clock: Clock): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(seconds * 1000, 0);
  const date = readHttpDate(value);
  return date === undefined ? undefined : Math.max(date - clock.now(), 0);
}
