import type { HostConnection } from '../protocol/connection';
import type { SessionSource } from '../session/sessionSource';

/** Sessions created by the host page, by its callback or its own URL with its cookies (contract 2.5, 5.1). */
export function createHostSessionSource(connection: HostConnection): SessionSource {
  return ({ messages, meta, conversationId }) =>
    connection.request('createSession', {
      ...(messages && { messages }),
      ...(meta && { meta }),
      ...(conversationId !== undefined && { conversationId }),
    });
}
