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

/** Maximum number of pending requests in each direction. Contract 2.2. */
export const OPEN_REQUESTS_MAX = 200;

/** A dropped or refused message, for debug logs only. */
export interface ConnectionProblem {
  readonly code: ErrorCode;
  /** Name of the message. */
  readonly name: string;
  readonly cause?: unknown;
}

/** One side of a connection: sends the messages of `Out` and receives those of `In`. */
export interface Connection<Out extends MessageMap, In extends MessageMap> {
  /**
   * Sends a notification, which has no response. If it cannot be sent (too large, not cloneable, closed), it is
   * reported and dropped.
   */
  note<Name extends NoteName<Out>>(name: Name, payload: PayloadInput<Out, Name>): void;
  /**
   * Sends a request and returns its validated response.
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
   * Registers the handler of a request; the last one per name applies. A WidgetError is sent with code and message, any
   * other error as `failed`.
   */
  answer<Name extends RequestName<In>>(
    name: Name,
    handler: (payload: Payload<In, Name>) => AnswerInput<In, Name> | Promise<AnswerInput<In, Name>>,
  ): () => void;
  /** Starts delivery of messages, which are queued before. Called once, after the handlers are registered. */
  start(): void;
  /**
   * Closes the connection: pending requests reject with `destroyed`, and messages are ignored. May be called
   * repeatedly.
   */
  close(): void;
}

/** The frame's side. */
export type HostConnection = Connection<FrameToHost, HostToFrame>;

/** The host page's side. */
export type FrameConnection = Connection<HostToFrame, FrameToHost>;

/** Options of `createConnection`. */
export interface ConnectionOptions<Out extends MessageMap, In extends MessageMap> {
  endpoint: Endpoint;
  /**
   * The messages that this side sends, for validating responses.
   *
   * The host omits it to keep its script small: its responses come from our own frame, which validates them. The frame
   * needs it, because foreign pages send its responses.
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
 * Creates a connection over any endpoint, for two message maps.
 *
 * Every payload and response is checked against the limits and its schema on arrival, whoever sent it. Names are looked
 * up as own properties of the maps, so `constructor` is an unknown name.
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

  /** A message with an id always gets a response; one without an id never does. */
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

/** Checks data against limits and schema. */
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

/** The other side's error code, if it is one of ours or has the form of API codes. */
function toErrorCode(code: string): ErrorCode {
  return Object.hasOwn(CLIENT_ERRORS, code) || /^[A-Z][A-Z0-9_]+$/.test(code) ? (code as ErrorCode) : 'failed';
}

/** Our own errors are sent unchanged, others without their message, which was not meant for the other side. */
function toWidgetError(error: unknown): WidgetError {
  return isWidgetError(error) ? error : new WidgetError('failed', { cause: error });
}
