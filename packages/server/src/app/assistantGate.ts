import { cutText } from '@sotto/widget-core/internal/server';
import { ASSISTANT_HEADER, ASSISTANT_TOOLS } from '@sotto/hub-api';
import { createId, type Clock } from '@sotto/widget-core/api';
import type { MiddlewareHandler } from 'hono';
import { isOwnWork, scopeOf } from '../accounts/keyScopes';
import { ApiError } from '../lib/apiError';
import type { Database } from '../db/database';
import { noteAssistantCall } from '../db/queries/hub/assistantCallQueries';
import type { AppEnv, Callers } from '../http/appEnv';
import { routeOf } from '../http/requestLog';

/** How much of what was sent is kept, in characters. */
const SENT_MAX_LENGTH = 1_000;
const PATH_MAX_LENGTH = 300;

/**
 * Calls that the assistant of the site makes in somebody's name: refused where that person has switched it off, and where
 * they are about visitors, whose texts it must neither believe nor pass on. The others, and those about visitors, are
 * kept for them to read, also when they were answered with a failure [H-10]. Of a call that is about more than what they
 * build, only which one it was.
 */
export function assistantGate({
  db,
  clock,
  callers,
}: {
  db: Database;
  clock: Clock;
  callers: Callers;
}): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const header = context.req.header(ASSISTANT_HEADER);
    if (header === undefined) return next();
    const tool = ASSISTANT_TOOLS.find((name) => name === header);
    if (tool === undefined)
      throw new ApiError('BAD_REQUEST', `${ASSISTANT_HEADER} must be one of ${ASSISTANT_TOOLS.join(', ')}`);
    const { user } = await callers.user(context);
    if (!user.usesAssistant) throw new ApiError('NOT_AUTHORIZED', 'The assistant is switched off in your account');
    const scope = scopeOf(context.req.method, context.req.path);
    const isRefused = scope === 'chat' || scope?.startsWith('visitors:') === true;
    if (!isRefused) await next();
    const { pathname, search } = new URL(context.req.url);
    // A row outlives the people that other calls are about, and is no place for a secret.
    const isWhole = isOwnWork(context.req.path);
    const path = isWhole ? pathname.replace(/^.*?(?=\/(?:api\/)?v1\/)/, '') + search : routeOf(context);
    await noteAssistantCall(db, {
      id: createId('acall', clock),
      userId: user.id,
      tool,
      method: context.req.method,
      path: path.slice(0, PATH_MAX_LENGTH),
      sent: isWhole ? cutText(JSON.stringify(context.get('sentBody') ?? null), SENT_MAX_LENGTH) : 'null',
      status: isRefused ? 403 : context.res.status,
      createdAt: clock.now(),
    });
    if (isRefused) throw new ApiError('NOT_AUTHORIZED', 'The assistant may not read what visitors left');
    return undefined;
  };
}
