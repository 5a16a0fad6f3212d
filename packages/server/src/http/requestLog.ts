import type { MiddlewareHandler } from 'hono';
import { createId, type Clock } from '@sotto/widget-core/api';
import { matchedRoutes } from 'hono/route';
import type { Tracing } from '../telemetry/tracing';
import type { Telemetry } from '../telemetry/telemetry';
import type { AppContext, AppEnv } from './appEnv';
import type { Logger } from '../lib/logger';

/** Where requests are noted. */
export interface RequestLogOptions {
  logger: Logger;
  clock: Clock;
  watch: Telemetry;
  tracing: Tracing;
  /** Whether a proxy of ours names requests (`X-Request-Id`). @default false */
  trustsProxy?: boolean;
}

/** One line for each request: ids, status and duration; never a token, a query or a text. */
export function requestLog({
  logger,
  clock,
  watch,
  tracing,
  trustsProxy = false,
}: RequestLogOptions): MiddlewareHandler<AppEnv> {
  let hasWarned = false;
  return async (context, next) => {
    if (!trustsProxy && !hasWarned && context.req.header('x-forwarded-for') !== undefined) {
      hasWarned = true;
      logger.error({
        event: 'untrusted-proxy',
        message:
          'Requests have X-Forwarded-For. If a proxy of yours adds it, set TRUST_PROXY: without it, everybody counts as one visitor.',
      });
    }
    const startedAt = clock.now();
    const requestId = (trustsProxy ? readRequestId(context) : undefined) ?? createId('req', clock);
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
