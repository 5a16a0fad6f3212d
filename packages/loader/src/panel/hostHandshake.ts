import {
  createConnection,
  createPortEndpoint,
  frameToHost,
  HELLO_PERIOD_MS,
  HELLOS_PER_PERIOD,
  PROTOCOL_VERSION,
  readHello,
  speaksOurVersion,
  type Clock,
  type Endpoint,
  type FrameConnection,
  type Init,
} from '@sotto/widget-core/internal/protocol';

/** What the host's side of the handshake needs. */
export interface HostHandshakeOptions {
  window: Window;
  /** The current iframe; its window is read for each message, because a replaced frame has another one. */
  frame: () => HTMLIFrameElement;
  /** The frame's exact origin. */
  origin: string;
  clock: Clock;
  /** The widget's current state; a reloaded frame restores it. */
  init: () => Omit<Init, 'ns' | 'type' | 'v'>;
  /** Observes all messages. */
  watch?: ((endpoint: Endpoint) => Endpoint) | undefined;
  onConnection: (connection: FrameConnection) => void;
  onTrouble: (code: 'protocol_mismatch' | 'frame_unstable') => void;
  signal: AbortSignal;
}

/**
 * Hellos that arrive closer together than this, in milliseconds, were sent while the page was busy. Shorter than the
 * frame's interval between hellos.
 */
const HELLO_REPEAT_MS = 200;

/**
 * Answers the frame's hello with a new port and the current state. The rules are in the protocol's `handshake.ts`.
 *
 * The frame may have repeated its hello before the answer arrived. It uses the first port it receives, so the host
 * learns which connection is in use when the frame is ready.
 */
export function answerHellos({
  window,
  frame,
  origin,
  clock,
  init,
  watch,
  onConnection,
  onTrouble,
  signal,
}: HostHandshakeOptions): void {
  let hellos: number[] = [];
  window.addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      const target = frame().contentWindow;
      const hello = readHello(event, { window: target, origin });
      if (!hello) return;
      const now = clock.now();
      hellos = hellos.filter((time) => time > now - HELLO_PERIOD_MS);
      if (hellos.some((time) => time > now - HELLO_REPEAT_MS)) return;
      if (hellos.length >= HELLOS_PER_PERIOD || !speaksOurVersion(hello)) {
        onTrouble(speaksOurVersion(hello) ? 'frame_unstable' : 'protocol_mismatch');
        return;
      }
      hellos.push(now);
      const { port1, port2 } = new MessageChannel();
      const endpoint = createPortEndpoint(port1);
      const connection = createConnection({ endpoint: watch?.(endpoint) ?? endpoint, incoming: frameToHost, clock });
      onConnection(connection);
      connection.start();
      signal.addEventListener('abort', () => {
        connection.close();
      });
      // Sent to the exact origin, so that a frame that was navigated after its hello receives nothing.
      target?.postMessage({ ns: 'sotto', type: 'init', v: PROTOCOL_VERSION, ...init() } satisfies Init, origin, [
        port2,
      ]);
    },
    { signal },
  );
}
