import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { useWidget } from '../hooks/useWidget';
import { useWords } from '../hooks/useWidgetStore';
import type { ComposerHandle } from '../parts/components';

interface StartFirstFormProps {
  /** The same as the text box has: whoever gives it the focus gives it to the button. */
  readonly handle?: Ref<ComposerHandle> | undefined;
  /** The visitor has begun: the text box follows. */
  readonly onStart: () => void;
}

/** A button in place of the text box before the first message [W-9]. A press lets the bot begin. */
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
    // Not `disabled`: the focus would be lost between the press and the text box.
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
