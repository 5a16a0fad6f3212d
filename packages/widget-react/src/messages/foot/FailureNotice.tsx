import { AlertIcon } from '../../chrome/icons';
import { useConversation, useWords } from '../../hooks/useWidgetStore';
import { describeFailure } from './describeFailure';
import { RetryButton } from './RetryButton';

/** A reply that did not come: what happened, in words, and a way on. Where text has come, it says so itself. */
export function FailureNotice() {
  const words = useWords();
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
      <p dir="auto">{describeFailure(failure, words)}</p>
      {failure.canRetry && <RetryButton className="sotto-quiet-button" />}
    </div>
  );
}
