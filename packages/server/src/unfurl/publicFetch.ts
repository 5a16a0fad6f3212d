import { lookup } from 'node:dns/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '@sotto/widget-core/api';
import { isPublicAddress } from './publicAddress';
import { FetchRefused, readBody, type BodyLimit } from './readBody';

/** How long a fetch may take with all its redirects, in milliseconds. Contract 1.6. */
export const FETCH_MS = 4_000;
/** How many redirects are followed. Contract 1.6. */
export const REDIRECTS_MAX = 3;
const PORTS = new Set(['', '80', '443']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** What is asked for. */
export interface FetchRequest extends BodyLimit {
  /** The `Accept` header. */
  readonly accept: string;
}

/** What a public host answered. */
export interface PublicAnswer {
  /** Where the answer came from, after redirects. */
  readonly url: string;
  readonly status: number;
  /** The `Content-Type` header, empty when there is none. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Fetches an address of the public web. @throws FetchRefused or a network error */
export type PublicFetch = (url: string, what: FetchRequest) => Promise<PublicAnswer>;

/** What a fetch stands on. */
export interface PublicFetchOptions {
  readonly clock: Clock;
  /** A name's addresses, all of them. @default the system's resolver */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** Opens a connection to an address that has been checked. @default TCP */
  readonly dial?: (address: string, port: number) => Socket;
}

/**
 * Makes the fetch for addresses that strangers name.
 *
 * A name is resolved once, every address it has must be public, and the connection goes to the very address that was checked: a name that
 * answers differently the second time is never asked a second time. Each redirect is checked anew. Only http and https on ports 80 and 443,
 * no cookies, no credentials, no proxy, four seconds in all.
 */
export function createPublicFetch(options: PublicFetchOptions): PublicFetch {
  const { clock, resolve = resolveName, dial = (address, port) => connectTcp({ host: address, port }) } = options;

  async function ask(url: URL, accept: string, signal: AbortSignal): Promise<IncomingMessage> {
    const name = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const addresses = isIP(name) ? [name] : await orAborted(resolve(name), signal);
    const [address] = addresses;
    if (address === undefined || !addresses.every(isPublicAddress)) throw new FetchRefused('Not a public address');
    const isSecure = url.protocol === 'https:';
    const port = Number(url.port || (isSecure ? 443 : 80));
    signal.throwIfAborted();
    return send(url, accept, signal, () => {
      const socket = dial(address, port);
      signal.addEventListener('abort', () => socket.destroy(), { once: true });
      if (!isSecure) return socket;
      return connectTls({ socket, host: name, ALPNProtocols: ['http/1.1'], ...(isIP(name) === 0 && { servername: name }) });
    });
  }

  return async (address, what) => {
    const abort = new AbortController();
    const cancel = clock.setTimer(() => {
      abort.abort(new FetchRefused('The site took too long'));
    }, FETCH_MS);
    try {
      let url = requireTarget(address);
      for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
        const response = await ask(url, what.accept, abort.signal);
        const status = response.statusCode ?? 0;
        const { location } = response.headers;
        if (!REDIRECTS.has(status) || location === undefined) {
          const bytes = await readBody(response, what, abort.signal);
          return { url: url.href, status, type: response.headers['content-type'] ?? '', bytes };
        }
        response.destroy();
        url = requireTarget(location, url);
      }
      throw new FetchRefused('Too many redirects');
    } finally {
      cancel();
      // Closes whatever connection is still open, also after a body that was cut.
      abort.abort(new FetchRefused('Over'));
    }
  };
}

function requireTarget(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new FetchRefused('Not an address');
  const url = new URL(address, base?.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefused('Not an http or https address');
  if (!PORTS.has(url.port)) throw new FetchRefused('Not a port of the web');
  if (url.username !== '' || url.password !== '') throw new FetchRefused('An address with credentials');
  return url;
}

function send(url: URL, accept: string, signal: AbortSignal, createConnection: () => Duplex): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        createConnection,
        method: 'GET',
        path: `${url.pathname}${url.search}`,
        headers: { Host: url.host, Accept: accept, 'Accept-Encoding': 'gzip, br, deflate', 'User-Agent': 'Mozilla/5.0 (compatible; SottoPreview/1.0)', Connection: 'close' },
        signal,
      },
      resolve,
    );
    outgoing.on('error', (error) => {
      reject(signal.aborted ? (signal.reason as Error) : error);
    });
    outgoing.end();
  });
}

async function resolveName(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
}

/** A resolver cannot be stopped, but nobody has to wait for it. */
function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}
