import { Readable } from 'node:stream';
import type { Clock } from '@sotto/widget-core/api';
import type { Client, RequestOptions, Transport } from '@modelcontextprotocol/client';
import { raceAbort } from '../../lib/raceAbort';
import type { PublicFetch } from '../../unfurl/publicFetch';
import { FetchRefused } from '../../unfurl/readBody';
import { APP_EXTENSION, APP_TYPE } from './mcpApps';
import { readChallenge } from './mcpChallenge';
import { McpRefusal } from './mcpFailure';
import { withReadableAnswers, type Fetch } from './mcpWire';

/** How long a server may take to answer or report progress, in milliseconds. */
const ANSWER_MS = 20_000;
/** Time limit of a request with progress, in milliseconds. */
const CALL_MS = 120_000;
/** Maximum size of a response, in bytes (1 MiB). */
const ANSWER_MAX_BYTES = 1_048_576;

/** Dependencies of the connections. */
export interface McpClientOptions {
  readonly fetcher: PublicFetch;
  readonly clock: Clock;
  /** Time limit without an answer or progress, in milliseconds. @default 20000 */
  readonly answerMs?: number | undefined;
  /** Time limit of a request while progress is reported, in milliseconds. @default 120000 */
  readonly callMs?: number | undefined;
}

/** A connection. */
export interface McpConnection {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts the connection. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum size of a response, and of everything in one stream, in bytes. @default 1048576 */
  readonly maxBytes?: number;
}

/** Work with a connection; the options apply to each of its requests. */
export type McpWork<Value> = (client: Client, options: RequestOptions) => Promise<Value>;

/**
 * Accepts every result (Standard Schema 1.0): the client's own schemas would reject results that a tool can still
 * use.
 */
export const ANY_ANSWER = {
  '~standard': { version: 1, vendor: 'sotto', validate: (value: unknown) => ({ value }) },
} as const;

/** Connects to a server for one piece of work. */
export type WithMcpClient = <Value>(connection: McpConnection, work: McpWork<Value>) => Promise<Value>;

type Kind = 'streamable' | 'older';

/** Progress of an attempt. */
interface Progress {
  isConnected: boolean;
  hasSession: boolean;
}

/**
 * Connects with the official client, which is loaded when the first server is used: by Streamable HTTP, and if the
 * server rejects that, by the transport of 2024-11-05 (protocol 2025-11-25, Transports, "Backwards Compatibility").
 * If the server has lost the session, the work is repeated once in a new session.
 */
export function createMcpCaller({
  fetcher,
  clock,
  answerMs = ANSWER_MS,
  callMs = CALL_MS,
}: McpClientOptions): WithMcpClient {
  async function attempt<Value>(
    kind: Kind,
    { url, headers, signal, maxBytes = ANSWER_MAX_BYTES }: McpConnection,
    work: McpWork<Value>,
    progress: Progress,
  ): Promise<Value> {
    const sdk = await import('@modelcontextprotocol/client');
    const over = new AbortController();
    const ends = signal ? AbortSignal.any([over.signal, signal]) : over.signal;
    const fail = (error: unknown): void => over.abort(error);
    const fetch = withReadableAnswers(
      toFetch({ fetcher, signal: ends, fail, callMs, maxBytes }),
      kind === 'streamable',
    );
    const options = { fetch, requestInit: { headers: { ...headers } } };
    const address = new URL(url);
    const transport: Transport =
      kind === 'older'
        ? new sdk.SSEClientTransport(address, options)
        : endingWithStream(
            new sdk.StreamableHTTPClientTransport(address, { ...options, fetch: withoutStandingStream(fetch) }),
          );
    const client = new sdk.Client(
      { name: 'sotto', version: '1.0.0' },
      { capabilities: { extensions: { [APP_EXTENSION]: { mimeTypes: [APP_TYPE] } } } },
    );
    const stop = clock.setTimer(() => fail(new FetchRefused('The server took too long')), answerMs);
    const worked = client.connect(transport, { timeout: answerMs }).then(() => {
      stop();
      progress.isConnected = true;
      progress.hasSession = transport.sessionId !== undefined;
      return work(client, {
        timeout: answerMs,
        maxTotalTimeout: callMs,
        resetTimeoutOnProgress: true,
        onprogress: () => undefined,
        ...(signal && { signal }),
      });
    });
    try {
      return await raceAbort(worked, ends);
    } finally {
      stop();
      await transport.close().catch(() => undefined);
      fail(new FetchRefused('Over'));
    }
  }

  return async (connection, work) => {
    const first: Progress = { isConnected: false, hasSession: false };
    try {
      return await attempt('streamable', connection, work, first);
    } catch (cause) {
      if (first.hasSession && isForgotten(cause))
        return attempt('streamable', connection, work, { isConnected: false, hasSession: false });
      if (first.isConnected || ![400, 404, 405].includes(statusOf(cause) ?? 0)) throw cause;
      const second: Progress = { isConnected: false, hasSession: false };
      return attempt('older', connection, work, second).catch((error: unknown) => {
        throw second.isConnected || error instanceof McpRefusal ? error : cause;
      });
    }
  };
}

