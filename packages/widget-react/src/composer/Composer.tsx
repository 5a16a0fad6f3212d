import { useEffect, useImperativeHandle, useLayoutEffect, useRef, type FormEvent, type KeyboardEvent, type Ref, type RefObject } from 'react';
import { conversationStatus } from '@sotto/widget-core';
import { ignoreShown } from '../hooks/ignoreShown';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useConversation, useDraft, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { SendIcon, StopIcon } from '../chrome/icons';

/** What others may ask of the text box. */
export interface ComposerHandle {
  focus(): void;
}

/** The text box [W-7]: Enter sends, Shift+Enter breaks the line, and an open input method never sends. */
export function Composer({ handle }: { readonly handle?: Ref<ComposerHandle> | undefined }) {
  const widget = useWidget();
  const words = useWords();
  const text = useDraft((draft) => draft.text);
  const placeholder = useConfig((config) => config.placeholder);
  const isDisabled = useConfig((config) => config.disabled);
  const isAnswering = useConversation((state) => conversationStatus(state) !== 'idle');
  const isTouch = useWidgetView((view) => view.media.touch);
  const box = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const canSend = !isDisabled && !isAnswering && text.trim() !== '';

  useImperativeHandle(handle, () => ({ focus: () => box.current?.focus({ preventScroll: true }) }), []);
  useGrowingHeight(box, text);
  useEffect(() => {
    // Stop has become a Send that is disabled: a keyboard would be stuck on it.
    if (!isAnswering && button.current !== null && button.current === button.current.ownerDocument.activeElement) box.current?.focus({ preventScroll: true });
  }, [isAnswering]);

  const send = (): void => {
    if (!canSend) return;
    widget.setDraft('');
    ignoreShown(widget.sendMessage({ message: text.trim() }));
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send();
    if (!isTouch) box.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Safari ends a composition before the keydown of its Enter, which then has the key code of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };

  return (
    <form className="sotto-composer" onSubmit={onSubmit}>
      <div className="sotto-field" data-disabled={isDisabled || undefined}>
        <textarea
          ref={box}
          className="sotto-textbox"
          rows={1}
          dir={text === '' ? undefined : 'auto'}
          aria-label={words.placeholder}
          placeholder={placeholder || words.placeholder}
          title={isDisabled ? words.busy : undefined}
          disabled={isDisabled}
          value={text}
          enterKeyHint="send"
          onChange={(event) => { widget.setDraft(event.target.value); }}
          onKeyDown={onKeyDown}
        />
        {isAnswering ? (
          <button ref={button} type="button" className="sotto-send" data-stops aria-label={words.stop} title={words.stop} onClick={() => { ignoreShown(widget.stop()); box.current?.focus({ preventScroll: true }); }}>
            <StopIcon />
          </button>
        ) : (
          <button ref={button} type="submit" className="sotto-send" aria-label={words.send} title={isDisabled ? words.busy : words.send} disabled={!canSend}>
            <SendIcon />
          </button>
        )}
      </div>
    </form>
  );
}

/** Grows with its text; the style sheet ends it at 20 rem. Browsers with `field-sizing` need no help. */
function useGrowingHeight(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || (typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content'))) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [box, text]);
}
