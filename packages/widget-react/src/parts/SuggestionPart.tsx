import type { ReactNode } from 'react';
import type { SuggestionInline } from '@sotto/widget-core/content';
import { useConfig, useConversation } from '../hooks/useWidgetStore';
import { useWidget } from '../hooks/useWidget';
import { ignoreShown } from '../hooks/ignoreShown';

/** Words the visitor can send with one click. */
export function SuggestionPart({
  suggestion,
  children,
}: {
  readonly suggestion: SuggestionInline;
  readonly children: ReactNode;
}) {
  const widget = useWidget();
  const isBusy = useConversation((state) => state.reply !== undefined);
  const isDisabled = useConfig((config) => config.disabled) || isBusy;
  return (
    <button
      type="button"
      className="sotto-chip"
      disabled={isDisabled}
      onClick={() => {
        ignoreShown(widget.sendMessage({ message: suggestion.text, type: 'input' }));
      }}
    >
      {children}
    </button>
  );
}
