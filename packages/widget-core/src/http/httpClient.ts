import * as v from 'valibot';
import { isWidgetError, WidgetError, type ErrorCode, type WidgetErrorOptions } from '../errors';
import { anyAborted } from '../lib/abort';
import type { WidgetEnvironment } from '../lib/environment';
import { parseJson } from '../lib/json';
import { errorBodySchema } from '../api/errorBody';
import type { NumberedReplyEvent } from '../api/replyEvents';
import type { ReplyRecord } from './readReply';
import {
  isLossShown,
  isRetryable,
  readRetryAfter,
  RESUME_PATIENCE_MS,
  sendAttempts,
  waitToRetry,
  type Patience,
} from './retry';
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

/** Options for reading a reply stream. */
export interface StreamOptions {
  /** Stops reading; the reply continues on the server. */
  readonly signal: AbortSignal;
  /** The connection was lost (true) or restored (false). */
  readonly onReconnecting?: (isReconnecting: boolean) => void;
}

/** Opens a stream after `lastEventId`; undefined if no reply is running (204). */
export type OpenStream = (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response | undefined>;

/** Options for reading a stream over several connections. */
export type StreamPatience = Patience & Pick<HttpClient, 'watchSilence'>;

/** Loads the stream parser, which is not needed before the first reply. */
const importReader = () => import('./readReply');

/**
 * Reads a reply to its end over as many connections as necessary.
 *
 * A lost connection is resumed after the last event seen; repeated events are dropped, and a gap in their numbers
 * counts as a lost connection. Before the first event a send fails after five attempts, or after three that got a
 * response; after it, reconnecting continues for ten minutes. Throws WidgetError.
 */
export async function* streamReply(
  open: OpenStream,
  startAfter: string | undefined,
  patience: StreamPatience,
  options: StreamOptions,
): AsyncGenerator<NumberedReplyEvent> {
  const { signal } = options;
  // Loaded while the request is in flight; where the parser is needed, a failed load is retried or reported.
  importReader().catch(() => undefined);
  const sequence = createSequence(startAfter);
  let failures = 0;
  let lostAt: number | undefined;
  let hasOutcome = false;

  for (;;) {
    try {
      const response = await open(sequence.lastEventId(), signal);
      if (!response) return;
      // A proxy's 204 is not a valid response.
      if (!response.body) throw new WidgetError('NETWORK');
      for await (const record of readConnection(response, patience, signal)) {
        if (!sequence.accepts(record)) continue;
        if (lostAt !== undefined) options.onReconnecting?.(false);
        failures = 0;
        lostAt = undefined;
        const { event, id } = record;
        if (!event) continue;
        hasOutcome ||= event.type === 'result' || event.type === 'error';
        yield { ...event, ...(id !== undefined && { id }) };
        if (event.type === 'completeEnd') return;
      }
      throw new WidgetError('NETWORK');
    } catch (error) {
      if (signal.aborted) throw toNetworkError(error, signal);
      if (hasOutcome) return;
      if (!isRetryable(error)) throw error;
      failures += 1;
      if (sequence.hasBegun()) {
        if (isLossShown(failures, patience)) options.onReconnecting?.(true);
        lostAt ??= patience.clock.now();
        if (patience.clock.now() - lostAt > RESUME_PATIENCE_MS) throw error;
      } else if (failures >= sendAttempts(error) || !patience.connectivity.isOnline()) {
        throw error;
      }
      await waitToRetry(patience, error, failures, signal).catch((cause: unknown) => {
        throw toNetworkError(cause, signal);
      });
    }
  }
}

/** The records of one connection; throws NETWORK if it is silent for too long. */
async function* readConnection(
  response: Response,
  { watchSilence }: StreamPatience,
  signal: AbortSignal,
): AsyncGenerator<ReplyRecord> {
  const { body } = response;
  if (!body) return;
  const connection = new AbortController();
  const end = (): void => {
    connection.abort();
  };
  let isSilent = false;
  const watch = watchSilence(() => {
    isSilent = true;
    end();
  });
  signal.addEventListener('abort', end, { once: true });
  try {
    const { readReply } = await importReader();
    yield* readReply(body, response.headers.get('Content-Type') ?? '', watch.reset, connection.signal);
    if (isSilent) throw new WidgetError('NETWORK');
    if (signal.aborted) throw new WidgetError('ABORTED');
  } catch (error) {
    throw toNetworkError(error, signal);
  } finally {
    watch.stop();
    signal.removeEventListener('abort', end);
    end();
  }
}

/** Position in a stream, from the ids of its events: `{runId}.{n}`. */
interface Sequence {
  lastEventId(): string | undefined;
  hasBegun(): boolean;
  /** Whether a record is new. Throws NETWORK if records before it are missing. */
  accepts(record: ReplyRecord): boolean;
}

function createSequence(startAfter: string | undefined): Sequence {
  let last = startAfter;
  let place = startAfter === undefined ? undefined : readEventId(startAfter);
  let hasBegun = startAfter !== undefined;
  let gapAfter: string | undefined;
  return {
    lastEventId: () => last,
    hasBegun: () => hasBegun,
    accepts({ id }) {
      hasBegun = true;
      if (id === undefined) return true;
      const [run, count] = readEventId(id);
      const [lastRun, lastCount] = place ?? [run, 0];
      if (run === lastRun && count <= lastCount) return false;
      // Missing events are requested once more; if they are still missing, the server does not have them.
      const before = last ?? '';
      if (run === lastRun && count > lastCount + 1 && gapAfter !== before) {
        gapAfter = before;
        throw new WidgetError('NETWORK');
      }
      last = id;
      place = [run, count];
      return true;
    },
  };
}

/** `r_4TzB.12` → run and number; other ids count as one run with increasing numbers. */
function readEventId(id: string): [run: string, count: number] {
  const match = /^(.*)\.(\d+)$/.exec(id);
  return match ? [match[1] ?? '', Number(match[2])] : [id, 1];
}
