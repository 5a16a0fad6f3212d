import { IDLE_TIMEOUT_MS } from '../../config/modelSettings';
import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import { createIdleTimeout } from '../../lib/idleTimeout';
import type { ChatModel, ModelRequest } from '../chatModel';
import { createAnswerReader } from './openAiAnswer';
import { createFrameReader, isStream, readWhole } from './openAiChunks';
import { brokenStream, connectionFailure, isClosedConnection, silentEndpoint, statusFailure } from './openAiFailures';
import { hasPictures, toolNames, toRequestBody, withoutPictures } from './openAiWire';
import type { EndpointFetch, EndpointRequest, EndpointResponse } from './endpointFetch';

/** Where the model is, and how patient we are. */
export interface OpenAiCompatibleOptions {
  /** Address of the API up to and including its version, like `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Sent as a bearer token. Local servers need none. */
  readonly apiKey?: string | undefined;
  /** The model's name at that endpoint. */
  readonly model: string;
  /** Longest wait for the first byte, in milliseconds. @default `idleTimeoutMs` */
  readonly firstByteTimeoutMs?: number | undefined;
  /** Longest silence between two bytes, in milliseconds. @default 120000 */
  readonly idleTimeoutMs?: number | undefined;
  readonly clock: Clock;
  readonly fetch: EndpointFetch;
}

/** How often a request is sent when its connection turns out to be closed: several kept ones may be. */
const CONNECTION_ATTEMPTS = 3;

/** Longest error body that is read, in bytes. */
const ERROR_BODY_MAX_BYTES = 16_384;

/**
 * Fields an endpoint may refuse; what tells that it was this one. The request is repeated once without it, and later
 * ones leave it out.
 */
const OPTIONAL_FIELDS = [
  { field: 'stream_options', pattern: /stream_options|include_usage/i },
  { field: 'temperature', pattern: /temperature/i },
  { field: 'tool_choice', pattern: /tool_choice/i },
  {
    field: 'tools',
    pattern: /does not support (tools|functions?|tool)|tools? (is|are) not supported|"param":\s*"tools"/i,
  },
] as const;

/** Whether a refusal may be about a picture: the model cannot see, or this one is damaged or too large. */
function mayBeAboutPictures(status: number, text: string): boolean {
  return (
    [400, 404, 413, 415, 422].includes(status) ||
    ([500, 501].includes(status) && /image|vision|multi-?modal/i.test(text))
  );
}

/**
 * Any endpoint that speaks OpenAI chat completions: a hosted provider or a server of one's own.
 *
 * Endpoints that report no token counts get an estimate, so that quotas mean something.
 */
export function createOpenAiCompatible(options: OpenAiCompatibleOptions): ChatModel {
  const { clock, model, apiKey, idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  const { firstByteTimeoutMs = idleTimeoutMs } = options;
  const url = `${options.baseUrl.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')}/chat/completions`;
  const refusedFields = new Set<string>();

  async function post(
    request: ModelRequest,
    toWire: (name: string) => string,
    watch: Watch,
  ): Promise<EndpointResponse> {
    const body = toRequestBody(request, model, toWire, refusedFields);
    const response = await fetchAgain(options.fetch, url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        ...(apiKey !== undefined && apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      signal: watch.signal,
    });
    watch.alive();
    if (response.ok) return response;
    const text = withoutKey(await readStart(response), apiKey);
    const refused =
      [400, 422].includes(response.status) &&
      OPTIONAL_FIELDS.find(({ field, pattern }) => field in body && pattern.test(text));
    // Not remembered: one visitor's damaged picture must not blind the model for everybody else.
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
      const watch = createTelemetry(signal, { firstByteTimeoutMs, idleTimeoutMs }, clock);
      const reader = createAnswerReader(names.fromWire, clock);
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
        for (const event of reader.finish(request)) yield event;
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

/**
 * Asks again when the connection ended before an answer: a kept connection that the endpoint closes as we send is no
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

function createTelemetry(
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
