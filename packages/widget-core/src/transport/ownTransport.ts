import type { NumberedReplyEvent } from '../api/replyEvents';
import { isVisitors, messageKey, type Message } from '../api/message';
import type { MessagePart } from '../api/parts';
import { isWidgetError, WidgetError, type ErrorCode } from '../errors';
import type { CancelTimer, Clock } from '../lib/clock';
import { createId } from '../lib/ids';
import type { JsonObject } from '../lib/json';
import {
  ANSWERED_ATTEMPTS,
  isLossShown,
  isRetryable,
  RESUME_PATIENCE_MS,
  waitToRetry,
  type Patience,
} from '../http/retry';
import type { StreamOptions } from '../http/httpClient';
import type { SendRequest, WireTransport } from './wireTransport';
import type { FunctionResult, ReplyEvent, Transport, TransportRequest } from '../transports/transport';
import { createReplyWriter, type ReplyWriter, type WrittenReply } from './replyWriter';

/** Maximum number of function-call rounds in one reply. */
const MAX_ROUNDS = 16;
/** How long the page may take to answer a call, in milliseconds. */
const ANSWER_PATIENCE_MS = 310_000;
/** Longest `Retry-After` that is waited for, in milliseconds. */
const LONGEST_WAIT_MS = 10_000;

/** A host's transport in the form that the network runner uses. */
export interface OwnTransport extends WireTransport {
  /** Passes on the result of a page function. */
  readonly publish: (channel: string, message: JsonObject) => void;
}

/** The shown conversation. */
export interface ShownConversation {
  readonly messages: readonly Message[];
  /** Whether a message has not been sent to the backend yet. */
  readonly isUnsent: (key: string) => boolean;
  /** Parts of the reply in progress. */
  readonly parts: readonly MessagePart[];
}

/** Options of `createOwnTransport`. */
export interface OwnTransportOptions {
  readonly transport: Transport;
  /** Provides the conversation's id. */
  readonly session: { readonly getFresh: () => Promise<{ readonly conversationId: string }> };
  readonly clock: Clock;
  readonly patience: Patience;
  readonly readConversation: () => ShownConversation;
  /** Receives failures of the backend with their cause, which visitors must not see. */
  readonly onFailure?: (error: WidgetError) => void;
  readonly warn?: (message: string) => void;
}

/** An unanswered call of a page function. */
interface OpenCall {
  readonly callId: string;
  readonly result: Promise<FunctionResult>;
}

/** The calls that are not answered yet. */
interface OpenCalls {
  readonly begin: (callId: string, channel: string) => void;
  readonly answer: (channel: string, result: FunctionResult) => void;
  readonly list: () => readonly OpenCall[];
  readonly end: (callId: string) => void;
  readonly close: () => void;
}

/** Drives a host's transport: converts its events, resumes lost streams and answers function calls. */
export function createOwnTransport(options: OwnTransportOptions): OwnTransport {
  const { transport, session, clock, readConversation } = options;
  const open = new Set<OpenCalls>();

  async function* run(
    reply: WrittenReply,
    request: Pick<TransportRequest, 'functions'>,
    first: (signal: AbortSignal) => AsyncIterable<ReplyEvent>,
    again: ((message: Message, signal: AbortSignal) => AsyncIterable<ReplyEvent>) | undefined,
    isResumed: boolean,
    following: StreamOptions,
  ): AsyncGenerator<NumberedReplyEvent> {
    const calls = createOpenCalls(clock);
    open.add(calls);
    const isTaken = (id: string): boolean => readConversation().messages.some((message) => message.id === id);
    const write = (parts: WrittenReply['parts'], goesOn: boolean): ReplyWriter =>
      createReplyWriter({
        clock,
        reply: { ...reply, parts },
        functions: request.functions,
        isResumed: goesOn,
        isTaken: (id) => id !== reply.messageId && isTaken(id),
        onCall: calls.begin,
      });
    let writer = write(reply.parts, isResumed);
    let mayRestart = isResumed;
    let stream = first;
    try {
      for (let round = 0; ; round += 1) {
        const events = resumed(
          options,
          stream,
          () => writer.cursor(),
          following,
          () => {
            mayRestart = true;
          },
        );
        for await (const event of events) {
          // The reply starts over.
          if (mayRestart && event.type === 'accepted') writer = write([], false);
          mayRestart = false;
          // A refused request is sent again unchanged.
          if (event.type === 'error' && !writer.hasBegun()) throw toRefusal(event);
          yield* writer.write(event);
          if (event.type === 'error') return;
          if (transport.answer) yield* deliverResults(transport, calls, writer);
        }
        const waiting = calls.list();
        if (waiting.length === 0) return yield* writer.end();
        for (const { callId, result } of waiting) {
          yield* writer.endCall(callId, await result);
          calls.end(callId);
        }
        if (following.signal.aborted) return;
        if (!again || round >= MAX_ROUNDS) return yield* writer.end();
        // Further events are appended to the text so far: they cannot be replayed on their own.
        writer.forgetCursor();
        stream = (ends) => again(writer.message(), ends);
      }
    } finally {
      calls.close();
      open.delete(calls);
    }
  }

  return {
    async *send(request, stream) {
      const { conversationId } = await session.getFresh();
      const question = toRequest(request, readConversation(), conversationId);
      const continued = readConversation().messages.find(({ id }) => id === request.body.continues);
      const reply: WrittenReply = {
        runId: createId('run', clock),
        messageId: continued?.id ?? createId('msg', clock),
        conversationId,
        userMessageId: request.body.text === undefined ? undefined : request.body.id,
        parts: continued ? (continued.parts ?? [{ type: 'text', text: continued.text }]) : [],
      };
      yield* run(
        reply,
        question,
        (signal) => transport.send(question, { signal }),
        (message, signal) =>
          transport.send(
            { ...question, trigger: 'functions', messages: [...withoutReply(question, continued), message] },
            { signal },
          ),
        false,
        stream,
      );
    },
    async *resume(lastEventId, stream) {
      const place = readPlace(lastEventId);
      const resume = transport.resume?.bind(transport);
      if (!place || !resume) throw new WidgetError('GONE');
      yield* run(
        {
          ...place,
          conversationId: (await session.getFresh()).conversationId,
          userMessageId: undefined,
          parts: readConversation().parts,
        },
        { functions: {} },
        (signal) => resume(place.cursor, { signal }),
        undefined,
        true,
        stream,
      );
    },
    publish(channel, message) {
      for (const calls of open) calls.answer(channel, toResult(message));
    },
  };
}

