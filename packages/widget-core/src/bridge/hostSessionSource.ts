import type { HostConnection } from '../protocol/connection';
import type { SessionSource } from '../session/sessionSource';

/** Sessions made by the host page: its callback, or its own address, with its cookies (contract 2.5, 5.1). */
export function createHostSessionSource(connection: HostConnection): SessionSource {
  return ({ messages, meta, conversationId }) =>
    connection.request('createSession', {
      ...(messages && { messages }),
      ...(meta && { meta }),
      ...(conversationId !== undefined && { conversationId }),
    });
}
