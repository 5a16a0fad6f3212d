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
  /** The iframe of now; its window is asked for at each message, because a replaced frame has a new one. */
  frame: () => HTMLIFrameElement;
  /** The frame's exact origin. */
  origin: string;
  clock: Clock;
  /** How the widget stands now; a frame that comes back finds its state again. */
  init: () => Omit<Init, 'ns' | 'type' | 'v'>;
  /** Whoever wants to see what passes. */
  watch?: ((endpoint: Endpoint) => Endpoint) | undefined;
  onConnection: (connection: FrameConnection) => void;
  onTrouble: (code: 'protocol_mismatch' | 'frame_unstable') => void;
  signal: AbortSignal;
}

/**
 * Hellos closer together than this, in milliseconds, were sent while the page was busy. Less than the frame waits before it
 * sends the next one.
 */
const HELLO_REPEAT_MS = 200;

/**
 * Answers a hello of the frame with a fresh port and the present state. The rules stand in the protocol's
 * `handshake.ts`.
 *
 * A hello may have been repeated before the answer came, and the frame uses the first port it receives: which of
 * the connections is the one shows when the frame is ready.
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
      // To the exact origin: a frame that has been navigated since its hello gets nothing.
      target?.postMessage({ ns: 'sotto', type: 'init', v: PROTOCOL_VERSION, ...init() } satisfies Init, origin, [
        port2,
      ]);
    },
    { signal },
  );
}
