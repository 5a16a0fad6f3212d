import type { CancelTimer, Clock } from '../lib/clock';
import { createConnection, type ConnectionProblem, type HostConnection } from './connection';
import { createPortEndpoint, createWindowEndpoint, type Endpoint } from './endpoints';
import { HELLO_AGAIN_MS, HELLO_END_MS, HELLO_INTERVAL_MS, INIT_TIMEOUT_MS, readInit, writeHello } from './handshake';
import type { Init } from './payloads';
import { frameToHost, hostToFrame } from './tables';
import { parseAddress } from '../lib/parseAddress';

/** Options of `connectToHost`. */
export interface ConnectToHostOptions {
  /** The frame's own window. */
  window: Window;
  /** `port` if the frame's URL has a `v` parameter (a loader embeds it), otherwise `raw`. */
  form: 'port' | 'raw';
  /** Origins that may embed this widget, from the integration object. Empty: any. */
  allowedOrigins: readonly string[];
  /**
   * Target origin of events in the raw form until the page has sent a message. @default the first of
   * `location.ancestorOrigins`, or the referrer's
   */
  hostOrigin?: string | undefined;
  /** Version of the frame, for debugging. */
  build: string;
  clock: Clock;
  onProblem?: ((problem: ConnectionProblem) => void) | undefined;
}

/** The frame's connection to its host page. */
export interface HostLink {
  /** Usable at once; call `start()` once the handlers are registered. */
  readonly connection: HostConnection;
  /**
   * The host's init message. Undefined in the raw form, and after 15 s without an answer from a loader, so that the
   * chat starts in any case.
   */
  readonly init: Promise<Init | undefined>;
  /** Stops hello messages and timers and closes the connection. */
  close(): void;
}

/**
 * Connects the frame to the page that embeds it, by the rules in `handshake.ts`.
 *
 * One connection serves both forms: once there is a port, events are sent on it; raw messages from the same origin are
 * still received.
 */
export function connectToHost(options: ConnectToHostOptions): HostLink {
  const { window: self, clock } = options;
  const host = self.parent === self ? undefined : self.parent;
  const isAllowedOrigin = (origin: string): boolean =>
    options.allowedOrigins.length === 0 || options.allowedOrigins.includes(origin);
  const hostOrigin = options.hostOrigin ?? embeddingOrigin(self);
  const raw =
    host &&
    createWindowEndpoint({
      self,
      peer: host,
      isAllowedOrigin,
      peerOrigin:
        options.form === 'raw' && hostOrigin !== undefined && isAllowedOrigin(hostOrigin) ? hostOrigin : undefined,
    });
  const { endpoint, usePort } = createHostEndpoint(raw);
  const connection = createConnection({
    endpoint,
    outgoing: frameToHost,
    incoming: hostToFrame,
    clock,
    onProblem: options.onProblem,
  });

  let cancelHello: CancelTimer | undefined;
  let stop = (): void => undefined;
  const init = new Promise<Init | undefined>((resolve) => {
    if (!host || options.form === 'raw') {
      resolve(undefined);
      return;
    }
    const onMessage = (event: MessageEvent<unknown>): void => {
      const accepted = readInit(event, { window: host, isAllowedOrigin });
      if (!accepted) return;
      stop();
      if (event.origin !== 'null') raw?.pin(event.origin);
      usePort(createPortEndpoint(accepted.port));
      resolve(accepted.init);
    };
    self.addEventListener('message', onMessage);
    const cancelFallback = clock.setTimer(() => {
      stop();
      resolve(undefined);
    }, INIT_TIMEOUT_MS);
    stop = () => {
      self.removeEventListener('message', onMessage);
      cancelFallback();
      cancelHello?.();
    };
    sendHello(0);
  });

  function sendHello(elapsedMs: number): void {
    host?.postMessage(writeHello(options.build), '*');
    const nextMs = HELLO_AGAIN_MS.find((time) => time > elapsedMs) ?? elapsedMs + HELLO_INTERVAL_MS;
    if (nextMs > HELLO_END_MS) return;
    cancelHello = clock.setTimer(() => {
      sendHello(nextMs);
    }, nextMs - elapsedMs);
  }

  return {
    connection,
    init,
    close() {
      stop();
      connection.close();
    },
  };
}

/** Sends raw messages until there is a port, then on the port; receives both. */
function createHostEndpoint(raw: Endpoint | undefined): { endpoint: Endpoint; usePort: (port: Endpoint) => void } {
  let port: Endpoint | undefined;
  let onMessage: Parameters<Endpoint['listen']>[0] | undefined;
  return {
    endpoint: {
      send(envelope) {
        (port ?? raw)?.send(envelope);
      },
      listen(receive) {
        onMessage = receive;
        raw?.listen(receive);
      },
      close() {
        port?.close();
        raw?.close();
      },
    },
    usePort(next) {
      port = next;
      if (onMessage) port.listen(onMessage);
    },
  };
}

/** The page that embeds this window, in browsers that report it. */
function embeddingOrigin(self: Window): string | undefined {
  // Firefox has no ancestorOrigins.
  const ancestors = self.location.ancestorOrigins as DOMStringList | undefined;
  if (ancestors?.[0] !== undefined) return ancestors[0];
  const referrer = self.document.referrer;
  return parseAddress(referrer)?.origin;
}
