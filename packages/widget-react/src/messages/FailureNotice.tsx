import { ignoreShown } from '../hooks/ignoreShown';
import { useWidget } from '../hooks/useWidget';
import { useConversation, useWords } from '../hooks/useWidgetStore';
import { AlertIcon } from '../chrome/icons';

/** A reply that did not come: what happened, in words, and a way on. */
export function FailureNotice() {
  const widget = useWidget();
  const words = useWords();
  const failure = useConversation((state) => state.failure);
  if (!failure) return null;
  return (
    <div className="sotto-failure" data-code={failure.code}>
      <AlertIcon />
      <p dir="auto">{failure.message}</p>
      {failure.canRetry && <button type="button" className="sotto-quiet-button" onClick={() => { ignoreShown(widget.retry()); }}>{words.retry}</button>}
    </div>
  );
}
