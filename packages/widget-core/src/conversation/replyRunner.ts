import { isWidgetError, WidgetError, type ErrorCode } from '../errors';
import type { Clock } from '../lib/clock';
import type { NumberedReplyEvent } from '../api/replyEvents';
import { isRunGone } from '../transport/platformTransport';
import { rootError } from '../transport/retry';
import { toNetworkError } from '../transport/httpClient';
import type { FunctionCalls } from './callFunction';
import { messageKey, type ReplyFailure } from './conversationState';
import type { ConversationStore } from './conversationStore';
import { toFailure } from './replyFailure';
import { createReplyReader, type ReplyReader } from './replyToEvents';

/** Which reply a stream writes. */
export interface RunningReply {
  /** Render key of the reply. */
  readonly key: string;
  readonly answers: string | undefined;
  /** Characters known already. */
  readonly offset: number;
  /** Whether the run began before this stream: calls in it may be answered already. */
  readonly isResumed: boolean;
  /** The reply appears only when the stream has begun: nobody knew before that one runs. */
  readonly startsLate?: boolean;
  /** The server has the message. */
  readonly onAccepted?: () => void;
}

/** `settled`: finished, failed or left to others, and the state says so. `unsent`: the server never said that it has the message. `gone`: the message list has to tell. */
export type RunOutcome = { readonly kind: 'settled' } | { readonly kind: 'unsent' | 'gone'; readonly error: WidgetError };

/** What reading a reply needs. */
export interface ReplyRunnerOptions {
  readonly clock: Clock;
  readonly conversation: ConversationStore;
  readonly calls: FunctionCalls;
  /** Hears every event of the stream except tokens, which are told when they are shown. */
  readonly onStreamEvent: (event: NumberedReplyEvent) => void;
}

/** Reads a reply from its stream into the conversation. The signal's end means that another tab, or a later page, goes on with it. */
export type ReplyRunner = (stream: AsyncIterable<NumberedReplyEvent>, reply: RunningReply, signal: AbortSignal) => Promise<RunOutcome>;

/** @see ReplyRunner */
export function createReplyRunner({ clock, conversation, calls, onStreamEvent }: ReplyRunnerOptions): ReplyRunner {
  const { store, dispatch } = conversation;

  function begin(event: NumberedReplyEvent, reply: RunningReply): ReplyReader | undefined {
    const live = store.getState().reply;
    if (event.type !== 'completeBegin') return undefined;
    if (live?.key === reply.key && live.runId !== undefined && live.runId !== event.data.id) throw new WidgetError('GONE');
    reply.onAccepted?.();
    if (!reply.startsLate) return undefined;
    const answered = store.getState().messages.find((message) => message.id === event.data.userMessageId);
    const answers = answered && messageKey(answered);
    dispatch({ type: 'reply-start', key: reply.key, ...(answers !== undefined && { answers }), startedAt: clock.now() });
    return createReplyReader(reply.key, answers, 0, clock);
  }

  return async (stream, reply, signal) => {
    let reader = createReplyReader(reply.key, reply.answers, reply.offset, clock);
    let isAccepted = reply.isResumed;
    let failure: ReplyFailure | undefined;
    let isFinished = false;
    try {
      for await (const event of stream) {
        if (signal.aborted) break;
        reader = begin(event, reply) ?? reader;
        isAccepted = true;
        if (store.getState().reply?.isReconnecting) dispatch({ type: 'reply-reconnecting', key: reply.key, isReconnecting: false });
        if (event.type === 'waitForChannelMessageBegin') calls.begin(event.data, reply.isResumed);
        if (event.type === 'waitForChannelMessageEnd') calls.end(event.data.channel);
        if (event.type === 'error') failure = toFailure(reply.answers, event.data.code, event.data.message);
        if (event.type !== 'token') onStreamEvent(event);
        for (const happened of reader.read(event)) dispatch(happened, { lastEventId: event.id });
        isFinished ||= event.type === 'result';
      }
    } catch (cause) {
      conversation.flush();
      const error = toNetworkError(cause, signal);
      if (signal.aborted || isFinished || failure) return settle(reply, failure, signal);
      if (!isAccepted) return { kind: 'unsent', error };
      if (isRunGone(error) || error.code === 'NETWORK') return { kind: 'gone', error };
      return settle(reply, toFailure(reply.answers, error.code, error.message), signal);
    }
    conversation.flush();
    if (isFinished || failure || signal.aborted) return settle(reply, failure, signal);
    return { kind: 'gone', error: new WidgetError('GONE') };
  };

  function settle(reply: RunningReply, failure: ReplyFailure | undefined, signal: AbortSignal): RunOutcome {
    if (failure && !signal.aborted) dispatch({ type: 'reply-failed', key: reply.key, failure: { ...failure } });
    return { kind: 'settled' };
  }
}

/** What is shown of an error: the code of what really went wrong, and its sentence. */
export function describeError(error: unknown): { code: ErrorCode; message: string } {
  if (!isWidgetError(error)) return { code: 'failed', message: new WidgetError('failed').message };
  return { code: rootError(error).code, message: error.message };
}
