import { Readable } from 'node:stream';
import { parseJson, type Json, type JsonObject } from '@sotto/widget-core/api';
import { createParser } from 'eventsource-parser';
import { isObject } from './mcpSchemaRoot';

/** The guarded fetch with the platform's signature. */
export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** The parts of a request that its answer depends on. */
interface Sent {
  readonly id: Json | undefined;
  readonly method: Json | undefined;
}

/** JSON-RPC 2.0: internal error, and connection error. */
const INTERNAL_ERROR = -32_603;
const NO_ANSWER = -32_000;

/**
 * Converts responses into the form that the official client accepts. It rejects answers with extra members (`"error":
 * null` beside a result), without a JSON-RPC version or with a content type outside the protocol, and several
 * messages in one event (batches of protocol 2025-03-26).
 *
 * @param isAnsweredAtOnce - whether the response to a request contains its answer; otherwise it arrives in another
 *   stream
 */
export function withReadableAnswers(fetch: Fetch, isAnsweredAtOnce: boolean): Fetch {
  return async (input, init = {}) => {
    const response = await fetch(input, init);
    const sent = init.method === 'POST' ? readSent(init.body) : undefined;
    // A rejected notification changes nothing; a server that has lost the session also rejects the next request.
    if (sent && (sent.id === undefined || sent.method === undefined))
      return response.status >= 400 ? new Response(null, { status: 202 }) : response;
    if (!response.ok || response.body === null) return withAnswer(response, sent, isAnsweredAtOnce, '');
    if (/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? ''))
      return withBody(
        response,
        Readable.toWeb(Readable.from(readEvents(response.body, sent))) as ReadableStream<Uint8Array>,
      );
    return withAnswer(response, sent, isAnsweredAtOnce, await response.text());
  };
}

function readSent(body: RequestInit['body']): Sent {
  const message = typeof body === 'string' ? parseJson(body) : undefined;
  return isObject(message) ? { id: message['id'], method: message['method'] } : { id: undefined, method: undefined };
}

/** The answer in a complete body. */
function withAnswer(response: Response, sent: Sent | undefined, isAnsweredAtOnce: boolean, text: string): Response {
  if (!sent || !isAnsweredAtOnce || !response.ok) return text === '' ? response : withBody(response, text);
  const isNothing = text.trim() === '';
  const answer = isNothing ? { error: { code: NO_ANSWER, message: 'The server gave no answer' } } : parseJson(text);
  if (answer === undefined) return withBody(response, text);
  const whole = withBody(response, JSON.stringify(toMessages(answer as Json, sent)), 200);
  whole.headers.set('content-type', 'application/json');
  return whole;
}

function withBody({ status, headers }: Response, body: BodyInit, as = status): Response {
  return new Response(body, { status: as, headers });
}

/** An event stream with one message per event. */
async function* readEvents(body: AsyncIterable<Uint8Array>, sent: Sent | undefined): AsyncGenerator<Uint8Array, void> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let ready = '';
  let isOver = false;
  const parser = createParser({
    onRetry: (ms) => (ready += `retry: ${String(ms)}\n`),
    onEvent({ id, event, data }) {
      const content = parseJson(data);
      // An event cut off by the end of the stream does not count; it may be sent again.
      if (isOver && content === undefined) return;
      const isMessage = typeof content === 'object' && content !== null;
      if (id !== undefined) ready += `id: ${id}\n`;
      if (isMessage) {
        ready += toMessages(content as Json, sent)
          .map((message) => `data: ${JSON.stringify(message)}\n\n`)
          .join('');
        return;
      }
      if (event !== undefined) ready += `event: ${event}\n`;
      ready += `${data
        .split('\n')
        .map((line) => `data: ${line}\n`)
        .join('')}\n`;
    },
  });
  const take = (text: string): Uint8Array => {
    parser.feed(text);
    const complete = ready;
    ready = '';
    return encoder.encode(complete);
  };
  for await (const chunk of body) {
    const complete = take(decoder.decode(chunk, { stream: true }));
    if (complete.byteLength > 0) yield complete;
  }
  isOver = true;
  yield take(`${decoder.decode()}\n\n`);
}

function toMessages(content: Json, sent: Sent | undefined): Json[] {
  return Array.isArray(content) ? content.map((each) => toMessage(each, sent)) : [toMessage(content, sent)];
}

/** A message with the members of JSON-RPC 2.0 only. Without an id, it answers the request. */
function toMessage(given: Json, sent: Sent | undefined): Json {
  if (!isObject(given)) return given;
  const { id: named, method, params, result, error } = given;
  const id = named ?? sent?.id;
  if (typeof method === 'string')
    return { jsonrpc: '2.0', ...withId(named), method, ...(isObject(params) && { params }) };
  if (isObject(error)) {
    const { code, message, data } = error;
    const isCode = Number.isInteger(code);
    return {
      jsonrpc: '2.0',
      ...withId(id),
      error: {
        code: isCode ? (code ?? INTERNAL_ERROR) : INTERNAL_ERROR,
        message: typeof message === 'string' ? message : '',
        ...(data !== undefined && { data }),
      },
    };
  }
  if (typeof error === 'string')
    return { jsonrpc: '2.0', ...withId(id), error: { code: INTERNAL_ERROR, message: error } };
  const whole: JsonObject = isObject(result) ? result : (result ?? null) === null ? {} : { content: result ?? null };
  return { jsonrpc: '2.0', ...withId(id), result: sent?.method === 'initialize' ? toIntroduction(whole) : whole };
}

function withId(id: Json | undefined): { id?: Json } {
  return id === undefined || id === null ? {} : { id };
}

/** The server's reply to `initialize`. Without a version, it is the one from before versions were exchanged. */
function toIntroduction(result: JsonObject): JsonObject {
  const { protocolVersion = '2025-03-26', capabilities, serverInfo, ...rest } = withoutNull(result);
  return {
    ...rest,
    protocolVersion,
    capabilities: isObject(capabilities) ? withoutNull(capabilities) : {},
    serverInfo: { name: '', version: '', ...(isObject(serverInfo) && withoutNull(serverInfo)) },
  };
}

function withoutNull(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
