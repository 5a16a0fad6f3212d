import { useRef } from 'react';
import { ignoreShown } from '../../hooks/ignoreShown';
import { useWidget } from '../../hooks/useWidget';
import { useWords } from '../../hooks/useWidgetStore';

/** Asks for the reply again. It goes with what failed: the keyboard stays in the conversation. */
export function RetryButton({ className }: { readonly className: string }) {
  const widget = useWidget();
  const words = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const retry = (): void => {
    button.current?.closest<HTMLElement>('.sotto-scroller')?.focus({ preventScroll: true });
    ignoreShown(widget.retry());
  };
  return (
    <button ref={button} type="button" className={className} onClick={retry}>
      {words.retry}
    </button>
  );
}
