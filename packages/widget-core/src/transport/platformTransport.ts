import { isWidgetError, WidgetError } from '../errors';
import { routes } from '../api/routes';
import type { Session, SessionManager } from '../session/sessionManager';
import type { HttpClient } from './httpClient';
import type { Patience } from './retry';
import { streamReply } from './streamReply';
import type { WireTransport } from './wireTransport';

/** What the platform's own transport works with. */
export interface PlatformTransportOptions {
  readonly http: HttpClient;
  readonly session: SessionManager;
  readonly patience: Patience;
  /** IANA name of the visitor's time zone, which is sent to the model. */
  readonly timeZone: string | undefined;
}

/**
 * Our own API: sends with POST, resumes with the same POST or with GET after the last event seen [S-12, W-15] (contract
 * 1.6, 1.7).
 */
export function createPlatformTransport({
  http,
  session,
  patience,
  timeZone,
}: PlatformTransportOptions): WireTransport {
  const headers = (lastEventId: string | undefined): Record<string, string> => ({
    Accept: 'text/event-stream',
    ...(timeZone !== undefined && { 'X-Timezone': timeZone }),
    ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
  });

  /** A run belongs to its conversation: what began in one is never sent again in another. */
  function pinned(): (present: Session, lastEventId: string | undefined) => void {
    let conversationId: string | undefined;
    return (present, lastEventId) => {
      if (lastEventId !== undefined && conversationId !== undefined && conversationId !== present.conversationId)
        throw new WidgetError('GONE');
      conversationId = present.conversationId;
    };
  }

  return {
    send(request, options) {
      const check = pinned();
      return streamReply(
        (lastEventId, signal) =>
          session.use((present) => {
            check(present, lastEventId);
            return http.open(routes.complete(present.conversationId), {
              token: present.token,
              body: request.body,
              headers: { ...headers(lastEventId), 'Idempotency-Key': request.key },
              signal,
            });
          }),
        undefined,
        patience,
        options,
      );
    },
    resume(startAfter, options) {
      const check = pinned();
      return streamReply(
        async (lastEventId, signal) => {
          const response = await session.use((present) => {
            check(present, lastEventId);
            return http.open(routes.complete(present.conversationId), {
              token: present.token,
              headers: headers(lastEventId),
              signal,
            });
          });
          return response.status === 204 ? undefined : response;
        },
        startAfter,
        patience,
        options,
      );
    },
  };
}

/** Whether a reply can no longer be streamed, so that its outcome has to be read from the message list. */
export function isRunGone(error: unknown): boolean {
  return isWidgetError(error) && (error.code === 'GONE' || error.code === 'NOT_FOUND');
}
