import * as v from 'valibot';
import { isWidgetError, WidgetError, type ErrorCode, type WidgetErrorOptions } from '../errors';
import { anyAborted } from '../lib/abort';
import type { WidgetEnvironment } from '../lib/environment';
import { parseJson } from '../lib/json';
import { errorBodySchema } from '../api/errorBody';
import { readRetryAfter } from './retry';
import { createSilenceWatch, type WatchSilence } from './silenceWatch';

/** A request to the API. */
export interface HttpCall {
  readonly method?: 'GET' | 'POST';
  /** Session token; sent only as a bearer token. */
  readonly token?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** @default 'omit' */
  readonly credentials?: RequestCredentials;
}

/**
 * Sends requests to the server. Every failure is a WidgetError: the server's code, `NETWORK`, `ABORTED` or
 * `BAD_RESPONSE`.
 */
export interface HttpClient {
  /** Watches an open response for silence. */
  readonly watchSilence: WatchSilence;
  /** Returns the open response, for streams. */
  open(path: string, call: HttpCall): Promise<Response>;
  /** Returns the response as validated JSON. */
  request<Schema extends v.GenericSchema>(path: string, schema: Schema, call: HttpCall): Promise<v.InferOutput<Schema>>;
}

/** @param base - URL of the server without a trailing slash; empty for calls with absolute URLs */
export function createHttpClient(
  base: string,
  {
    fetch,
    clock,
    page,
    warn,
  }: Pick<WidgetEnvironment, 'fetch' | 'clock'> & Partial<Pick<WidgetEnvironment, 'page' | 'warn'>>,
): HttpClient {
  const watchSilence = createSilenceWatch(clock, page);
  /**
   * Sends a request and reads the response with `read`; a connection that is silent for too long counts as lost (fault
   * F109).
   */
  async function sendRequest<Result>(
    path: string,
    call: HttpCall,
    read: (response: Response) => Result | Promise<Result>,
    isReadLater = false,
  ): Promise<Result> {
    const headers: Record<string, string> = { Accept: 'application/json', ...call.headers };
    if (call.token !== undefined) headers['Authorization'] = `Bearer ${call.token}`;
    if (call.body !== undefined) headers['Content-Type'] = 'application/json';
    const idleTimeout = new AbortController();
    const watch = watchSilence(() => {
      idleTimeout.abort();
    });
    const ends = anyAborted([call.signal, idleTimeout.signal]);
    let isOpen = false;
    try {
      const response = await fetch(`${base}${path}`, {
        method: call.method ?? (call.body === undefined ? 'GET' : 'POST'),
        headers,
        credentials: call.credentials ?? 'omit',
        cache: 'no-store',
        // Undefined where there is none.
        body: JSON.stringify(call.body),
        signal: ends.signal,
      });
      if (!response.ok)
        throw readFailure(await response.text().catch(() => ''), {
          status: response.status,
          retryAfterMs: readRetryAfter(response.headers.get('Retry-After') ?? '', clock),
        });
      // A sign-in, or the challenge of a protection.
      if (/html/i.test(response.headers.get('Content-Type') ?? '')) warn?.(`${path} answered with a page`);
      isOpen = isReadLater;
      return await read(response);
    } catch (cause) {
      throw toNetworkError(cause, call.signal);
    } finally {
      watch.stop();
      // A stream can still be aborted.
      if (!isOpen) ends.release();
    }
  }

  return {
    watchSilence,
    open: (path, call) => sendRequest(path, call, (response) => response, true),
    request: (path, schema, call) =>
      sendRequest(path, call, async (response) => {
        const parsed = v.safeParse(schema, parseJson(await response.text()));
        if (!parsed.success) throw new WidgetError('BAD_RESPONSE', { status: response.status });
        return parsed.output;
      }),
  };
}

/** Provides and renews the token for requests. */
export interface TokenHolder<Held extends { readonly token: string }> {
  /** A token that has not expired. */
  readonly getFresh: () => Promise<Held>;
  /** The server rejected this token, even if it has not expired. */
  readonly refuse: (token: string) => void;
}

/** Makes a call with a fresh token; if the server refuses the token (401), once more with a new one. */
export async function withToken<Held extends { readonly token: string }, Result>(
  holder: TokenHolder<Held>,
  call: (held: Held) => Promise<Result>,
): Promise<Result> {
  const held = await holder.getFresh();
  try {
    return await call(held);
  } catch (error) {
    if (!isWidgetError(error) || error.code !== 'NOT_AUTHENTICATED') throw error;
    holder.refuse(held.token);
    return await call(await holder.getFresh());
  }
}

/** Error for a request without a response: aborted by us, or no connection. */
export function toNetworkError(cause: unknown, signal: AbortSignal | undefined): WidgetError {
  if (isWidgetError(cause)) return cause;
  return new WidgetError(signal?.aborted ? 'ABORTED' : 'NETWORK', { cause });
}

/** Parses an error response. A message with markup comes from another product and is not shown to visitors. */
export function readFailure(text: string, options: WidgetErrorOptions & { status: number }): WidgetError {
  const json = parseJson(text);
  const body = v.safeParse(errorBodySchema, json);
  if (body.success && !/<[^=]/.test(body.output.message)) {
    const { code, message, details } = body.output;
    return new WidgetError(code as ErrorCode, { ...options, message, details: details ?? undefined });
  }
  return new WidgetError(json instanceof Object ? `ERROR_${options.status}` : 'GENERIC_ERROR', options);
}
