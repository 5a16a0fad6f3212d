import type { Endpoint } from '@sotto/widget-core/internal/protocol';
import { mask } from './mask';

type Envelope = Parameters<Endpoint['send']>[0];

/** One message between page and chat, without its texts. */
export interface LoggedMessage {
  /** Time since the doctor started, in milliseconds. */
  readonly atMs: number;
  readonly direction: 'to the chat' | 'from the chat';
  readonly kind: 'note' | 'request' | 'answer' | 'error';
  readonly name: string;
  readonly content: unknown;
}

/** Maximum number of messages; the oldest are dropped. */
export const MESSAGES_KEPT = 200;

const KINDS = { note: 'note', req: 'request', res: 'answer', err: 'error' } as const;

/** Records the messages of an endpoint. A response is listed under the name of its request. */
export function createProtocolLog(
  now: () => number,
  onChange: () => void,
): { messages: LoggedMessage[]; watch: (endpoint: Endpoint) => Endpoint } {
  const startedAt = now();
  const messages: LoggedMessage[] = [];

  function watch(endpoint: Endpoint): Endpoint {
    const requests = new Map<string, string>();
    const record = (direction: LoggedMessage['direction'], envelope: Envelope): void => {
      const isOutgoing = envelope.t === 'note' || envelope.t === 'req';
      // Each side numbers its own requests.
      const side = isOutgoing === (direction === 'to the chat') ? 'ours' : 'theirs';
      const key = `${side} ${String('id' in envelope ? envelope.id : '')}`;
      if (envelope.t === 'req') requests.set(key, envelope.name);
      const name = isOutgoing ? envelope.name : (requests.get(key) ?? '');
      const content = isOutgoing ? envelope.payload : envelope.t === 'res' ? envelope.value : envelope.error;
      messages.push({
        atMs: Math.round(now() - startedAt),
        direction,
        kind: KINDS[envelope.t],
        name,
        content: mask(content, envelope.t === 'res' ? 'value' : ''),
      });
      messages.splice(0, messages.length - MESSAGES_KEPT);
      onChange();
    };
    const hearing =
      (send: Endpoint['send']): Endpoint['send'] =>
      (envelope) => {
        record('to the chat', envelope);
        send(envelope);
      };
    return {
      send: hearing(endpoint.send),
      listen(receive) {
        endpoint.listen((envelope, reply) => {
          record('from the chat', envelope);
          receive(envelope, hearing(reply));
        });
      },
      close: () => {
        endpoint.close();
      },
    };
  }
  return { messages, watch };
}
