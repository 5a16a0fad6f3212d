import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { systemClock, type Clock } from '@sotto/widget-core/api';
import type { ChatModel, ModelEvent, ModelRequest } from '../chatModel';
import { createEndpointFetch, type EndpointFetch } from '../endpoint/endpointFetch';
import type { EndpointOptions } from '../endpoint/endpointModel';
import { createOpenAiCompatible } from '../openAi/openAiCompatible';

/** The key every test uses; it must never come out again. */
export const KEY = 'sk-secret-0123456789';
/** The smallest request. */
export const REQUEST: ModelRequest = { messages: [{ role: 'user', text: 'Hi' }], tools: [] };

/** What an endpoint does with one request. */
export type Handler = (body: Record<string, unknown>, response: ServerResponse, request: IncomingMessage) => void;

/** A model and the endpoint it talks to. */
export interface Endpoint {
  readonly model: ChatModel;
  /** Its address, as settings have it. */
  readonly url: string;
  /** Bodies received so far. */
  readonly bodies: readonly Record<string, unknown>[];
  /** Everything the model says to one request. */
  ask(request?: ModelRequest): Promise<ModelEvent[]>;
}

/** A real HTTP server that behaves as the handler says, and a model that talks to it. Closed with the test. */
export async function startEndpoint(
  handler: Handler,
  clock: Clock = systemClock,
  fetcher: EndpointFetch = createEndpointFetch(fetch),
  create: (options: EndpointOptions) => ChatModel = createOpenAiCompatible,
): Promise<Endpoint> {
  const bodies: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      const body = JSON.parse(text) as Record<string, unknown>;
      bodies.push(body);
      handler(body, response, request);
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = `http://127.0.0.1:${String(port)}/v1/`;
  const model = create({ baseUrl: url, apiKey: KEY, model: 'test-model', clock, fetch: fetcher });
  return {
    model,
    url,
    bodies,
    ask: (request = REQUEST) => collect(model.reply(request, new AbortController().signal)),
  };
}

/** All events of a reply. */
export async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const list: ModelEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

/** The text of a reply. */
export function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

/** Chunks as an event stream. */
export function sse(...chunks: unknown[]): string {
  return chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('');
}

/** One chunk of an answer. */
export function delta(fields: Record<string, unknown>, finish: string | null = null): unknown {
  return { choices: [{ index: 0, delta: fields, finish_reason: finish }] };
}

/** Answers with a whole event stream. */
export function stream(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);
}

/**
 * A network that delivers what the server sent in random pieces of a few bytes. @param seed - the same one gives the
 * same pieces
 */
export function cuttingFetch(seed: number): EndpointFetch {
  let state = seed;
  const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  return async (input, init) => {
    const response = await fetch(input, init);
    const cutter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(bytes, controller) {
        for (let from = 0; from < bytes.length;) {
          const to = from + 1 + Math.floor(random() * 7);
          controller.enqueue(bytes.slice(from, to));
          from = to;
        }
      },
    });
    return new Response(response.body?.pipeThrough(cutter) ?? null, response);
  };
}

/** A promise and what settles it. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
