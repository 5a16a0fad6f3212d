import { readEnvelope, readRaw, toRaw } from './envelope';
import type { Envelope } from './payloads';

/** Sends one envelope. Throws when it cannot be cloned. */
export type SendEnvelope = (envelope: Envelope) => void;

/** Sends and receives envelopes. Each received envelope comes with a function that answers it. */
export interface Endpoint {
  readonly send: SendEnvelope;
  /** Starts listening. Called once. */
  listen(receive: (envelope: Envelope, reply: SendEnvelope) => void): void;
  /** Stops for good. */
  close(): void;
}

/** One end of a MessageChannel. No third party can post to it, so only the shape of messages is checked. */
export function createPortEndpoint(port: MessagePort): Endpoint {
  const send: SendEnvelope = (envelope) => {
    port.postMessage(envelope);
  };
  return {
    send,
    listen(receive) {
      port.onmessage = ({ data }: MessageEvent<unknown>) => {
        const envelope = readEnvelope(data);
        if (envelope) receive(envelope, send);
      };
    },
    close() {
      port.onmessage = null;
      port.close();
    },
  };
}

/** Options of `createWindowEndpoint`. */
export interface WindowEndpointOptions {
  /** The receiving window. */
  self: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** The only window whose messages are accepted, and the target of messages. */
  peer: MessageEventSource | Window;
  /** Whether messages from this origin are accepted. */
  isAllowedOrigin: (origin: string) => boolean;
  /** Target origin until the peer has sent a message. Without it nothing is sent before that. */
  peerOrigin?: string | undefined;
}

/** An endpoint for window messages. */
export interface WindowEndpoint extends Endpoint {
  /** Restricts the peer to this origin from now on. */
  pin(origin: string): void;
}

/**
 * Exchanges raw messages with one window.
 *
 * The first accepted message fixes the peer's origin. Messages from the origin `null` (sandboxed pages, files) are
 * never accepted, because no message could be addressed to such a page alone.
 */
export function createWindowEndpoint({
  self,
  peer,
  isAllowedOrigin,
  peerOrigin,
}: WindowEndpointOptions): WindowEndpoint {
  let target = peerOrigin;
  let pinned: string | undefined;
  let onMessage: ((event: MessageEvent<unknown>) => void) | undefined;

  const send: SendEnvelope = (envelope) => {
    if (target !== undefined) (peer as Window).postMessage(toRaw(envelope), target);
  };
  return {
    send,
    pin(origin) {
      target = origin;
      pinned = origin;
    },
    listen(receive) {
      onMessage = ({ source, origin, data }) => {
        if (
          source !== peer ||
          origin === 'null' ||
          !(pinned === undefined ? isAllowedOrigin(origin) : origin === pinned)
        )
          return;
        const envelope = readRaw(data);
        if (!envelope) return;
        target = pinned = origin;
        receive(envelope, send);
      };
      self.addEventListener('message', onMessage as EventListener);
    },
    close() {
      if (onMessage) self.removeEventListener('message', onMessage as EventListener);
      target = undefined;
    },
  };
}
