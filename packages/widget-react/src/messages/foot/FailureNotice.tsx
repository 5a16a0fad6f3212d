import { AlertIcon } from '../../icons/icons';
import { useConversation, useWords, useWidgetView } from '../../hooks/useWidgetStore';
import { WidgetError, type Message, type ReplyFailure, type WordMap } from '@sotto/widget-core';
import { fillWord } from '@sotto/widget-core/internal';
import { useRef } from 'react';
import { ignoreShown } from '../../hooks/ignoreShown';
import { useWidget } from '../../hooks/useWidget';
import { ContinueButton } from './EndNote';
import { formatTime } from '../../lib/formatTime';

/** A failed reply: what happened and what the visitor can do. A partial reply shows this itself. */
export function FailureNotice() {
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const failure = useConversation((state) => state.failure);
  const isBroken = useConversation(
    (state) =>
      state.failure?.replaces !== undefined &&
      state.messages.some((message) => message.failure && message.id === state.failure?.replaces),
  );
  if (!failure || isBroken) return null;
  return (
    <div className="sotto-failure" data-code={failure.code}>
      <AlertIcon />
      <p dir="auto">{describeFailure(failure, words, language)}</p>
      {failure.canRetry && failure.continues === undefined && <RetryButton className="sotto-quiet-button" />}
    </div>
  );
}

/** Errors that concern the owner, not the visitor (contract 1.3). */
const CLOSED: ReadonlySet<string> = new Set(['LIMITS_REACHED', 'NO_SUBSCRIPTION', 'disabled']);
/** Errors between server and model. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'INTERNAL_SERVER_ERROR',
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
  'TIMEOUT',
  'GONE',
  'NETWORK',
]);

/**
 * One sentence on why there is no reply, in the visitor's language unless the backend wrote one; for a limit, when it
 * ends, if that is in the future.
 */
export function describeFailure(
  { code, message, retryAt = 0 }: Pick<ReplyFailure, 'code' | 'message' | 'retryAt'>,
  words: WordMap,
  language: string,
): string {
  if (CLOSED.has(code))
    return retryAt > Date.now() ? fillWord(words.availableAgain, { time: formatTime(retryAt, language) }) : words.busy;
  if (code === 'NO_ANSWER') return words.replyEmpty;
  if (UNAVAILABLE.has(code)) return words.replyFailed;
  // The default messages are in English.
  const isDefault = message === new WidgetError(code).message || message === new WidgetError('failed').message;
  return isDefault ? words.errorGeneric : message;
}

/** Like `describeFailure`, below a partial reply, which may also have been cut by a filter. */
export function describeBroken(
  failure: Pick<ReplyFailure, 'code' | 'message' | 'retryAt'>,
  words: WordMap,
  language: string,
): string {
  const { replyBroken } = words;
  return failure.code === 'UNPROCESSABLE_ENTITY'
    ? replyBroken
    : describeFailure(failure, { ...words, replyFailed: replyBroken, errorGeneric: replyBroken }, language);
}

/** Requests the reply again. The button disappears, so the focus moves to the conversation. */
export function RetryButton({ className }: { readonly className: string }) {
  const widget = useWidget();
  const words = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const retry = (): void => {
    button.current?.closest<HTMLElement>('.sotto-scroller')?.focus({ preventScroll: true });
    ignoreShown(widget.conversation.retry());
  };
  return (
    <button ref={button} type="button" className={className} onClick={retry}>
      {words.retry}
    </button>
  );
}

/** Shown below an interrupted reply: the reason, while it is the newest, and a retry button. */
export function BrokenNote({ message }: { readonly message: Message }) {
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const failure = useConversation((state) => (state.failure?.replaces === message.id ? state.failure : undefined));
  return (
    <p className="sotto-note sotto-note-failed" data-code={failure?.code}>
      <span>
        <AlertIcon />
        {failure ? describeBroken(failure, words, language) : words.replyBroken}
      </span>
      {failure?.canRetry && failure.continues === undefined && <RetryButton className="sotto-text-button" />}
      {failure && (failure.canRetry || failure.continues !== undefined) && <ContinueButton message={message} />}
    </p>
  );
}

/** Shown below the last message: why a reply failed, and who is typing. */
export function ListEnd() {
  const words = useWords();
  const typist = useWidgetView((view) => view.typist);
  return (
    <>
      <FailureNotice />
      {typist !== undefined && (
        <p className="sotto-note sotto-typing" dir="auto">
          {fillWord(words.typing, { name: typist })}
        </p>
      )}
    </>
  );
}
