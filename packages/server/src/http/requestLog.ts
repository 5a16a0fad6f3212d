import type { MiddlewareHandler } from 'hono';
import { createId, type Clock } from '@sotto/widget-core/api';
import { matchedRoutes } from 'hono/route';
import { ApiError } from '../lib/apiError';
import type { Tracing } from '../watch/tracing';
import type { Watch } from '../watch/watch';
import type { AppContext, AppEnv } from './appEnv';
import { causeCode } from '../db/outage';

/** One line of the log. */
export type LogRecord = Readonly<Record<string, string | number | boolean | undefined>>;

/** Where log lines go. */
export interface Logger {
  info(record: LogRecord): void;
  error(record: LogRecord): void;
}

/** Codes by which a model's endpoint fails. */
const ENDPOINT_CODES = new Set([
  'BAD_GATEWAY',
  'GATEWAY_TIMEOUT',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
  'CONTENT_TOO_LARGE',
]);

/** What is logged: `info` everything, `error` failures of ours only, `silent` nothing. */
export type LogLevel = 'info' | 'error' | 'silent';

/** Structured lines, one JSON object each. */
export function createLogger(level: LogLevel, clock: Clock, write: (line: string) => void): Logger {
  const log = (name: 'info' | 'error', record: LogRecord): void => {
    write(`${JSON.stringify({ time: new Date(clock.now()).toISOString(), level: name, ...record })}\n`);
  };
  return {
    info(record) {
      if (level === 'info') log('info', record);
    },
    error(record) {
      if (level !== 'silent') log('error', record);
    },
  };
}

/**
 * A failure without its words: a database error quotes what it was asked to store, a model's error what was said.
 * Kind, codes and the places in the code are enough to find it.
 */
export function describeFailure(thrown: unknown): LogRecord {
  if (!(thrown instanceof Error)) return { error: typeof thrown };
  const deepest = deepestCause(thrown);
  const places = (deepest.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  // What a model's endpoint complained about is for the operator, who alone can mend it; the model room has taken keys
  // out of it.
  const detail =
    thrown instanceof ApiError && thrown.cause instanceof Error && ENDPOINT_CODES.has(thrown.code)
      ? thrown.cause.message.slice(0, 300)
      : undefined;
  return {
    error: thrown.name,
    code: thrown instanceof ApiError ? thrown.code : undefined,
    detail,
    cause: deepest === thrown ? undefined : deepest.name,
    causeCode: causeCode(thrown),
    stack: places.slice(0, 8).join('\n'),
  };
}

/** Where requests are noted. */
export interface RequestLogOptions {
  logger: Logger;
  clock: Clock;
  watch: Watch;
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
  return async (context, next) => {
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

function deepestCause(error: Error): Error {
  let deepest = error;
  while (deepest.cause instanceof Error && deepest.cause !== deepest) deepest = deepest.cause;
  return deepest;
}

/**
 * The pattern that answered, without ids; what the catch-all answered is `other`, so that nobody can make up routes.
 */
function routeOf(context: AppContext): string {
  const last = matchedRoutes(context).findLast(({ path }) => !path.endsWith('*'));
  return last?.path ?? 'other';
}
