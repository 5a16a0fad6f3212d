import type { Handler } from './createHandler';

/** What is needed of Node's `IncomingMessage`; Express, Fastify and Connect hand it on. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the path before what a router was mounted at was cut off. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What is needed of Node's `ServerResponse`. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(piece: Uint8Array): boolean;
  end(): unknown;
  destroy(): unknown;
  once(event: 'drain' | 'close', listener: () => void): unknown;
  readonly destroyed: boolean;
  flushHeaders?(): void;
}

/** A handler for Node's `http`, Express and Connect. The body must not have been read before: mount it first. */
export function toNodeHandler(handler: Handler): (request: NodeRequest, response: NodeResponse) => void {
  return (request, response) => {
    // A visitor who leaves while the body is read or the answer written ends the connection, not the process.
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

/** Most bytes of a request: a file of 10 MiB, and a little more. */
const REQUEST_MAX_BYTES = 10_500_000;

async function readWhole(request: NodeRequest): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    // What is longer is refused by its length; it is not kept.
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
