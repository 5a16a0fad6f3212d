import type { Handler } from './createHandler';

/** The used part of Node's `IncomingMessage`; Express, Fastify and Connect pass it on. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the path before the router's mount path was removed. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The used part of Node's `ServerResponse`. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(piece: Uint8Array): boolean;
  end(): unknown;
  destroy(): unknown;
  once(event: 'drain' | 'close', listener: () => void): unknown;
  readonly destroyed: boolean;
  flushHeaders?(): void;
}

/**
 * Converts a handler for Node's `http`, Express and Connect. The request body must not have been read before: mount it
 * before body parsers.
 */
export function toNodeHandler(handler: Handler): (request: NodeRequest, response: NodeResponse) => void {
  return (request, response) => {
    // A visitor who disconnects during the request or response ends only the connection, not the process.
    answer(handler, request, response).catch(() => response.destroy());
  };
}

async function answer(handler: Handler, request: NodeRequest, response: NodeResponse): Promise<void> {
  const { method = 'GET', headers } = request;
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name.startsWith(':') ? [] : [[name, String(value)]],
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const made = await handler(
    new Request(new URL(request.originalUrl ?? request.url ?? '/', 'http://localhost'), {
      method,
      headers: given,
      ...(hasBody && { body: await readWhole(request) }),
    }),
  );
  response.writeHead(made.status, Object.fromEntries(made.headers));
  response.flushHeaders?.();
  const reader = made.body?.getReader();
  response.once('close', () => {
    reader?.cancel().catch(() => undefined);
  });
  for (let next = await reader?.read(); next && !next.done && !response.destroyed; next = await reader?.read())
    if (!response.write(next.value)) await untilRoom(response);
  response.end();
}

/** Maximum size of a request, in bytes: a file of 10 MiB plus overhead. */
const REQUEST_MAX_BYTES = 10_500_000;

async function readWhole(request: NodeRequest): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    // Excess bytes are not kept; the request is refused because of its size.
    if (size <= REQUEST_MAX_BYTES) pieces.push(piece);
  }
  const whole = new Uint8Array(Math.min(size, REQUEST_MAX_BYTES + 1));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function untilRoom(response: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
