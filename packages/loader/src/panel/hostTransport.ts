import {
  isWidgetError,
  WidgetError,
  type FrameConnection,
  type FrameToHost,
  type Payload,
} from '@sotto/widget-core/internal/protocol';
import type { FunctionResult, ReplyEvent, Transport, TransportRequest } from '@sotto/widget-core/transports';
import type { PanelHost } from '../panelHost';
import type { Json, WidgetConfig } from '../types';
import { warn } from '../warn';

/** Requests of the frame to the page's own backend. A separate chunk, because most pages have none. */
type TransportCall = Payload<FrameToHost, 'callTransport'>;

/** Maximum number of events in one response, and maximum length of their JSON in characters: payloads are limited. */
const MOST_EVENTS = 200;
const MOST_CHARACTERS = 100_000;

/** Transports that an attribute can name. Each is a separate file, so that a page loads only the one it uses. */
const NAMED: Readonly<Record<string, () => Promise<{ create: (url: string) => Transport }>>> = {
  'ai-sdk': () => import('./transports/aiSdkTransport'),
  'ag-ui': () => import('./transports/agUiTransport'),
  openai: () => import('./transports/openAiTransport'),
  langgraph: () => import('./transports/langGraphTransport'),
};
const resolved = new Map<string, Transport>();

/** Open requests between one frame and the page's transport. */
interface OpenCalls {
  readonly connection: FrameConnection;
  readonly stops: Map<string, AbortController>;
  readonly replies: Map<string, ReplyReader>;
  /** Messages received for a reply that has not been requested yet. */
  readonly received: Map<string, TransportRequest['messages']>;
}
const openCalls = new WeakMap<PanelHost, OpenCalls>();

/** Events of a reply in order, several at once if available. */
type ReplyReader = () => Promise<{ events: readonly ReplyEvent[]; isDone: boolean }>;

/** Handles the frame's requests to the page's transport. */
export async function callTransport(
  host: PanelHost,
  connection: FrameConnection,
  call: TransportCall,
): Promise<{ value?: Json }> {
  const open = openOf(host, connection);
  const { id, method } = call;
  if (method === 'stop') {
    forget(open, id);
    return {};
  }
  const { signal } = startCall(open, id);
  try {
    const value = await carryOut(await resolveTransport(host.state.config.transport), open, call, signal);
    return value === undefined ? {} : { value: JSON.parse(JSON.stringify(value)) as Json };
  } catch (cause) {
    const isStopped = signal.aborted;
    forget(open, id);
    if (isWidgetError(cause)) throw cause;
    if (isStopped) throw new WidgetError('ABORTED');
    // Errors in the page are for its developer; the visitor reads that it did not work.
    warn(cause);
    throw new WidgetError(cause instanceof TypeError ? 'NETWORK' : 'failed', { cause });
  }
}

async function carryOut(
  transport: Transport,
  { stops, replies, received }: OpenCalls,
  { method, id, input, file }: TransportCall,
  signal: AbortSignal,
): Promise<unknown> {
  const begin = (events: AsyncIterable<ReplyEvent> | undefined): void => {
    replies.set(id, createReader(required(events)));
  };
  switch (method) {
    case 'messages':
      received.set(id, [...(received.get(id) ?? []), ...(input as unknown as TransportRequest['messages'])]);
      return undefined;
    case 'send':
      begin(
        transport.send(
          { ...(input as unknown as Omit<TransportRequest, 'messages'>), messages: received.get(id) ?? [] },
          { signal },
        ),
      );
      received.delete(id);
      return undefined;
    case 'resume':
      begin(transport.resume?.((input as { cursor: string }).cursor, { signal }));
      return undefined;
    case 'read': {
      const read = await required(replies.get(id))();
      if (read.isDone) {
        replies.delete(id);
        stops.delete(id);
      }
      return read;
    }
    default: {
      const value: unknown = await required(callOnce(transport, method, input, file, signal));
      stops.delete(id);
      return value;
    }
  }
}

/** Calls with one response; undefined if the transport does not support them. */
function callOnce(
  transport: Transport,
  method: string,
  input: Json | undefined,
  file: File | undefined,
  signal: AbortSignal,
): Promise<unknown> | undefined {
  switch (method) {
    case 'answer': {
      const { callId, result } = input as unknown as { callId: string; result: FunctionResult };
      return transport.answer?.(callId, result);
    }
    case 'upload':
      return file && transport.upload?.(file, { signal, onProgress: () => undefined });
    case 'vote': {
      const { message, vote, reason } = input as unknown as {
        message: TransportRequest['messages'][0];
        vote: 'up' | 'down';
        reason?: string;
      };
      return transport.vote?.(message, vote, reason);
    }
    case 'identify':
      return transport.identify?.(input as { name?: string });
    default:
      return undefined;
  }
}

/** A reloaded frame does not know what the previous one had requested. */
function openOf(host: PanelHost, connection: FrameConnection): OpenCalls {
  const known = openCalls.get(host);
  if (known?.connection === connection) return known;
  const open: OpenCalls = { connection, stops: new Map(), replies: new Map(), received: new Map() };
  if (known) stopAll(known);
  openCalls.set(host, open);
  host.signal.addEventListener('abort', () => {
    stopAll(open);
  });
  return open;
}

function startCall({ stops }: OpenCalls, id: string): AbortController {
  const controller = stops.get(id) ?? new AbortController();
  stops.set(id, controller);
  return controller;
}

function forget({ stops, replies, received }: OpenCalls, id: string): void {
  stops.get(id)?.abort();
  for (const map of [stops, replies, received]) map.delete(id);
}

function stopAll(open: OpenCalls): void {
  for (const id of [...open.stops.keys()]) forget(open, id);
}

/**
 * Creates the transport that an attribute or a script has set: a transport object, or an address with the name of its
 * protocol.
 */
async function resolveTransport(transport: WidgetConfig['transport']): Promise<Transport> {
  if (typeof transport === 'object' && 'send' in transport) return transport;
  if (typeof transport !== 'string') throw new WidgetError('unsupported');
  const known = resolved.get(transport);
  if (known) return known;
  const [, name = '', address = ''] = /^([a-z-]+):(.+)/.exec(transport) ?? [];
  const load = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  // Without a name, the address is used with plain HTTP.
  const { create } = await (load ?? (() => import('./transports/httpTransport')))();
  const made = create(load ? address : transport);
  resolved.set(transport, made);
  return made;
}

/** Reads only as much as requested: a backend that writes faster than the frame reads has to wait. */
function createReader(source: AsyncIterable<ReplyEvent>): ReplyReader {
  const iterator = source[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<ReplyEvent, unknown>> | undefined;
  return async () => {
    const events: ReplyEvent[] = [];
    for (let characters = 0; events.length < MOST_EVENTS && characters < MOST_CHARACTERS;) {
      next ??= iterator.next();
      // Everything available is included; the rest is requested again.
      const result = await (events.length === 0 ? next : Promise.race([next, soon()])).catch((error: unknown) => {
        if (events.length === 0) throw error;
        // The next response reports it, after the earlier events.
        return undefined;
      });
      if (!result) break;
      next = undefined;
      if (result.done) return { events, isDone: true };
      events.push(result.value);
      characters += JSON.stringify(result.value).length;
    }
    return { events, isDone: false };
  };
}

function soon(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0, undefined);
  });
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new WidgetError('unsupported');
  return value;
}
