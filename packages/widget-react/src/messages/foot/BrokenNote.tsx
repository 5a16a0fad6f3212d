import type { Message } from '@sotto/widget-core';
import { AlertIcon } from '../../chrome/icons';
import { useConversation, useWords } from '../../hooks/useWidgetStore';
import { describeFailure } from './describeFailure';
import { ContinueButton } from './EndNote';
import { RetryButton } from './RetryButton';

/** Under a reply that broke off: why, as long as it is the newest, and a way on. */
export function BrokenNote({ message }: { readonly message: Message }) {
  const words = useWords();
  const failure = useConversation((state) => (state.failure?.replaces === message.id ? state.failure : undefined));
  return (
    <p className="sotto-note sotto-note-failed" data-code={failure?.code}>
      <AlertIcon />
      <span>{failure ? describeFailure(failure, words) : words.replyBroken}</span>
      {failure?.canRetry && <RetryButton className="sotto-text-button" />}
      {failure?.canRetry && <ContinueButton message={message} />}
    </p>
  );
}
