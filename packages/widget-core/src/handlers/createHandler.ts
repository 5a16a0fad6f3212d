import { API_ERRORS, isApiErrorCode, isWidgetError, WidgetError } from '../errors';
import { systemClock, type Clock } from '../lib/clock';
import { callback, type ReplyCallback } from '../transports/callback';
import type { Transport } from '../transports/transport';
import { createConversations } from './conversations';
import { createMemoryStore, type HandlerStore } from './handlerStore';
import { createReplyRuns } from './replyRuns';
import type { CallContext } from './callContext';
import { findCall } from './calls';
import { createSessionTokens } from './sessionTokens';

/** Options of `createHandler`. */
export interface HandlerOptions {
  /**
   * Produces replies: a function that yields text or events, or any transport, such as `openAi(url, { headers })` with
   * the key on the server. Its `upload`, `vote` and `identify` are used if present.
   */
  readonly reply: ReplyCallback | Transport;
  /** Signs conversation tokens: at least 32 random characters, the same in every process. */
  readonly secret: string;
  /**
   * Origins of pages that may call the handler from another site, such as `https://shop.example.com`; `'*'` for all.
   * @default none
   */
  readonly origins?: readonly string[] | '*';
  /** Settings of widgets by id; other ids are unknown. @default any id, without settings */
  readonly widgets?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Storage of conversations. @default the memory of this process */
  readonly store?: HandlerStore;
  /**
   * Keeps the process alive until a reply is stored, on platforms that freeze it after the response: `after` of Next.
   */
  readonly waitUntil?: (promise: Promise<unknown>) => void;
  /** Called with errors that visitors do not see. @default the console */
  readonly onError?: (error: unknown) => void;
  /** @default the system clock */
  readonly clock?: Clock;
}

/** Handles a widget's requests. Only the path from `/v1/` on matters. */
export type Handler = (request: Request) => Promise<Response>;

/**
 * The API of a widget with your own backend, for every runtime with the web's `Request` and `Response`: Next route
 * handlers, Hono, Workers, Deno, Bun. For Node's own servers see `toNodeHandler`.
 */
export function createHandler(options: HandlerOptions): Handler {
  const { clock = systemClock, reply } = options;
  const transport = typeof reply === 'function' ? callback(reply) : reply;
  const runs = createReplyRuns(clock);
  const context: CallContext = {
    clock,
    transport,
    runs,
    tokens: createSessionTokens(options.secret),
    conversations: createConversations(options.store ?? createMemoryStore(clock)),
    widgets: options.widgets,
    waitUntil: options.waitUntil,
    report(error) {
      // Intentional refusals have no cause and are not reported.
      const cause: unknown = isWidgetError(error) ? error.cause : error;
      if (cause === undefined) return;
      // oxlint-disable-next-line no-console -- it is reported nowhere else
      (options.onError ?? console.error)(cause);
    },
  };

  return async (request) => {
    const cors = allowOrigin(request, options.origins);
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors });
    let response: Response;
    try {
      const { pathname } = new URL(request.url);
      const at = pathname.lastIndexOf('/v1/');
      const call = findCall(request.method, at < 0 ? pathname : pathname.slice(at));
      response = await call(context, request);
    } catch (error) {
      response = toFailure(error, context.report);
    }
    for (const [name, value] of Object.entries(cors)) response.headers.append(name, value);
    return response;
  };
}

function allowOrigin(request: Request, origins: HandlerOptions['origins'] = []): Record<string, string> {
  const origin = request.headers.get('Origin');
  if (origin === null || (origins !== '*' && !origins.includes(origin))) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    Vary: 'Origin',
    'Access-Control-Expose-Headers': 'Retry-After, Idempotent-Replayed',
    ...(request.method === 'OPTIONS' && {
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-Timezone, X-File-Name',
      'Access-Control-Max-Age': '7200',
    }),
  };
}

/** The response to a failed call. Only Sotto's errors have user-facing messages. */
function toFailure(error: unknown, report: (error: unknown) => void): Response {
  report(error);
  const known = isWidgetError(error) ? error : new WidgetError('INTERNAL_SERVER_ERROR', { cause: error });
  const { message, details } = known;
  const code = known.code === 'NETWORK' ? 'BAD_GATEWAY' : known.code;
  const status = isApiErrorCode(code) ? API_ERRORS[code].status : (known.status ?? (code === 'failed' ? 500 : 422));
  return Response.json(
    { code, message, ...(details && { details }) },
    {
      status: status >= 400 ? status : 500,
      headers: {
        'Cache-Control': 'no-store',
        ...(known.retryAfterMs !== undefined && { 'Retry-After': String(Math.ceil(known.retryAfterMs / 1000)) }),
      },
    },
  );
}