/** Whether the server does not know the session: status 404 in the protocol, 400 from some servers. */
function isForgotten(error: unknown): boolean {
  const status = statusOf(error);
  return status === 404 || (status === 400 && error instanceof Error && /session/i.test(error.message));
}

function statusOf(error: unknown): number | undefined {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/** JSON-RPC: connection error. */
const CONNECTION_CLOSED = -32_000;

/**
 * Requests fail as soon as their response stream has ended without an answer; the client alone would wait for its
 * timeout.
 */
function endingWithStream(transport: Transport): Transport {
  const send = transport.send.bind(transport);
  transport.send = (message, options) =>
    send(message, {
      ...options,
      onRequestStreamEnd() {
        if (!('id' in message) || !('method' in message)) return;
        const error = { code: CONNECTION_CLOSED, message: 'The stream ended without an answer' };
        transport.onmessage?.({ jsonrpc: '2.0', id: message.id, error });
      },
    });
  return transport;
}

/** Answers arrive in the response of their request: a separate stream is opened only to resume an interrupted one. */
function withoutStandingStream(fetch: Fetch): Fetch {
  return async (input, init = {}) =>
    init.method === 'GET' && !new Headers(init.headers).has('last-event-id')
      ? new Response(null, { status: 405 })
      : fetch(input, init);
}

/** The guarded fetch with the platform's signature. Event streams are passed on as they arrive. */
function toFetch({
  fetcher,
  signal,
  fail,
  callMs,
  maxBytes,
}: {
  fetcher: PublicFetch;
  signal: AbortSignal;
  /** Aborts the connection: a stream has reached a limit, or the server rejects its headers. */
  fail: (error: unknown) => void;
  callMs: number;
  maxBytes: number;
}): Fetch {
  async function* watched(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    try {
      yield* body;
    } catch (error) {
      if (error instanceof FetchRefused) fail(error);
      throw error;
    }
  }

  return async (input, init = {}) => {
    const { accept = '*/*', ...headers } = Object.fromEntries(new Headers(init.headers));
    const answer = await fetcher(String(input), {
      method: init.method ?? 'GET',
      accept,
      headers,
      body: typeof init.body === 'string' ? init.body : undefined,
      // The client follows redirects within the origin; an owner's headers are never sent to another one.
      followsRedirects: false,
      timeoutMs: callMs,
      maxBytes,
      whenLonger: 'refuse',
      isStreamed: (type) => /^text\/event-stream\b/i.test(type),
      signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
    });
    const { status } = answer;
    if (status === 401 || status === 403) {
      const challenge = readChallenge(headersOf(answer.headers, ['www-authenticate'])['www-authenticate']);
      const refusal = new McpRefusal({ status, challenge, hadToken: 'authorization' in headers });
      fail(refusal);
      throw refusal;
    }
    const hasBody = ![202, 204, 205, 304].includes(status);
    const body = answer.body ? toStream(watched(answer.body)) : Buffer.from(answer.bytes);
    return new Response(hasBody ? body : null, {
      status,
      headers: {
        ...(answer.type !== '' && { 'content-type': answer.type }),
        ...headersOf(answer.headers, ['mcp-session-id', 'location']),
      },
    });
  };
}

/** The stream types of the platform and of Node differ. */
function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>;
}

function headersOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}
