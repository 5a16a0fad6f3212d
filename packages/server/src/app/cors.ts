import type { MiddlewareHandler } from 'hono';
import type { AppContext, AppEnv } from '../http/appEnv';
import type { Origins } from '../http/auth/origins';

const ALLOWED_HEADERS = 'Authorization, Content-Type, Accept, Idempotency-Key, Last-Event-ID, X-Timezone, X-File-Name';
const EXPOSED_HEADERS =
  'Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id, Idempotent-Replayed';
/** How long a browser caches a preflight response, in seconds. Contract 1.1. */
const PREFLIGHT_SECONDS = 7_200;
const WIDGET_PATH = /\/integration\/widget\/([A-Za-z0-9_-]{1,128})\//;

/** The allowed origins of a widget; undefined if there is no such widget. */
export type OriginsOf = (widgetId: string) => Promise<readonly string[] | undefined>;

/**
 * CORS of the API: an allowed origin is echoed, never with credentials, and `null` never.
 *
 * A path with a widget id uses that widget's list. For other paths the widget is unknown until the token has been
 * read, and a preflight has no token: every website passes here, and the call itself rejects an origin that its
 * widget does not allow before doing anything. The lists of all widgets are never read: the cost per visitor would
 * grow with the number of widgets.
 */
export function cors(origins: Origins, originsOf: OriginsOf): MiddlewareHandler<AppEnv> {
  async function mayCall(context: AppContext, origin: string): Promise<boolean> {
    const widgetId = WIDGET_PATH.exec(context.req.path)?.[1];
    if (widgetId === undefined) return origins.isSite(context, origin);
    const list = await originsOf(widgetId);
    // A page with a mistyped id must be able to read that there is no such widget.
    return list === undefined ? origins.isSite(context, origin) : origins.isAllowed(context, origin, list);
  }

  return async (context, next) => {
    const origin = context.req.header('origin');
    const isPreflight = context.req.method === 'OPTIONS';
    const isAllowed = origin !== undefined && (await mayCall(context, origin));
    if (isPreflight) {
      context.header('Vary', 'Origin');
      if (isAllowed) {
        context.header('Access-Control-Allow-Origin', origin);
        context.header('Access-Control-Allow-Methods', 'GET, POST');
        context.header('Access-Control-Allow-Headers', ALLOWED_HEADERS);
        context.header('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
      }
      return context.body(null, 204);
    }
    await next();
    context.res.headers.append('Vary', 'Origin');
    if (isAllowed && !context.get('isOriginRefused')) {
      context.res.headers.set('Access-Control-Allow-Origin', origin);
      context.res.headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    }
    return undefined;
  };
}
