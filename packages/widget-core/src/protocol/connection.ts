import * as v from 'valibot';
import { CLIENT_ERRORS, isWidgetError, WidgetError, type ErrorCode } from '../errors';
import type { CancelTimer, Clock } from '../lib/clock';
import type { Endpoint, SendEnvelope } from './endpoints';
import type { Envelope } from './payloads';
import type { FrameToHost, HostToFrame } from './payloads';
import type {
  Answer,
  AnswerInput,
  MessageMap,
  NoteName,
  Payload,
  PayloadInput,
  RequestName,
  Schema,
} from './messageMap';
import { payloadProblem } from './payloadLimits';
import { requestTimeoutMs } from './requestTimeout';

/** Most requests that may wait for an answer, in each direction. Contract 2.2. */
export const OPEN_REQUESTS_MAX = 200;

/** Something that was dropped or refused; for a debug log, never for a decision. */
export interface ConnectionProblem {
  readonly code: ErrorCode;
  /** Name of the message. */
  readonly name: string;
  readonly cause?: unknown;
}

/** One side of a connection: it sends what `Out` lists and receives what `In` lists. */
export interface Connection<Out extends MessageMap, In extends MessageMap> {
  /**
   * Sends a notification, which has no response. One that cannot be sent (too large, not cloneable, closed) is reported and
   * dropped.
   */
  note<Name extends NoteName<Out>>(name: Name, payload: PayloadInput<Out, Name>): void;
  /**
   * Asks, and gives the checked answer.
   *
   * Rejects with a WidgetError: the other side's code, or `too_large`, `bad_payload`, `queue_full`, `timeout`,
   * `destroyed`.
   */
  request<Name extends RequestName<Out>>(
    name: Name,
    payload: PayloadInput<Out, Name>,
    options?: { timeoutMs?: number },
  ): Promise<Answer<Out, Name>>;
  /** Listens to a notification. @returns a function that stops listening */
  on<Name extends NoteName<In>>(name: Name, listener: (payload: Payload<In, Name>) => void): () => void;
  /**
   * Answers a request; the last handler of a name counts. A WidgetError it throws travels as code and sentence,
   * anything else as `failed`.
   */
  answer<Name extends RequestName<In>>(
    name: Name,
    handler: (payload: Payload<In, Name>) => AnswerInput<In, Name> | Promise<AnswerInput<In, Name>>,
  ): () => void;
  /** Hands out what has arrived and what will. Called once, when the handlers stand: before, everything waits. */
  start(): void;
  /** Closes the connection: open requests reject with `destroyed`, and messages are ignored. Calling it again does nothing. */
  close(): void;
}

/** The frame's side. */
export type HostConnection = Connection<FrameToHost, HostToFrame>;

/** The host page's side. */
export type FrameConnection = Connection<HostToFrame, FrameToHost>;

/** What a connection is made of. */
export interface ConnectionOptions<Out extends MessageMap, In extends MessageMap> {
  endpoint: Endpoint;
  /**
   * The messages that this side sends, to check the responses it gets.
   *
   * The answering side has checked them already, so the host leaves this out and saves every visitor the bytes: what
   * answers
   * is our own page. The frame, which is answered by somebody else's, does not.
   */
  outgoing?: Out;
  /** The messages that this side receives. */
  incoming: In;
  clock: Clock;
  onProblem?: ((problem: ConnectionProblem) => void) | undefined;
}

interface OpenRequest {
  readonly answer: Schema | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: WidgetError) => void;
  readonly cancelTimer: CancelTimer | undefined;
}

type Handler = (payload: unknown) => unknown;

/**
 * Connects two sides over any endpoint, with the messages of two maps.
 *
 * Every payload and answer passes the limits and the schema of its name on arrival, whoever sent it. Names are looked
 * up as own entries of the maps, so `constructor` is as unknown as any other word.
 */
