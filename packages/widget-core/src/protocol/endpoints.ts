import { readEnvelope, readRaw, toRaw } from './envelope';
import type { Envelope } from './payloads';

/** Sends one envelope. Throws when it cannot be cloned. */
export type SendEnvelope = (envelope: Envelope) => void;

/** Where envelopes leave and arrive. What arrives brings the way its answer goes back. */
export interface Endpoint {
  readonly send: SendEnvelope;
  /** Starts listening. Called once. */
  listen(receive: (envelope: Envelope, reply: SendEnvelope) => void): void;
  /** Stops for good. */
  close(): void;
}

/** One end of a MessageChannel. Nobody else can post to it, so only the shape of a message is checked. */
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

/** What a window endpoint needs to know. */
export interface WindowEndpointOptions {
  /** The window that listens. */
  self: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** The one window that is believed and spoken to. */
  peer: MessageEventSource | Window;
  /** Whether a peer at this origin is believed. */
  isAllowedOrigin: (origin: string) => boolean;
  /** Where to send before the peer has spoken. Until it has, and without this, nothing is sent. */
  peerOrigin?: string | undefined;
}

/** A window paired with its origin. */
export interface WindowEndpoint extends Endpoint {
  /** From now on only this origin is believed and spoken to. */
  pin(origin: string): void;
}

/**
 * A window paired with its origin, in the raw form.
 *
 * The first message that is believed fixes the origin. `null` (a sandboxed page, a file) is never believed: no message
 * could be addressed to it alone.
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
