import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { useWidget } from '../hooks/useWidget';
import { useWords } from '../hooks/useWidgetStore';
import type { ComposerHandle } from '../parts/components';

interface StartFirstFormProps {
  /** The same interface as the text box, so the focus can be moved to the button. */
  readonly handle?: Ref<ComposerHandle> | undefined;
  /** Called when the visitor has started; then the text box is shown. */
  readonly onStart: () => void;
}

/** Start button instead of the text box before the first message [W-9]. Pressing it lets the bot begin. */
export function StartFirstForm({ handle, onStart }: StartFirstFormProps) {
  const widget = useWidget();
  const words = useWords();
  const [isStarting, setStarting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isShown = useRef(true);
  useImperativeHandle(handle, () => ({ focus: () => button.current?.focus({ preventScroll: true }) }), []);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const start = (): void => {
    // Not `disabled`, which would lose the focus before the text box appears.
    if (isStarting) return;
    setStarting(true);
    onStart();
    widget.conversation
      .initiate()
      .catch(() => undefined)
      .finally(() => {
        if (isShown.current) setStarting(false);
      });
  };
  return (
    <button
      ref={button}
      type="button"
      className="sotto-main-button sotto-start"
      aria-disabled={isStarting || undefined}
      aria-busy={isStarting || undefined}
      onClick={start}
    >
      {words.start}
    </button>
  );
}
