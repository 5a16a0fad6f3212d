import { ignoreShown } from '../../hooks/ignoreShown';
import { useWidget } from '../../hooks/useWidget';
import { useConversation, useWidgetView, useWords } from '../../hooks/useWidgetStore';
import { AlertIcon, ClockIcon } from '../../icons/icons';
import { describeFailure } from './FailureNotice';

/** Errors for which sending the same message again is useless (contract 1.3). */
const REFUSED: ReadonlySet<string> = new Set(['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'disabled']);

/** Delivery state of a visitor's message. "Sending" appears only after a delay. */
export function DeliveryNote({ messageKey }: { readonly messageKey: string }) {
  const widget = useWidget();
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const delivery = useConversation((state) => state.deliveries[messageKey]);
  switch (delivery?.state) {
    case undefined:
      return null;
    case 'sending':
      return <p className="sotto-note sotto-note-late">{words.sending}</p>;
    case 'waiting':
      return (
        <p className="sotto-note">
          <span>
            <ClockIcon />
            {words.waiting}
          </span>
        </p>
      );
    case 'failed':
      return (
        <p className="sotto-note sotto-note-failed">
          <span title={delivery.message} dir="auto">
            <AlertIcon />
            {delivery.code === 'LIMITS_REACHED' ? describeFailure(delivery, words, language) : words.notSent}
          </span>
          {!REFUSED.has(delivery.code) && (
            <button
              type="button"
              className="sotto-text-button"
              onClick={() => {
                ignoreShown(widget.conversation.retry());
              }}
            >
              {words.retry}
            </button>
          )}
        </p>
      );
  }
}
