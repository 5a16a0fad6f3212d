import { IDLE_TIMEOUT_MS } from '../../config/modelSettings';
import type { Clock, JsonObject } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import { withoutKeys } from '../../lib/plainReason';
import { createIdleTimeout } from '../../lib/idleTimeout';
import type { ChatModel, ModelEvent, ModelRequest } from '../chatModel';
import type { AnswerReader } from './answerReader';
import { brokenStream, connectionFailure, isClosedConnection, silentEndpoint, statusFailure } from './endpointFailures';
import type { EndpointFetch, EndpointRequest, EndpointResponse } from './endpointFetch';
import { createFrameReader, isStream, readWhole } from './frames';
import { hasPictures, withoutPictures } from './pictures';
import { createRefusedTools, findRefusedTool, refusalSentence, type RefusedTools } from './refusedTools';
import { toolNames } from './toolNames';

/** Address of a model, and time limits. */
export interface EndpointOptions {
  /** Address of the API, as documented by its provider. */
  readonly baseUrl: string;
  /** API key; not needed for local servers. */
  readonly apiKey?: string | undefined;
  /** The model's name at that endpoint. */
  readonly model: string;
  /** Maximum time until the first byte, in milliseconds. @default `idleTimeoutMs` */
  readonly firstByteTimeoutMs?: number | undefined;
  /** Maximum time between bytes, in milliseconds. @default 120000 */
  readonly idleTimeoutMs?: number | undefined;
  readonly clock: Clock;
  readonly fetch: EndpointFetch;
  /** Remembers tools the endpoint refuses. @default a separate one */
  readonly refusedTools?: RefusedTools | undefined;
}

/** Differences between protocols. */
export interface EndpointProtocol {
  /** The request address, from the configured one. */
  toUrl(baseUrl: string): string;
  /** Authorization and other headers. @param apiKey - never empty */
  headers(apiKey: string | undefined): Readonly<Record<string, string>>;
  /** The request body. @param without - fields this endpoint has refused before */
  toBody(
    request: ModelRequest,
    model: string,
    toWire: (name: string) => string,
    without: ReadonlySet<string>,
  ): JsonObject;
  /**
   * Fields an endpoint may refuse, each with the pattern that identifies it in an error. The request is repeated
   * without it, and later ones omit it.
   */
  readonly optionalFields: readonly { readonly field: string; readonly pattern: RegExp }[];
  /** Parses a response. */
  createReader(fromWire: (name: string) => string, clock: Clock): AnswerReader;
}

/** Number of attempts if a kept connection turns out to be closed; several may be. */
const CONNECTION_ATTEMPTS = 3;

/** Maximum size of an error body, in bytes. */
const ERROR_BODY_MAX_BYTES = 16_384;

/** Whether an error may concern a picture: no vision, or a damaged or too large picture. */
function mayBeAboutPictures(status: number, text: string): boolean {
  return (
    [400, 404, 413, 415, 422].includes(status) ||
    ([500, 501].includes(status) && /image|vision|multi-?modal/i.test(text))
  );
}