/**
 * Reads a stream, and resumes it after a lost connection if the transport supports that. A stream refused with
 * `Retry-After` is requested again after that time, at most twice. Failures are WidgetErrors.
 */
async function* resumed(
  { transport, patience, onFailure, warn }: OwnTransportOptions,
  first: (signal: AbortSignal) => AsyncIterable<ReplyEvent>,
  readCursor: () => string | undefined,
  { signal, onReconnecting }: StreamOptions,
  onResumed: () => void,
): AsyncGenerator<ReplyEvent> {
  let open = first;
  let lostAt: number | undefined;
  let tries = 1;
  let hasBegun = false;
  for (let failures = 0; ;) {
    try {
      for await (const event of open(signal)) {
        if (lostAt !== undefined) onReconnecting?.(false);
        lostAt = undefined;
        failures = 0;
        hasBegun = true;
        yield event;
      }
      return;
    } catch (cause) {
      const error = toError(cause, signal);
      const resume = transport.resume?.bind(transport);
      const cursor = readCursor();
      if (!hasBegun && tries < ANSWERED_ATTEMPTS && isRetryRequested(error)) {
        await waitToRetry(patience, error, tries, signal);
        tries += 1;
        continue;
      }
      if (signal.aborted || !resume || cursor === undefined || !isRetryable(error)) {
        if (!signal.aborted && !isConnectionLoss(error)) {
          const { cause: known } = error;
          if (known instanceof Error) warn?.(`The backend of this page failed: ${known.name}: ${known.message}`);
          onFailure?.(error);
        }
        throw error;
      }
      failures += 1;
      if (isLossShown(failures, patience)) onReconnecting?.(true);
      lostAt ??= patience.clock.now();
      if (patience.clock.now() - lostAt > RESUME_PATIENCE_MS) throw error;
      await waitToRetry(patience, error, failures, signal);
      onResumed();
      open = (ends) => resume(cursor, { signal: ends });
    }
  }
}

/** Whether the backend requests a retry after a short time. */
function isRetryRequested(error: WidgetError): boolean {
  return isRetryable(error) && error.retryAfterMs !== undefined && error.retryAfterMs <= LONGEST_WAIT_MS;
}

/** Passes function results to a transport that accepts them while the reply is running. */
async function* deliverResults(
  transport: Transport,
  calls: OpenCalls,
  writer: ReplyWriter,
): AsyncGenerator<NumberedReplyEvent> {
  for (const { callId, result } of calls.list()) {
    const outcome = await result;
    await transport.answer?.(callId, outcome);
    calls.end(callId);
    yield* writer.endCall(callId, outcome);
  }
}

/** Converts any error of a host's transport; without a connection `fetch` throws a TypeError. */
function toError(cause: unknown, signal: AbortSignal): WidgetError {
  // For a conflict the state machine would look for another running reply, which a host's transport does not report.
  if (isWidgetError(cause)) return cause.code === 'CONFLICT' ? new WidgetError('busy', { cause }) : cause;
  if (signal.aborted) return new WidgetError('ABORTED', { cause });
  // WebKit throws AbortError when it closes the connection of a background page.
  const isLost = cause instanceof TypeError || (cause instanceof Error && cause.name === 'AbortError');
  return new WidgetError(isLost ? 'NETWORK' : 'failed', { cause });
}

