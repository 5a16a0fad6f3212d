import * as v from 'valibot';
import type { SessionCreateRequest } from '../api/requests';
import { sessionCreateResponseSchema, type SessionCreateResponse } from '../api/responses';
import { routes } from '../api/routes';
import type { ResolvedConfig } from '../config/configTypes';
import { WidgetError } from '../errors';
import type { Clock } from '../lib/clock';
import { createUuid } from '../lib/ids';
import type { HttpClient } from '../transport/httpClient';

/**
 * Makes a session. `staleToken` proves that the conversation to be continued is ours. Also a host's callback has this
 * form.
 */
export type SessionSource = (
  request: SessionCreateRequest,
  staleToken: string | undefined,
) => Promise<SessionCreateResponse>;

/** The platform's own call (contract 1.6). */
export function createPlatformSource(http: HttpClient, integrationId: string): SessionSource {
  return (request, staleToken) =>
    http.request(routes.widgetSessionCreate(integrationId), sessionCreateResponseSchema, {
      method: 'POST',
      body: request,
      token: staleToken,
    });
}

/** How long a conversation without a server counts as fresh, in milliseconds; afterwards it goes on under its id. */
const LOCAL_SESSION_MS = 3_600_000;

/** Conversations of a transport of the host's own: no server is asked, and the id is a UUID. */
export function createLocalSource(clock: Clock): SessionSource {
  return async ({ conversationId = createUuid() }) => ({
    conversationId,
    token: 'local',
    expiresAt: clock.now() + LOCAL_SESSION_MS,
  });
}

/**
 * Sessions made by the host: its callback, or its own address with its own cookies (contract 5.1).
 *
 * Errors of the callback are the caller's to report; its answer passes the same schema as the server's.
 */
export function createOwnSource(source: NonNullable<ResolvedConfig['createSession']>, http: HttpClient): SessionSource {
  return async (request) => {
    if (typeof source === 'string')
      return http.request(source, sessionCreateResponseSchema, {
        method: 'POST',
        body: request,
        credentials: 'same-origin',
      });
    const { messages, meta, conversationId } = request;
    const answer = await source({
      ...(messages && {
        messages: messages.map(({ meta: about, ...message }) => ({ ...message, ...(about && { meta: about }) })),
      }),
      ...(meta && { meta }),
      ...(conversationId !== undefined && { conversationId }),
    });
    const parsed = v.safeParse(sessionCreateResponseSchema, answer);
    if (!parsed.success) throw new WidgetError('BAD_RESPONSE');
    return parsed.output;
  };
}
