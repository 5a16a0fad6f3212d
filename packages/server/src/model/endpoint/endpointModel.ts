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

/** Where the model is, and how patient we are. */
export interface EndpointOptions {
  /** Address of the API, as its provider names it. */
  readonly baseUrl: string;
  /** The API key. Local servers need none. */
  readonly apiKey?: string | undefined;
  /** The model's name at that endpoint. */
  readonly model: string;
  /** Longest wait for the first byte, in milliseconds. @default `idleTimeoutMs` */
  readonly firstByteTimeoutMs?: number | undefined;
  /** Longest silence between two bytes, in milliseconds. @default 120000 */
  readonly idleTimeoutMs?: number | undefined;
  readonly clock: Clock;
  readonly fetch: EndpointFetch;
  /** Keeps the tools that are left out because the endpoint refuses them. @default one of its own */
  readonly refusedTools?: RefusedTools | undefined;
}

/** What providers do differently. */
export interface EndpointProtocol {
  /** The request address, from the one in the settings. */
  toUrl(baseUrl: string): string;
  /** The authorization and other headers of this protocol. @param apiKey - never empty */
  headers(apiKey: string | undefined): Readonly<Record<string, string>>;
  /** The body of a request. @param without - names fields this endpoint has refused before */
  toBody(
    request: ModelRequest,
    model: string,
    toWire: (name: string) => string,
    without: ReadonlySet<string>,
  ): JsonObject;
  /**
   * Fields an endpoint may refuse; the pattern that identifies this field in the error. The request is repeated once
   * without it, and later
   * ones leave it out.
   */
  readonly optionalFields: readonly { readonly field: string; readonly pattern: RegExp }[];
  /** Reads one answer. */
  createReader(fromWire: (name: string) => string, clock: Clock): AnswerReader;
}

/** How often a request is sent when its connection turns out to be closed: several kept ones may be. */
const CONNECTION_ATTEMPTS = 3;

/** Longest error body that is read, in bytes. */
const ERROR_BODY_MAX_BYTES = 16_384;

/** Whether a refusal may be about a picture: the model cannot see, or this one is damaged or too large. */
function mayBeAboutPictures(status: number, text: string): boolean {
  return (
    [400, 404, 413, 415, 422].includes(status) ||
    ([500, 501].includes(status) && /image|vision|multi-?modal/i.test(text))
  );
}

/** A language model behind HTTP that speaks this protocol. */
export function createEndpointModel(options: EndpointOptions, protocol: EndpointProtocol): ChatModel {
  const { clock, model, idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  const { firstByteTimeoutMs = idleTimeoutMs } = options;
  const apiKey = options.apiKey || undefined;
  const url = protocol.toUrl(options.baseUrl.replace(/\/+$/, ''));
  const refusedFields = new Set<string>();
  const { refusedTools = createRefusedTools() } = options;

  /** Without the tools that were refused before. */
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
    // Not remembered: one visitor's damaged picture must not disable pictures for other conversations.
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
        // Plain loops: this runs for every token, and each generator in between would cost it some promises.
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
        // A fetch that was aborted throws something of its own; the reason it was aborted for is the truth.
        signal.throwIfAborted();
        if (watch.signal.aborted) throw watch.signal.reason;
        throw error instanceof ApiError ? error : connectionFailure(error);
      } finally {
        watch.end();
      }
    },
  };
}

/** Fields of a provider's own are for the model that wrote them. */
function signed(event: ModelEvent, model: string): ModelEvent {
  if (event.type !== 'tool-call' || event.call.more === undefined) return event;
  return { ...event, call: { ...event.call, moreFrom: model } };
}

/**
 * Retries when the connection ended before a response: a kept connection that the endpoint closes as we send is no
 * failure of its.
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

/** Ends the request when the caller stops it or when nothing has come for too long. */
interface Watch {
  readonly signal: AbortSignal;
  /** A byte has come. */
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
