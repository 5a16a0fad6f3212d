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

/** Maximum length of a recorded request, in characters. */
const SENT_MAX_LENGTH = 1_000;
const PATH_MAX_LENGTH = 300;

/**
 * Checks calls that the site's assistant makes for a user. They are rejected if the user has switched it off, or if
 * they concern visitors, whose texts it must neither trust nor pass on. All other calls, and rejected attempts, are
 * recorded for the user, including failed ones [H-10]. Of calls beyond the user's own content, only the route is
 * recorded.
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
    // The record can outlive the people a call was about, and must not contain secrets.
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
    if (isRefused) throw new ApiError('NOT_AUTHORIZED', 'The assistant cannot read the contacts and votes of visitors');
    return undefined;
  };
}