/**
 * Whether there was no connection, and the owner has nothing to mend. Errors in code are TypeErrors too, and only their
 * messages differ: so both are tried again, and this decides about the report alone.
 */
function isConnectionLoss({ code, cause }: WidgetError): boolean {
  return (
    code === 'NETWORK' &&
    !(
      cause instanceof TypeError && !/fetch|network|connection|load failed|input stream|terminated/i.test(cause.message)
    )
  );
}

/** Error for a message that the backend refused. */
function toRefusal({ code = 'failed', message }: Extract<ReplyEvent, { type: 'error' }>): WidgetError {
  return new WidgetError(code === 'CONFLICT' ? 'busy' : (code as ErrorCode), message === undefined ? {} : { message });
}

function createOpenCalls(clock: Clock): OpenCalls {
  const calls = new Map<string, OpenCall & { readonly resolve: (result: FunctionResult) => void }>();
  const cancels: CancelTimer[] = [];
  const failed = (code: string, message: string): FunctionResult => ({ error: { code, message } });
  return {
    begin(callId, channel) {
      let resolve: (result: FunctionResult) => void = () => undefined;
      const result = new Promise<FunctionResult>((settle) => {
        resolve = settle;
      });
      calls.set(channel, { callId, result, resolve });
      cancels.push(
        clock.setTimer(() => {
          resolve(failed('TIMEOUT', 'The function took too long'));
        }, ANSWER_PATIENCE_MS),
      );
    },
    answer(channel, result) {
      calls.get(channel)?.resolve(result);
    },
    list: () => [...calls.values()],
    end(callId) {
      for (const [channel, call] of calls) if (call.callId === callId) calls.delete(channel);
    },
    close() {
      for (const cancel of cancels) cancel();
      for (const { resolve } of calls.values()) resolve(failed('ABORTED', 'Stopped'));
    },
  };
}

function toResult(message: JsonObject): FunctionResult {
  if ('value' in message) return { value: message['value'] ?? null };
  const { error } = message;
  const { code, message: text } = typeof error === 'object' && error && !Array.isArray(error) ? error : {};
  return {
    error: {
      code: typeof code === 'string' ? code : 'ABORTED',
      message: typeof text === 'string' ? text : 'The function ended the reply',
    },
  };
}

/** Where to resume one of our streams. */
function readPlace(
  lastEventId: string | undefined,
): { readonly runId: string; readonly messageId: string; readonly cursor: string } | undefined {
  if (!lastEventId) return undefined;
  const [runId, messageId, cursor] = JSON.parse(lastEventId) as readonly (string | undefined)[];
  return runId !== undefined && messageId !== undefined && cursor !== undefined
    ? { runId, messageId, cursor }
    : undefined;
}

/** The conversation before the reply in progress, without that reply's text so far. */
function withoutReply({ messages }: TransportRequest, continued: Message | undefined): readonly Message[] {
  return continued ? messages.filter(({ id }) => id !== continued.id) : messages;
}

/** Converts a send to the public request type. */
function toRequest(
  { key, body }: SendRequest,
  conversation: ShownConversation,
  conversationId: string,
): TransportRequest {
  const messages = toHistory(conversation, body);
  const question = messages.findLast(({ type }) => type === 'user' || type === 'input');
  const { functions } = body;
  return {
    id: question?.id ?? key,
    trigger: readTrigger(body, messages),
    text: question?.text ?? '',
    attachments: question?.attachments ?? [],
    meta: question?.meta ?? undefined,
    messages,
    conversationId,
    functions: (functions ?? {}) as TransportRequest['functions'],
    language: body.language,
  };
}

function readTrigger(
  { text, replaces, continues }: SendRequest['body'],
  messages: readonly Message[],
): TransportRequest['trigger'] {
  if (continues !== undefined) return 'continue';
  if (replaces !== undefined) return text === undefined ? 'regenerate' : 'edit';
  const { type } = messages.at(-1) ?? {};
  return type === 'user' || type === 'input' ? 'message' : 'begin';
}

/**
 * The messages for the model: the conversation so far, and the message being sent.
 *
 * Without superseded versions, messages that only this page shows, and messages that were not delivered.
 */
function toHistory(
  { messages, isUnsent }: ShownConversation,
  { id, replaces, text }: Pick<SendRequest['body'], 'id' | 'replaces' | 'text'>,
): readonly Message[] {
  const place = messages.findIndex((message) =>
    text === undefined ? replaces !== undefined && message.id === replaces : messageKey(message) === id,
  );
  const end = place < 0 ? messages.length : text === undefined ? place : place + 1;
  return messages.slice(0, end).filter((message) => {
    const { type, extra } = message;
    if (type === 'intro' || extra?.local === true) return false;
    if (messageKey(message) === id) return true;
    const hasArrived = !isVisitors(message) || !isUnsent(messageKey(message));
    return extra?.visible !== false && hasArrived;
  });
}
