import { connect } from 'node:net';
import { once } from 'node:events';
import type { Transport } from './playwrightInside';

/** What a browser says on its inspector's socket: a name, and its parameters as GVariant bytes. */
type OnMessage = (name: string, parameters: Buffer) => void;

/** One connection to the inspector of a running WebKitGTK (`WEBKIT_INSPECTOR_SERVER`). */
export interface InspectorSocket {
  /** Attaches to a page, or does nothing when there is none of that number. */
  attach(target: number, transport: Pick<Transport, 'onmessage' | 'onclose'>): void;
  send(target: number, message: object): void;
  /** Called when the browser has another page than before, without saying which. */
  onPages: () => void;
  close(): void;
}

/**
 * Speaks the socket protocol between WebKitGTK's remote inspector and its front end
 * (Source/WTF/wtf/glib/SocketConnection.cpp and
 * Source/JavaScriptCore/inspector/remote/glib): a length, a byte order, a name, parameters. Pages have numbers in the
 * order in which they came.
 *
 * @param port - where the browser listens; it may still be starting
 */
export async function connectInspector(port: number): Promise<InspectorSocket> {
  const socket = await patientlyConnect(port);
  const attached = new Map<number, Pick<Transport, 'onmessage' | 'onclose'>>();
  let browser: bigint | undefined;
  const inspector: InspectorSocket = {
    attach(target, transport) {
      attached.set(target, transport);
      write('Setup', address(target));
    },
    send: (target, message) => {
      write('SendMessageToBackend', Buffer.concat([address(target), Buffer.from(`${JSON.stringify(message)}\0`)]));
    },
    onPages: () => undefined,
    close: () => void socket.destroy(),
  };
  let isListed: () => void = () => undefined;
  const listed = new Promise<void>((resolve) => {
    isListed = resolve;
  });
  socket.on(
    'data',
    readMessages((name, parameters) => {
      if (name === 'SetTargetList') {
        // The browser's other processes have lists too, which are empty.
        if (browser === undefined && parameters.length > 8) {
          browser = parameters.readBigUInt64LE(0);
          isListed();
        } else if (parameters.readBigUInt64LE(0) === browser) inspector.onPages();
      }
      if (name === 'SendMessageToFrontend') {
        const text = parameters.toString('utf8', 16, parameters.length - 1);
        if (!isMove(text) && !isUnknownToIt(text))
          attached.get(Number(parameters.readBigUInt64LE(8)))?.onmessage?.(JSON.parse(text) as object);
      }
    }),
  );
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const transport of attached.values()) transport.onclose?.('The browser has ended');
  });
  // The parameter would be the hash of a cached description of the protocol.
  write('SetupInspectorClient', Buffer.from('none\0'));
  await listed;
  return inspector;

  function address(target: number): Buffer {
    const bytes = Buffer.alloc(16);
    bytes.writeBigUInt64LE(browser ?? 0n);
    bytes.writeBigUInt64LE(BigInt(target), 8);
    return bytes;
  }
  function write(name: string, parameters: Buffer): void {
    const body = Buffer.concat([Buffer.from(`${name}\0`), parameters]);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(body.length);
    head[4] = 1;
    socket.write(Buffer.concat([head, body]));
  }
}

/**
 * Whether the browser only says that a page goes on loading in another process, as it does for a
 * `Cross-Origin-Opener-Policy`: it calls that a load that was cancelled, and
 * Playwright a navigation that failed.
 */
const isMove = (text: string): boolean =>
  text.includes('Network.loadingFailed') && text.includes('Load request cancelled');

/**
 * Whether the browser says that it was built without something that a policy or a view port is about: the page is not
 * at fault.
 */
const isUnknownToIt = (text: string): boolean =>
  /Unrecognized Content-Security-Policy directive 'manifest-src'|Viewport argument key [^ ]*interactive-widget/.test(
    text,
  );

/** Cuts what comes from the socket into messages. */
function readMessages(onMessage: OnMessage): (data: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  return (data) => {
    parts.push(data);
    size += data.length;
    for (;;) {
      const [first] = parts;
      if (first === undefined || size < 5) return;
      const head = first.length >= 4 ? first : Buffer.concat(parts);
      const end = 5 + head.readUInt32BE(0);
      if (size < end) return;
      const all = parts.length === 1 ? first : Buffer.concat(parts);
      const body = all.subarray(5, end);
      const name = body.indexOf(0);
      parts = [all.subarray(end)];
      size = all.length - end;
      onMessage(body.toString('latin1', 0, name), body.subarray(name + 1));
    }
  };
}

async function patientlyConnect(port: number): Promise<ReturnType<typeof connect>> {
  for (const giveUpAt = Date.now() + 20_000; ;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
