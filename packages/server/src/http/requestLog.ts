import type { MiddlewareHandler } from 'hono';
import { createId, type Clock } from '@sotto/widget-core/api';
import { matchedRoutes } from 'hono/route';
import type { Tracing } from '../telemetry/tracing';
import type { Telemetry } from '../telemetry/telemetry';
import type { AppContext, AppEnv } from './appEnv';
import { networkOf } from '../lib/addresses';
import type { Logger } from '../lib/logger';
import type { TrustedProxies } from '../lib/trustedProxies';
import { connectedFrom, isProxied } from './rateLimits';
import { networkPrefix } from './record';

/** Where requests are noted. */
export interface RequestLogOptions {
  logger: Logger;
  clock: Clock;
  watch: Telemetry;
  tracing: Tracing;
  /** Which proxies are ours: they name requests (`X-Request-Id`). @default 0 */
  trustedProxies?: TrustedProxies;
}

/** One line for each request: ids, status and duration; never a token, a query or a text. */
export function requestLog({
  logger,
  clock,
  watch,
  tracing,
  trustedProxies = 0,
}: RequestLogOptions): MiddlewareHandler<AppEnv> {
  let hasWarned = false;
  return async (context, next) => {
    const isOurs = isProxied(context, trustedProxies);
    const complaint = hasWarned ? undefined : proxyComplaint(context, isOurs);
    if (complaint !== undefined) {
      hasWarned = true;
      logger.error({ event: 'untrusted-proxy', message: complaint });
    }
    const startedAt = clock.now();
    const requestId = (isOurs ? readRequestId(context) : undefined) ?? createId('req', clock);
    context.set('requestId', requestId);
    await tracing.request(
      'request',
      context.req.raw.headers,
      { 'http.request.method': context.req.method, 'sotto.request.id': requestId },
      async (span) => {
        await next();
        const { status } = context.res;
        if (status >= 500) span.fail(context.error);
        span.end({ 'http.response.status_code': status, 'http.route': routeOf(context) });
      },
    );
    watch.request({
      method: context.req.method,
      route: routeOf(context),
      status: context.res.status,
      durationMs: clock.now() - startedAt,
    });
    context.res.headers.set('X-Request-Id', requestId);
    context.res.headers.set('X-Content-Type-Options', 'nosniff');
    logger.info({
      event: 'request',
      requestId,
      method: context.req.method,
      path: context.req.path.slice(0, 300),
      status: context.res.status,
      durationMs: clock.now() - startedAt,
      code: context.get('errorCode'),
    });
  };
}

/** What is to be set right where the address of visitors is in a header that does not count. */
function proxyComplaint(context: AppContext, isOurs: boolean): string | undefined {
  const [name] = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP'].filter((each) => context.req.header(each) !== undefined);
  if (name === undefined || (isOurs && name === 'X-Forwarded-For')) return undefined;
  const remedy = isOurs
    ? `${name} is not read: have your proxy send X-Forwarded-For as well.`
    : `If a proxy of yours adds it, set TRUST_PROXY so that it includes ${networkPrefix(networkOf(connectedFrom(context)))}.`;
  return `Requests have ${name}. ${remedy} Without it, everybody counts as one visitor.`;
}

/** The name a proxy gave to a request; anything that is no name is ignored. */
function readRequestId(context: AppContext): string | undefined {
  const id = context.req.header('x-request-id');
  return id !== undefined && /^[\w.-]{8,128}$/.test(id) ? id : undefined;
}

/**
 * The matched route pattern, without ids; for the catch-all it is `other`, so that callers cannot add labels.
 */
export function routeOf(context: AppContext): string {
  const last = matchedRoutes(context).findLast(({ path }) => !path.endsWith('*'));
  return last?.path ?? 'other';
}
