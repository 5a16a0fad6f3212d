import { createParser } from 'eventsource-parser';
import { WidgetError, type ErrorCode } from '../errors';
import type { JsonObject } from '../lib/json';

/** Options for HTTP requests. */
export interface HttpOptions {
  /** Sent with every request. A function is called before each one. */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)
    | undefined;
  /** Fields that are added to the JSON of every request. */
  readonly body?: JsonObject | undefined;
  /** Whether cookies are sent. @default 'same-origin' */
  readonly credentials?: RequestCredentials | undefined;
  /** @default the page's `fetch` */
  readonly fetch?: typeof fetch | undefined;
}

/** One server-sent event. */
export interface StreamRecord {
  readonly event: string | undefined;
  readonly data: string;
  readonly id: string | undefined;
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  // An HTML page: a sign-in, or a bot challenge.
  200: 'BAD_RESPONSE',
  204: 'NO_ANSWER',
  400: 'BAD_REQUEST',
  401: 'NOT_AUTHENTICATED',
  402: 'NO_SUBSCRIPTION',
  403: 'NOT_AUTHORIZED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'CONTENT_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
};

/**
 * Sends a request; with `body` a POST of JSON.
 *
 * @throws WidgetError with a code for the status. The backend's own text may be meant for developers, so it becomes the
 *   `cause`, not the message. An HTML page (a sign-in, a bot challenge), and an empty response (204) to a POST, are
 *   errors too.
 */
export async function callBackend(
  url: string,
  options: HttpOptions,
  call: {
    readonly body?: object;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  },
): Promise<Response> {
  const own = typeof options.headers === 'function' ? await options.headers() : options.headers;
  const response = await (options.fetch ?? fetch)(url, {
    headers: { ...(call.body && { 'Content-Type': 'application/json' }), ...call.headers, ...own },
    credentials: options.credentials ?? 'same-origin',
    ...(call.body && { method: 'POST', body: JSON.stringify({ ...call.body, ...options.body }) }),
    signal: call.signal,
  });
  const { ok, status, headers } = response;
  const type = headers.get('Content-Type') ?? '';
  if (ok && (status === 204 ? !call.body : !/html/i.test(type))) return response;
  if (ok) warnOwner(`no reply: ${url} answered ${status} ${type}`);
  // In seconds; dates are ignored, because no model server sends them.
  const retryAfterMs = Number(headers.get('Retry-After')) * 1_000;
  throw new WidgetError(CODES[status] ?? `ERROR_${status}`, {
    status,
    ...(retryAfterMs > 0 && { retryAfterMs }),
    cause: new Error(await response.text().catch(() => '')),
  });
}

/** Warns the page's developer. */
export function warnOwner(message: string): void {
  globalThis.console.warn(`[sotto] ${message}`);
}

/**
 * Yields the body's text as it arrives; a character may be split over two chunks.
 *
 * @param last - text to append: some servers omit the blank line after their last event
 */
export async function* readText({ body }: Response, last = ''): AsyncGenerator<string> {
  if (!body) return;
  // A reader instead of `for await`: Safari's streams are not async iterable.
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      yield decoder.decode(next.value, { stream: true });
    yield decoder.decode() + last;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** End marker of the stream in many protocols. */
export const DONE = '[DONE]';

/** Yields the body's server-sent events until `[DONE]`, which is included, or the end of the body. */
export async function* readEvents(response: Response): AsyncGenerator<StreamRecord> {
  const records: StreamRecord[] = [];
  const parser = createParser({
    onEvent: ({ event, data, id }) => {
      records.push({ event, data, id });
    },
  });
  for await (const text of readText(response, '\n\n')) {
    parser.feed(text);
    for (const record of records.splice(0)) {
      yield record;
      if (record.data === DONE) return;
    }
  }
}

/**
 * Yields the data of server-sent events as objects, and `[DONE]` as an object with that `type`; other data is skipped.
 */
export async function* readObjects(
  response: Response,
): AsyncGenerator<{ readonly data: Fields; readonly event: string | undefined; readonly id: string | undefined }> {
  for await (const { data, event, id } of readEvents(response)) {
    const parsed = data === DONE ? { type: DONE } : parseJson(data);
    if (typeof parsed === 'object' && parsed !== null) yield { data: parsed as Fields, event, id };
  }
}

/** An object of a backend with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parses JSON; undefined if the text is invalid. Not the function of `lib/json`, which would bundle its schemas. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Reads a text field; undefined for any other type. */
export function readString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reads a text field; empty for any other type. */
export function readStringOrEmpty(value: unknown): string {
  return readString(value) ?? '';
}

/** Reads a number field; undefined for any other type. */
export function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Reads an object field; empty for any other type. */
export function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** Reads a list of objects; empty for any other type. */
export function readList(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(readFields) : [];
}

/** Error for a stream that ended without the final event of a reply. */
export function lostStream(): WidgetError {
  return new WidgetError('NETWORK');
}
