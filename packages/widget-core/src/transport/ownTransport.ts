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
import type { SendRequest, StreamOptions, WireTransport } from './wireTransport';
import type { FunctionResult, ReplyEvent, Transport, TransportRequest } from '../transports/transport';
import { createReplyWriter, type ReplyWriter, type WrittenReply } from './replyWriter';

/** How often in one reply the page's functions may be called before the bot has to answer. */
const MAX_ROUNDS = 16;
/** How long the page may take to answer a call, in milliseconds. */
const ANSWER_PATIENCE_MS = 310_000;
/** A backend whose `Retry-After` is longer than this, in milliseconds, is not waited for. */
const LONGEST_WAIT_MS = 10_000;

/** A transport of the host's, as the network runner needs it. */
export interface OwnTransport extends WireTransport {
  /** Takes what a function of the page has answered. */
  readonly publish: (channel: string, message: JsonObject) => void;
}

/** What is shown of the conversation. */
export interface ShownConversation {
  readonly messages: readonly Message[];
  /** Whether the backend does not have a message yet. */
  readonly isUnsent: (key: string) => boolean;
  /** What stands of the reply that is being written. */
  readonly parts: readonly MessagePart[];
}

/** What driving a host's transport needs. */
export interface OwnTransportOptions {
  readonly transport: Transport;
  /** Sets the id of the conversation. */
  readonly session: { readonly getFresh: () => Promise<{ readonly conversationId: string }> };
  readonly clock: Clock;
  readonly patience: Patience;
  readonly readConversation: () => ShownConversation;
  /** Gets a failure of a reply that has begun, with what was underneath it, which is not for visitors. */
  readonly onFailure?: (error: WidgetError) => void;
}

/** A call of a function of the page, and where its answer goes. */
interface OpenCall {
  readonly callId: string;
  readonly result: Promise<FunctionResult>;
}

/** What calls have been made and are not answered yet. */
interface OpenCalls {
  readonly begin: (callId: string, channel: string) => void;
  readonly answer: (channel: string, result: FunctionResult) => void;
  readonly list: () => readonly OpenCall[];
  readonly end: (callId: string) => void;
  readonly close: () => void;
}

/** Drives a transport of the host's: its events become ours, lost streams are resumed, functions are answered. */
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
          // Sent again from its beginning.
          if (mayRestart && event.type === 'accepted') writer = write([], false);
          mayRestart = false;
          // What was not taken is sent again as it is.
          if (event.type === 'error' && !writer.hasBegun()) throw toRefusal(event);
          yield* writer.write(event);
          if (event.type === 'error') return;
          if (transport.answer) yield* answerNow(transport, calls, writer);
        }
        const waiting = calls.list();
        if (waiting.length === 0) return yield* writer.end();
        for (const { callId, result } of waiting) {
          yield* writer.endCall(callId, await result);
          calls.end(callId);
        }
        if (following.signal.aborted) return;
        if (!again || round >= MAX_ROUNDS) return yield* writer.end();
        // The next events are appended to the text so far: they cannot be replayed on their own.
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
      const stood = readConversation().messages.find(({ id }) => id === request.body.continues);
      const reply: WrittenReply = {
        runId: createId('run', clock),
        messageId: stood?.id ?? createId('msg', clock),
        conversationId,
        userMessageId: request.body.text === undefined ? undefined : request.body.id,
        parts: stood ? (stood.parts ?? [{ type: 'text', text: stood.text }]) : [],
      };
      yield* run(
        reply,
        question,
        (signal) => transport.send(question, { signal }),
        (message, signal) =>
          transport.send(
            { ...question, trigger: 'functions', messages: [...withoutReply(question, stood), message] },
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
 * A stream, and its rest when the connection is lost and the transport can go on. One that is refused with
 * `Retry-After` is requested again after that time, twice at most. Failures are WidgetErrors.
 */
async function* resumed(
  { transport, patience, onFailure }: OwnTransportOptions,
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
      if (!hasBegun && tries < ANSWERED_ATTEMPTS && isAskedAgain(error)) {
        await waitToRetry(patience, error, tries, signal);
        tries += 1;
        continue;
      }
      if (signal.aborted || !resume || cursor === undefined || !isRetryable(error)) {
        if (hasBegun && !signal.aborted && error.code !== 'NETWORK') onFailure?.(error);
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

/** Whether a backend wants the same request a little later. */
function isAskedAgain(error: WidgetError): boolean {
  return isRetryable(error) && error.retryAfterMs !== undefined && error.retryAfterMs <= LONGEST_WAIT_MS;
}

/** What has been answered meanwhile goes to a transport that takes answers while the reply goes on. */
async function* answerNow(
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

/** What a host's transport throws may be anything: without a connection `fetch` throws a TypeError. */
function toError(cause: unknown, signal: AbortSignal): WidgetError {
  // A conflict would make the machine look for another reply that runs, which a host's transport does not report.
  if (isWidgetError(cause)) return cause.code === 'CONFLICT' ? new WidgetError('busy', { cause }) : cause;
  if (signal.aborted) return new WidgetError('ABORTED', { cause });
  // WebKit calls it an abort when it takes the connection of a page in the background.
  const isLost = cause instanceof TypeError || (cause instanceof Error && cause.name === 'AbortError');
  return new WidgetError(isLost ? 'NETWORK' : 'failed', { cause });
}

/** A backend that does not take a message. */
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

/** Where a stream of ours goes on. */
function readPlace(
  lastEventId: string | undefined,
): { readonly runId: string; readonly messageId: string; readonly cursor: string } | undefined {
  if (!lastEventId) return undefined;
  const [runId, messageId, cursor] = JSON.parse(lastEventId) as readonly (string | undefined)[];
  return runId !== undefined && messageId !== undefined && cursor !== undefined
    ? { runId, messageId, cursor }
    : undefined;
}

/** The conversation before a reply that is written, without what stands of it. */
function withoutReply({ messages }: TransportRequest, stood: Message | undefined): readonly Message[] {
  return stood ? messages.filter(({ id }) => id !== stood.id) : messages;
}

/** What a send wants, in the words of the public interface. */
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
 * The messages a model receives: the conversation so far, and the message that is sent now.
 *
 * Superseded versions, what only this page has shown, and what has not arrived are left out.
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
