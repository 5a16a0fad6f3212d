import { ignoreShown } from '../../hooks/ignoreShown';
import { useWidget } from '../../hooks/useWidget';
import { useConversation, useWords } from '../../hooks/useWidgetStore';
import { AlertIcon, ClockIcon } from '../../chrome/icons';

/** How far a message of the visitor has come. "Sending" appears only when it takes a while. */
export function DeliveryNote({ messageKey }: { readonly messageKey: string }) {
  const widget = useWidget();
  const words = useWords();
  const delivery = useConversation((state) => state.deliveries[messageKey]);
  switch (delivery?.state) {
    case undefined:
      return null;
    case 'sending':
      return <p className="sotto-note sotto-note-late">{words.sending}</p>;
    case 'waiting':
      return (
        <p className="sotto-note">
          <ClockIcon />
          {words.waiting}
        </p>
      );
    case 'failed':
      return (
        <p className="sotto-note sotto-note-failed">
          <AlertIcon />
          <span title={delivery.message}>{words.notSent}</span>
          <button
            type="button"
            className="sotto-text-button"
            onClick={() => {
              ignoreShown(widget.conversation.retry());
            }}
          >
            {words.retry}
          </button>
        </p>
      );
  }
}
