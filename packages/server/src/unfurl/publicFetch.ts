import { lookup } from 'node:dns/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '@sotto/widget-core/api';
import { raceAbort } from '../lib/raceAbort';
import { isPublicAddress } from './publicAddress';
import { AddressRefused, hostAndPort, hostName, readTarget } from './publicTarget';
import { FetchRefused, readBody, readChunks, type BodyLimit } from './readBody';

/** Time limit of a fetch with all its redirects, in milliseconds. Contract 1.6. */
export const FETCH_MS = 4_000;
/** Maximum number of redirects. Contract 1.6. */
export const REDIRECTS_MAX = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A request to fetch. */
export interface FetchRequest extends BodyLimit {
  /** The `Accept` header. */
  readonly accept: string;
  /** @default 'GET' */
  readonly method?: string;
  /**
   * Further headers, in lower case. They and the body are sent to the requested address, never to another origin
   * after a redirect.
   */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** False: a redirect is returned as the response. @default true */
  readonly followsRedirects?: boolean;
  /** Whether a body of this `Content-Type` is streamed. @default none is */
  readonly isStreamed?: (type: string) => boolean;
  /** Time limit including redirects and body, in milliseconds. @default 4000 */
  readonly timeoutMs?: number;
  /** Whether intranet hosts are rejected too: for an address that another site names. @default false */
  readonly isPublicOnly?: boolean;
  /** Aborts the fetch with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The response of a public host. */
export interface PublicAnswer {
  /** The final address, after redirects. */
  readonly url: string;
  readonly status: number;
  /** The `Content-Type` header; empty if there is none. */
  readonly type: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty if the body is streamed. */
  readonly bytes: Uint8Array;
  /** The body of a streamed response, to be read once; it fails at its time and size limits. */
  readonly body?: AsyncIterable<Uint8Array>;
}

/** Fetches an address of the public internet. @throws FetchRefused or a network error */
export type PublicFetch = (url: string, what: FetchRequest) => Promise<PublicAnswer>;

/** Dependencies of the fetch. */
export interface PublicFetchOptions {
  readonly clock: Clock;
  /** Resolves all addresses of a name. @default the system's resolver */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /**
   * Hosts that are allowed although they are not public, with their ports, such as `crm.internal:8443`: only as the
   * requested address, never as the target of another site's redirect. @default none
   */
  readonly intranet?: readonly string[] | undefined;
  /** Opens a connection to a checked address. @default TCP */
  readonly dial?: (address: string, port: number) => Socket;
}

/**
 * Creates the fetch for addresses from untrusted sources.
 *
 * A name is resolved once, all its addresses must be public, and the connection is made to the address that was
 * checked, so a name that resolves differently the second time has no effect. Each redirect is checked again. Only
 * http and https on ports 80 and 443, no cookies, no credentials, no proxy, four seconds in total.
 */
export function createPublicFetch(options: PublicFetchOptions): PublicFetch {
  const { clock, resolve = resolveName, dial = (address, port) => connectTcp({ host: address, port }) } = options;
  const intranet = new Set(options.intranet);

  async function ask(url: URL, what: FetchRequest, isTrusted: boolean, signal: AbortSignal): Promise<IncomingMessage> {
    const name = hostName(url);
    const addresses = isIP(name) ? [name] : await raceAbort(resolve(name), signal);
    const [address] = addresses;
    if (address === undefined || !(isTrusted || addresses.every(isPublicAddress)))
      throw new AddressRefused('Not a public address');
    const isSecure = url.protocol === 'https:';
    const port = Number(url.port || (isSecure ? 443 : 80));
    signal.throwIfAborted();
    return send(url, what, signal, () => {
      const socket = dial(address, port);
      signal.addEventListener('abort', () => socket.destroy(), { once: true });
      if (!isSecure) return socket;
      return connectTls({
        socket,
        host: name,
        ALPNProtocols: ['http/1.1'],
        ...(isIP(name) === 0 && { servername: name }),
      });
    });
  }

  return async (address, what) => {
    const abort = new AbortController();
    const cancel = clock.setTimer(() => {
      abort.abort(new FetchRefused('The site took too long'));
    }, what.timeoutMs ?? FETCH_MS);
    const leave = (): void => {
      abort.abort(what.signal?.reason);
    };
    what.signal?.addEventListener('abort', leave, { once: true });
    const close = (): void => {
      cancel();
      what.signal?.removeEventListener('abort', leave);
      // Closes any connection that is still open, also after a truncated body.
      abort.abort(new FetchRefused('Over'));
    };
    let isOpen = false;
    try {
      what.signal?.throwIfAborted();
      const isIntranet = (target: URL): boolean => what.isPublicOnly !== true && intranet.has(hostAndPort(target));
      let url = readTarget(address, undefined, isIntranet);
      const { origin } = url;
      const isNamed = isIntranet(url);
      let current = what;
      for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
        const response = await ask(url, current, isNamed && url.origin === origin, abort.signal);
        const status = response.statusCode ?? 0;
        const { location } = response.headers;
        if (!REDIRECTS.has(status) || location === undefined || what.followsRedirects === false) {
          const type = response.headers['content-type'] ?? '';
          const answer = { url: url.href, status, type, headers: response.headers };
          if (what.isStreamed?.(type) !== true)
            return { ...answer, bytes: await readBody(response, what, abort.signal) };
          isOpen = true;
          return { ...answer, bytes: new Uint8Array(), body: closing(readChunks(response, what, abort.signal), close) };
        }
        response.destroy();
        const next = readTarget(location, url, (target) => isNamed && target.origin === origin);
        current = redirected(current, status, next.origin === url.origin);
        url = next;
      }
      throw new FetchRefused('Too many redirects');
    } finally {
      if (!isOpen) close();
    }
  };
}

/** The chunks, and a cleanup that runs once they have been read or are no longer wanted. */
async function* closing(chunks: AsyncIterable<Uint8Array>, close: () => void): AsyncGenerator<Uint8Array, void> {
  try {
    yield* chunks;
  } finally {
    close();
  }
}

/**
 * The request after a redirect: the method changes as in browsers, and nothing of the caller is sent to another
 * origin.
 */
function redirected(what: FetchRequest, status: number, isSameOrigin: boolean): FetchRequest {
  const { method = 'GET', headers: _, body: __, ...rest } = what;
  const staysAsItWas = method === 'GET' || status === 307 || status === 308;
  if (!staysAsItWas)
    return { ...rest, ...(isSameOrigin && what.headers && { headers: withoutContentHeaders(what.headers) }) };
  if (isSameOrigin) return what;
  if (method !== 'GET') throw new FetchRefused('The site sends this request to another site');
  return rest;
}

function withoutContentHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')));
}

function send(
  url: URL,
  what: FetchRequest,
  signal: AbortSignal,
  createConnection: () => Duplex,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        createConnection,
        method: what.method ?? 'GET',
        path: `${url.pathname}${url.search}`,
        headers: {
          'user-agent': 'Mozilla/5.0 (compatible; SottoPreview/1.0)',
          accept: what.accept,
          ...what.headers,
          host: url.host,
          'accept-encoding': 'gzip, br, deflate',
          connection: 'close',
          ...(what.body !== undefined && { 'content-length': String(Buffer.byteLength(what.body)) }),
        },
        signal,
      },
      resolve,
    );
    outgoing.on('error', (error) => {
      reject(signal.aborted ? (signal.reason as Error) : error);
    });
    outgoing.end(what.body);
  });
}

async function resolveName(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
}
