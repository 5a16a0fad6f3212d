import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { noThrottle, type Throttle } from './throttle';

/** The part of a response that is used. */
export interface EndpointResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
}

/** A request to an endpoint. */
export interface EndpointRequest {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Sends a request to an endpoint. Compatible with `fetch`. */
export type EndpointFetch = (url: string, request: EndpointRequest) => Promise<EndpointResponse>;

/** Buffer size in bytes. */
const WAITING_BYTES = 262_144;

/**
 * Sends requests with Node's HTTP client.
 *
 * A model's response consists of thousands of small chunks, and each costs several times as much with `fetch`, which
 * uses two streams. Redirects and other special responses are left to `fallback`.
 *
 * @param throttle - how long chunks may be collected, after the first
 */
export function createEndpointFetch(fallback: EndpointFetch, throttle: Throttle = noThrottle): EndpointFetch {
  const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) };
  return async (url, request) => {
    const response = await post(url, request, agents);
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400) {
      response.resume();
      return fallback(url, request);
    }
    return {
      ok: status >= 200 && status < 300,
      status,
      headers: { get: (name) => [response.headers[name.toLowerCase()] ?? null].flat()[0] ?? null },
      body: piecesOf(response, throttle),
      text: () => text(response),
    };
  };
}

function post(
  url: string,
  { method, headers, body, signal }: EndpointRequest,
  agents: { 'http:': http.Agent; 'https:': https.Agent },
): Promise<http.IncomingMessage> {
  const { protocol } = new URL(url);
  const isSecure = protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request(url, {
      method,
      // Chunks are read as they arrive, which is impossible with compression.
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'accept-encoding': 'identity' },
      agent: agents[isSecure ? 'https:' : 'http:'],
      signal,
    });
    request.once('response', resolve).on('error', reject).end(body);
  });
}

/**
 * Chunks of a body. Each costs at most one promise; chunks that arrive while nothing is read, or during the throttle,
 * are returned together.
 */
function piecesOf(message: http.IncomingMessage, throttle: Throttle): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => readPieces(message, throttle) };
}

type Piece = IteratorResult<Uint8Array, undefined>;

function readPieces(message: http.IncomingMessage, throttle: Throttle): AsyncIterator<Uint8Array, undefined> {
  const over: Piece = { done: true, value: undefined };
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let pending: { resolve: (piece: Piece) => void; reject: (error: Error) => void } | undefined;
  let failure: Error | undefined;
  let cancelGathering: (() => void) | undefined;

  function take(): Piece {
    const value = waiting.length === 1 ? (waiting[0] as Uint8Array) : Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
    if (message.isPaused()) message.resume();
    const gatherMs = message.closed ? 0 : throttle.gatherMs();
    if (gatherMs > 0) cancelGathering = throttle.setTimer(gathered, gatherMs);
    return { done: false, value };
  }
  function gathered(): void {
    cancelGathering = undefined;
    if (pending && waiting.length > 0) answer(pending.resolve);
  }
  function answer(resolve: (piece: Piece) => void): void {
    pending = undefined;
    resolve(take());
  }

  message
    .on('data', (piece: Buffer) => {
      waiting.push(piece);
      bytes += piece.length;
      if (pending && !cancelGathering) answer(pending.resolve);
      else if (bytes > WAITING_BYTES) message.pause();
    })
    .once('error', (error) => (failure = error))
    .once('close', () => {
      if (!message.complete) failure ??= new Error('The connection was closed in mid-answer');
      cancelGathering?.();
      cancelGathering = undefined;
      if (!pending) return;
      if (waiting.length > 0) answer(pending.resolve);
      else if (failure) pending.reject(failure);
      else pending.resolve(over);
    });

  return {
    next() {
      if (waiting.length > 0 && !cancelGathering) return Promise.resolve(take());
      if (message.closed) return failure ? Promise.reject(failure) : Promise.resolve(over);
      return new Promise<Piece>((resolve, reject) => (pending = { resolve, reject }));
    },
    async return() {
      message.destroy();
      return over;
    },
  };
}
