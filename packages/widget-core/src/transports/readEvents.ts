import { createParser } from 'eventsource-parser';
import { WidgetError, type ErrorCode } from '../errors';
import type { JsonObject } from '../lib/json';

/** How an address is called. */
export interface HttpOptions {
  /** Sent with every request. A function is asked before each one. */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)
    | undefined;
  /** Fields that are added to every request's JSON. */
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
  // A page: a sign-in, or the challenge of a protection.
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
 * Calls an address; with `body` a POST of JSON.
 *
 * @throws WidgetError with a code for the status. The backend's own text may be meant for developers, so it is the
 *   `cause` and not the message. A page of HTML (a sign-in, a challenge) and a POST without content in the answer (204)
 *   are no replies.
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
  // In seconds; as a date, which no model server sends, it is not read.
  const retryAfterMs = Number(headers.get('Retry-After')) * 1_000;
  throw new WidgetError(CODES[status] ?? `ERROR_${status}`, {
    status,
    ...(retryAfterMs > 0 && { retryAfterMs }),
    cause: new Error(await response.text().catch(() => '')),
  });
}

/** A sentence for the person who writes the page. */
export function warnOwner(message: string): void {
  globalThis.console.warn(`[sotto] ${message}`);
}

/**
 * The body's text as it comes; a character that is split over two chunks survives.
 *
 * @param last - what follows it: some servers leave out the blank line that ends their last event
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

/** What ends a stream in many protocols. */
export const DONE = '[DONE]';

/** The body's server-sent events, to `[DONE]`, which is passed on too, or the end of the body. */
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

/** The data of server-sent events as objects, and `[DONE]` as one with that `type`; other data is skipped. */
export async function* readObjects(
  response: Response,
): AsyncGenerator<{ readonly data: Fields; readonly event: string | undefined; readonly id: string | undefined }> {
  for await (const { data, event, id } of readEvents(response)) {
    const parsed = data === DONE ? { type: DONE } : parseJson(data);
    if (typeof parsed === 'object' && parsed !== null) yield { data: parsed as Fields, event, id };
  }
}

/** An object of a backend, of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** The parsed JSON; undefined when the text is none. Not that of `lib/json`, which brings its schemas along. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A field that is text; undefined for anything else. */
export function readString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A field that is text; empty for anything else. */
export function readStringOrEmpty(value: unknown): string {
  return readString(value) ?? '';
}

/** A field that is a number; undefined for anything else. */
export function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** A field that is an object; empty for anything else. */
export function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** A field that is a list of objects; empty for anything else. */
export function readList(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(readFields) : [];
}

/** A stream that ended before the event that ends a reply. */
export function lostStream(): WidgetError {
  return new WidgetError('NETWORK');
}
