import type { SessionCreateRequest } from '../api/requests';
import { sessionCreateResponseSchema, type SessionCreateResponse } from '../api/responses';
import { routes } from '../api/routes';
import type { Clock } from '../lib/clock';
import { createUuid } from '../lib/ids';
import type { HttpClient } from '../http/httpClient';

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