/** A language model over HTTP. */
export function createEndpointModel(options: EndpointOptions, protocol: EndpointProtocol): ChatModel {
  const { clock, model, idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  const { firstByteTimeoutMs = idleTimeoutMs } = options;
  const apiKey = options.apiKey || undefined;
  const url = protocol.toUrl(options.baseUrl.replace(/\/+$/, ''));
  const refusedFields = new Set<string>();
  const { refusedTools = createRefusedTools() } = options;

  /** Omits tools that were refused before. */
  function withoutRefused(request: ModelRequest): ModelRequest {
    const tools = request.tools.filter((tool) => !refusedTools.isRefused(model, tool));
    if (tools.length === request.tools.length) return request;
    const { mustCall, ...rest } = request;
    return { ...rest, tools, ...(tools.some(({ name }) => name === mustCall) && { mustCall }) };
  }

  async function post(whole: ModelRequest, toWire: (name: string) => string, watch: Watch): Promise<EndpointResponse> {
    const request = withoutRefused(whole);
    const body = protocol.toBody(request, model, toWire, refusedFields);
    const response = await fetchAgain(options.fetch, url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        ...protocol.headers(apiKey),
      },
      body: JSON.stringify(body),
      signal: watch.signal,
    });
    watch.alive();
    if (response.ok) return response;
    const text = withoutKey(await readStart(response), apiKey);
    const isRefusal = [400, 422].includes(response.status);
    const place = isRefusal && 'tools' in body ? findRefusedTool(text, namesOf(request, toWire)) : undefined;
    const tool = place === undefined ? undefined : request.tools[place];
    if (tool) {
      refusedTools.note(model, tool, withoutKeys(refusalSentence(text)));
      return post(request, toWire, watch);
    }
    const refused =
      isRefusal && protocol.optionalFields.find(({ field, pattern }) => field in body && pattern.test(text));
    // Not remembered: a damaged picture of one visitor must not disable pictures for others.
    if (!refused && hasPictures(request) && mayBeAboutPictures(response.status, text))
      return post(withoutPictures(request), toWire, watch);
    if (!refused) throw statusFailure(response.status, text, response.headers.get('retry-after'), clock.now());
    refusedFields.add(refused.field);
    return post(request, toWire, watch);
  }

  return {
    name: model,
    async *reply(request, signal) {
      signal.throwIfAborted();
      const names = toolNames(request.tools.map((tool) => tool.name));
      const watch = createWatch(signal, { firstByteTimeoutMs, idleTimeoutMs }, clock);
      const reader = protocol.createReader(names.fromWire, clock);
      try {
        const response = await post(request, names.toWire, watch);
        // Plain loops, because this runs for every token, and generators would add promises.
        if (isStream(response)) {
          if (!response.body) throw brokenStream('The model endpoint answered without a body');
          const frames = createFrameReader();
          for await (const bytes of response.body) {
            watch.alive();
            for (const event of reader.read(frames.read(bytes))) yield event;
          }
          for (const event of reader.read(frames.end())) yield event;
        } else {
          for (const event of reader.read(readWhole(await response.text()))) yield event;
        }
        for (const event of reader.finish(request)) yield signed(event, model);
      } catch (error) {
        // An aborted fetch throws its own error; the signal's reason is the correct one.
        signal.throwIfAborted();
        if (watch.signal.aborted) throw watch.signal.reason;
        throw error instanceof ApiError ? error : connectionFailure(error);
      } finally {
        watch.end();
      }
    },
  };
}

/** Removes provider-specific fields of other models. */
function signed(event: ModelEvent, model: string): ModelEvent {
  if (event.type !== 'tool-call' || event.call.more === undefined) return event;
  return { ...event, call: { ...event.call, moreFrom: model } };
}

/**
 * Retries if the connection ended before a response, because the endpoint may close a kept connection at any time.
 */
async function fetchAgain(fetcher: EndpointFetch, url: string, request: EndpointRequest): Promise<EndpointResponse> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetcher(url, request);
    } catch (error) {
      if (attempt >= CONNECTION_ATTEMPTS || request.signal.aborted || !isClosedConnection(error)) throw error;
    }
  }
}

function namesOf({ tools }: ModelRequest, toWire: (name: string) => string): string[] {
  return tools.map(({ name }) => toWire(name));
}

async function readStart(response: EndpointResponse): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  if (!response.body) return text;
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length >= ERROR_BODY_MAX_BYTES) break;
  }
  return text;
}

function withoutKey(text: string, apiKey: string | undefined): string {
  return apiKey ? text.replaceAll(apiKey, '[key]') : text;
}

/** Ends a request if it is aborted or receives no data for too long. */
interface Watch {
  readonly signal: AbortSignal;
  /** A byte was received. */
  readonly alive: () => void;
  readonly end: () => void;
}

function createWatch(
  caller: AbortSignal,
  { firstByteTimeoutMs, idleTimeoutMs }: { firstByteTimeoutMs: number; idleTimeoutMs: number },
  clock: Clock,
): Watch {
  const idle = new AbortController();
  const listen = (timeoutMs: number) =>
    createIdleTimeout(clock, timeoutMs, () => {
      idle.abort(silentEndpoint(timeoutMs));
    });
  let timeout = listen(firstByteTimeoutMs);
  let hasAnswered = firstByteTimeoutMs === idleTimeoutMs;
  return {
    signal: AbortSignal.any([caller, idle.signal]),
    alive() {
      if (hasAnswered) return timeout.touch();
      hasAnswered = true;
      timeout.end();
      timeout = listen(idleTimeoutMs);
    },
    end: () => {
      timeout.end();
    },
  };
}