// oxlint-disable-next-line max-lines-per-function -- open requests, handlers and the waiting room are one state; split, they would only pass it around
export function createConnection<Out extends MessageMap, In extends MessageMap>(
  options: ConnectionOptions<Out, In>,
): Connection<Out, In> {
  const { endpoint, outgoing, incoming, clock } = options;
  const openRequests = new Map<number | string, OpenRequest>();
  const listeners = new Map<string, Set<Handler>>();
  const answerers = new Map<string, Handler>();
  let waiting: { envelope: Envelope; reply: SendEnvelope }[] | undefined = [];
  let lastId = 0;
  let answering = 0;
  let isClosed = false;

  function report(code: ErrorCode, name: string, cause?: unknown): void {
    options.onProblem?.({ code, name, ...(cause !== undefined && { cause }) });
  }

  endpoint.listen((envelope, reply) => {
    if (isClosed) return;
    if (!waiting) receive(envelope, reply);
    else if (waiting.length < OPEN_REQUESTS_MAX) waiting.push({ envelope, reply });
    else report('queue_full', envelope.t);
  });

  function receive(envelope: Envelope, reply: SendEnvelope): void {
    if (envelope.t === 'res' || envelope.t === 'err') settle(envelope);
    else void onData(envelope.name, envelope.payload, envelope.t === 'req' ? envelope.id : undefined, reply);
  }

  function settle(envelope: Extract<Envelope, { t: 'res' | 'err' }>): void {
    const request = openRequests.get(envelope.id);
    if (!request) return;
    openRequests.delete(envelope.id);
    request.cancelTimer?.();
    if (envelope.t === 'err') {
      request.reject(new WidgetError(toErrorCode(envelope.error.code), { message: envelope.error.message }));
      return;
    }
    try {
      request.resolve(open(request.answer, envelope.value));
    } catch (error) {
      request.reject(toWidgetError(error));
    }
  }

  /** A message with an id gets an answer, whatever its kind; one without gets none. */
  async function onData(
    name: string,
    foreignPayload: unknown,
    id: number | string | undefined,
    reply: SendEnvelope,
  ): Promise<void> {
    const respond = (write: (id: number | string) => Envelope): void => {
      if (id !== undefined && !isClosed) reply(write(id));
    };
    answering += 1;
    try {
      const line = Object.hasOwn(incoming, name) ? incoming[name] : undefined;
      if (!line) throw new WidgetError('unsupported');
      if (answering > OPEN_REQUESTS_MAX) throw new WidgetError('queue_full');
      const payload = open(line.payload, foreignPayload);
      if (line.kind === 'note') {
        for (const listener of [...(listeners.get(name) ?? [])]) listener(payload);
        respond((id) => ({ t: 'res', id, value: {} }));
        return;
      }
      const answerer = answerers.get(name);
      if (!answerer) throw new WidgetError('unsupported');
      const value = open(line.answer, await answerer(payload));
      respond((id) => ({ t: 'res', id, value }));
    } catch (error) {
      const { code, message } = toWidgetError(error);
      report(code, name, error);
      respond((id) => ({ t: 'err', id, error: { code, message } }));
    } finally {
      answering -= 1;
    }
  }

  return {
    note(name, payload) {
      if (isClosed) return;
      try {
        requireSendable(payload);
        endpoint.send({ t: 'note', name, payload });
      } catch (error) {
        report(isWidgetError(error) ? error.code : 'bad_payload', name, error);
      }
    },
    request(name, payload, { timeoutMs } = {}) {
      return new Promise((resolve, reject) => {
        if (isClosed) throw new WidgetError('destroyed');
        if (openRequests.size >= OPEN_REQUESTS_MAX) throw new WidgetError('queue_full');
        const line = outgoing?.[name];
        requireSendable(payload);
        const id = (lastId += 1);
        try {
          endpoint.send({ t: 'req', id, name, payload });
        } catch (cause) {
          throw new WidgetError('bad_payload', { cause });
        }
        const waitMs = timeoutMs ?? requestTimeoutMs(name, payload as object);
        const cancelTimer = Number.isFinite(waitMs)
          ? clock.setTimer(() => {
              openRequests.delete(id);
              reject(new WidgetError('timeout'));
            }, waitMs)
          : undefined;
        openRequests.set(id, {
          answer: line?.kind === 'request' ? line.answer : undefined,
          resolve: resolve as (value: unknown) => void,
          reject,
          cancelTimer,
        });
      });
    },
    on(name, listener) {
      const registered = listeners.get(name) ?? new Set();
      listeners.set(name, registered.add(listener));
      return () => registered.delete(listener);
    },
    answer(name, handler) {
      answerers.set(name, handler);
      return () => {
        if (answerers.get(name) === handler) answerers.delete(name);
      };
    },
    start() {
      const arrived = waiting ?? [];
      waiting = undefined;
      for (const { envelope, reply } of arrived) receive(envelope, reply);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      waiting = undefined;
      endpoint.close();
      for (const request of openRequests.values()) {
        request.cancelTimer?.();
        request.reject(new WidgetError('destroyed'));
      }
      openRequests.clear();
    },
  };
}

/** Data through limits and schema. */
function open(schema: Schema | undefined, data: unknown): unknown {
  requireSendable(data);
  if (!schema) return data;
  const result = v.safeParse(schema, data);
  if (!result.success) throw new WidgetError('bad_payload', { cause: result.issues });
  return result.output;
}

function requireSendable(payload: unknown): void {
  const problem = payloadProblem(payload);
  if (problem) throw new WidgetError(problem);
}

/** What another side calls its error, when it is a word of ours or written as the API writes its codes. */
function toErrorCode(code: string): ErrorCode {
  return Object.hasOwn(CLIENT_ERRORS, code) || /^[A-Z][A-Z0-9_]+$/.test(code) ? (code as ErrorCode) : 'failed';
}

/**
 * What may travel: errors of ours as they are, anything else without its words, which were not meant for the other
 * side.
 */
function toWidgetError(error: unknown): WidgetError {
  return isWidgetError(error) ? error : new WidgetError('failed', { cause: error });
}
