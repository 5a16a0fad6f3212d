import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { noThrottle, type Throttle } from './throttle';

/** What is read of an endpoint's answer: a part of what fetch gives. */
export interface EndpointResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
}

/** A request as it is made of an endpoint. */
export interface EndpointRequest {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Sends a request to an endpoint. The platform's `fetch` is one of these. */
export type EndpointFetch = (url: string, request: EndpointRequest) => Promise<EndpointResponse>;

/** Bytes that may wait for their reader. */
const WAITING_BYTES = 262_144;

/**
 * Sends requests with Node's own HTTP client.
 *
 * A model's answer comes in thousands of small pieces, and a piece costs the platform's `fetch` several times as much:
 * it passes two streams there.
 * Whatever is not a plain answer, such as a redirect, is left to `fallback`.
 *
 * @param throttle - how long the pieces of an answer may gather, after its first
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
      // Pieces are read as they come; packed ones could not be.
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'accept-encoding': 'identity' },
      agent: agents[isSecure ? 'https:' : 'http:'],
      signal,
    });
    request.once('response', resolve).on('error', reject).end(body);
  });
}

/**
 * The chunks of a body. Each costs one promise at most; those that arrive while no read is pending, or during the
 * throttle, are returned together.
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
