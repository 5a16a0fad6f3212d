import { API_ERRORS, type ApiErrorCode } from '../errors';
import type { Json } from '../lib/json';
import type { Message } from '../api/message';
import type { MessagePart } from '../api/parts';
import type { ReplyEventType } from '../api/replyEvents';

/** One reply of the fake server: numbered events that can be read again. */
export interface FakeRun {
  readonly runId: string;
  isLive(): boolean;
  /** The events after an id, as they travel. */
  after(lastEventId: string | null): readonly string[];
  /** Hears the events after an id: the stored ones at once, then what comes. */
  subscribe(lastEventId: string | null, listener: (text: string) => void): () => void;
  emit(pieces: number): void;
  finish(): void;
  /** The model has reached the length it may write. */
  cutShort(): void;
  /** Says something else between the pieces. */
  sendEvent(type: ReplyEventType, data: unknown): void;
  /** What the reply is made of in the end. */
  endWith(parts: readonly MessagePart[]): void;
  abort(): void;
  fail(code: ApiErrorCode): void;
  /** The server was killed: nothing more comes. */
  die(): void;
  want(channel: string, name: string, args: Json, confirm: boolean, isApproval?: boolean): void;
  answered(channel: string): void;
}

/** What a run is made of. */
export interface FakeRunOptions {
  readonly runId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly userMessageId: string | undefined;
  readonly pieces: readonly string[];
  /** The text that stands already, when it is the rest of a message. */
  readonly stood?: string | undefined;
  readonly onStored: (message: Message) => void;
  /** It failed before its first word. */
  readonly onUnanswered: (failure: NonNullable<Message['failure']>) => void;
}

/** @see FakeRun */
export function createFakeRun({
  runId,
  conversationId,
  messageId,
  userMessageId,
  pieces,
  stood = '',
  onStored,
  onUnanswered,
}: FakeRunOptions): FakeRun {
  const events: string[] = [];
  const listeners = new Set<(text: string) => void>();
  let written = stood;
  let parts: readonly MessagePart[] | undefined;
  let next = 0;
  let isLive = true;

  function push(type: ReplyEventType, data: unknown): void {
    const text = `id: ${runId}.${String(events.length + 1)}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
    events.push(text);
    for (const listener of [...listeners]) listener(text);
  }
  function emit(number: number): void {
    for (const piece of pieces.slice(next, next + number)) {
      written += piece;
      push('token', { token: piece });
    }
    next = Math.min(next + number, pieces.length);
  }
  function end(reason: 'stop' | 'abort' | 'length'): void {
    if (!isLive) return;
    const whole = parts && { parts: [...parts] };
    if (written !== '')
      onStored({ id: messageId, type: 'bot', text: written, ...whole, ...(reason !== 'stop' && { end: reason }) });
    push('result', { id: messageId, text: written, usage: { token: 7 }, end: { reason }, userMessageId, ...whole });
    isLive = false;
    push('completeEnd', { id: runId });
  }
  const after = (lastEventId: string | null): readonly string[] =>
    events.slice(lastEventId === null ? 0 : Number(lastEventId.split('.').at(-1)));

  push('completeBegin', { id: runId, conversationId, messageId, userMessageId });
  return {
    runId,
    isLive: () => isLive,
    after,
    subscribe(lastEventId, listener) {
      for (const text of after(lastEventId)) listener(text);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    emit,
    finish() {
      if (!isLive) return;
      emit(pieces.length);
      end('stop');
    },
    cutShort() {
      end('length');
    },
    sendEvent: push,
    endWith(made) {
      parts = made;
    },
    abort() {
      push('abort', {});
      end('abort');
    },
    fail(code) {
      const failure = { code, message: API_ERRORS[code].message };
      if (written !== '') onStored({ id: messageId, type: 'bot', text: written, failure });
      else onUnanswered(failure);
      push('error', failure);
      isLive = false;
      push('completeEnd', { id: runId });
    },
    die() {
      isLive = false;
    },
    want(channel, name, args, confirm, isApproval) {
      push('waitForChannelMessageBegin', {
        channel,
        function: { name, args },
        callId: `call_${channel}`,
        timeoutMs: 60_000,
        ...(confirm && { confirm }),
        ...(isApproval && { isApproval }),
      });
    },
    answered(channel) {
      push('waitForChannelMessageEnd', { channel, callId: `call_${channel}`, ok: true });
    },
  };
}
