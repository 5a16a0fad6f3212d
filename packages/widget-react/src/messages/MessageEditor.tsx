import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
} from 'react';
import type { Message } from '@sotto/widget-core';
import { LengthNote } from '../composer/LengthNote';
import { ignoreShown } from '../hooks/ignoreShown';
import { useBeforePaint } from '../hooks/useChange';
import { isComposing } from '../hooks/isComposing';
import { withoutEdges } from '../hooks/useComposer';
import { useWidget } from '../hooks/useWidget';
import { useConversation, useWidgetView, useWords } from '../hooks/useWidgetStore';

interface MessageEditorProps {
  readonly message: Message;
  readonly onClose: () => void;
}

/**
 * Edits a message of the visitor in place: Enter sends the new version, Escape cancels. Both are ignored during input
 * method composition.
 */
export function MessageEditor({ message, onClose }: MessageEditorProps) {
  const widget = useWidget();
  const words = useWords();
  const [text, setText] = useState(message.text);
  const [isSent, setSent] = useState(false);
  const isQuiet = useConversation((state) => !state.reply);
  const isTouch = useWidgetView((view) => view.media.touch);
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const wording = withoutEdges(text);
  const isTooLong = wording.length > widget.integration.limits.textMaxLength;
  const noteId = useId();
  const canSave = wording !== '' && !isTooLong && isQuiet && !isSent;
  useFocusAtEnd(box);
  useEffect(() => {
    ignoreShown(widget.preload());
  }, [widget]);
  const setKept = useKeptText(text, message.text);

  const close = (): void => {
    setKept(false);
    const article = form.current?.closest<HTMLElement>('article');
    onClose();
    // The button exists again once the editor is closed.
    requestAnimationFrame(() => {
      (article?.querySelector<HTMLElement>('.sotto-message-foot > .sotto-action') ?? article)?.focus({
        preventScroll: true,
      });
    });
  };
  const save = (): void => {
    if (!canSave) return;
    if (wording === withoutEdges(message.text)) {
      close();
      return;
    }
    setSent(true);
    setKept(false);
    focusAfterSending(form.current, isTouch);
    // Failures after sending are shown in the conversation; if nothing was sent, the text stays here.
    widget.messages.edit(message.id, wording).catch(() => {
      setSent(false);
      setKept(true);
      box.current?.focus();
    });
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    const isSave = !isTouch && event.key === 'Enter' && !event.shiftKey && event.target === box.current;
    if (event.key !== 'Escape' && !isSave) return;
    event.preventDefault();
    // Escape would close the chat.
    event.stopPropagation();
    if (isSave) save();
    else close();
  };

  return (
    <form ref={form} className="sotto-editor" onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <textarea
        ref={box}
        className="sotto-textbox"
        dir="auto"
        rows={2}
        aria-label={words.edit}
        readOnly={isSent}
        value={text}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? noteId : undefined}
        enterKeyHint={isTouch ? 'enter' : 'send'}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      {isTooLong && <LengthNote id={noteId} length={wording.length} />}
      <div className="sotto-dialog-buttons">
        <button type="button" className="sotto-quiet-button" onClick={close}>
          {words.cancel}
        </button>
        <button type="submit" className="sotto-main-button" disabled={!canSave}>
          {words.save}
        </button>
      </div>
    </form>
  );
}

/** Focuses the text box, except with on-screen keyboards, which would cover the answer. */
function focusAfterSending(editor: HTMLElement | null, isTouch: boolean): void {
  const textBox = isTouch
    ? undefined
    : editor?.closest('.sotto-root')?.querySelector<HTMLElement>('.sotto-composer .sotto-textbox');
  (textBox ?? editor?.closest<HTMLElement>('.sotto-scroller'))?.focus({ preventScroll: true });
}

function useFocusAtEnd(box: { readonly current: HTMLTextAreaElement | null }): void {
  useLayoutEffect(() => {
    const element = box.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
    element?.scrollIntoView({ block: 'nearest' });
  }, [box]);
}

/**
 * If the message disappears because another tab has switched branches, the edited text moves to the text box if that
 * is empty.
 */
function useKeptText(text: string, original: string): (isKept: boolean) => void {
  const widget = useWidget();
  const isKept = useRef(true);
  const latest = useRef(text);
  useBeforePaint(() => {
    latest.current = text;
  });
  useEffect(
    () => () => {
      if (isKept.current && latest.current !== original && widget.draft.getState().text === '')
        widget.draft.set(latest.current);
    },
    [widget, original],
  );
  return useCallback((isNowKept) => {
    isKept.current = isNowKept;
  }, []);
}
