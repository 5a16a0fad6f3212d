import { useId } from 'react';
import { CloseIcon } from '../icons/icons';
import { useWidget } from '../hooks/useWidget';
import { useWidgetView, useWords } from '../hooks/useWidgetStore';

interface PageNotesProps {
  readonly onOpen: () => void;
}

/**
 * The page's notifications beside the launcher (`notify`): pressing one opens the chat, its cross removes it. In a
 * frame the host page renders them.
 */
export function PageNotes({ onOpen }: PageNotesProps) {
  const notifications = useWidgetView((view) => view.notifications);
  return Object.entries(notifications).map(([name, { text }]) => (
    <PageNote key={name} name={name} text={text} onOpen={onOpen} />
  ));
}

function PageNote({ name, text, onOpen }: PageNotesProps & { readonly name: string; readonly text: string }) {
  const widget = useWidget();
  const words = useWords();
  const id = useId();
  return (
    <div className="sotto-peek">
      <div className="sotto-peek-card">
        <p className="sotto-peek-text" id={id} dir="auto">
          {text}
        </p>
        <button
          type="button"
          className="sotto-peek-open"
          // "Open chat" is the name of the launcher beside it.
          aria-labelledby={id}
          onClick={onOpen}
        />
        <button
          type="button"
          className="sotto-peek-close"
          aria-label={words.dismiss}
          aria-describedby={id}
          title={words.dismiss}
          onClick={() => {
            widget.view.notify({ [name]: null });
          }}
        >
          <CloseIcon />
        </button>
      </div>
    </div>
  );
}
