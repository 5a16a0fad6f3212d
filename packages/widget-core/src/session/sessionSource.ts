import type { SessionCreateRequest } from '../api/requests';
import { sessionCreateResponseSchema, type SessionCreateResponse } from '../api/responses';
import { routes } from '../api/routes';
import type { Clock } from '../lib/clock';
import { createUuid } from '../lib/ids';
import type { HttpClient } from '../http/httpClient';

/**
 * Creates a session. `staleToken` proves access to the conversation to continue. A host's callback has the same
 * signature.
 */
export type SessionSource = (
  request: SessionCreateRequest,
  staleToken: string | undefined,
) => Promise<SessionCreateResponse>;

/** Creates sessions with the platform's API (contract 1.6). */
export function createPlatformSource(http: HttpClient, integrationId: string): SessionSource {
  return (request, staleToken) =>
    http.request(routes.widgetSessionCreate(integrationId), sessionCreateResponseSchema, {
      method: 'POST',
      body: request,
      token: staleToken,
    });
}

/**
 * How long a conversation without a server counts as fresh, in milliseconds; afterwards it is renewed with the same id.
 */
const LOCAL_SESSION_MS = 3_600_000;

/** Creates sessions for a host's own transport: no server is involved, and the id is a UUID. */
export function createLocalSource(clock: Clock): SessionSource {
  return async ({ conversationId = createUuid() }) => ({
    conversationId,
    token: 'local',
    expiresAt: clock.now() + LOCAL_SESSION_MS,
  });
}
