import { WidgetError } from '../errors';
import type { NumberedReplyEvent } from '../api/replyEvents';
import { toNetworkError } from './httpClient';
import type { SendRequest, StreamOptions, Transport } from './transport';

/**
 * A transport made of a plain async generator: an app's own backend in a few lines.
 *
 * The generator gives whole reply events (contract 1.7), with a `result` or an `error` among them. A lost reply cannot
 * be resumed: it is asked for again by the visitor.
 */
export function createCallbackTransport(
  reply: (request: SendRequest, signal: AbortSignal) => AsyncIterable<NumberedReplyEvent>,
): Transport {
  return {
    async *send(request: SendRequest, { signal }: StreamOptions) {
      try {
        yield* reply(request, signal);
      } catch (error) {
        throw toNetworkError(error, signal);
      }
    },
    // Not an iterable that ends at once: that would say that no reply runs.
    async *resume() {
      throw new WidgetError('GONE');
    },
  };
}
