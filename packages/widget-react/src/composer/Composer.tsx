import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { isComposing } from '../hooks/isComposing';
import { lazyPart } from '../hooks/lazyPart';
import { useComposer, withoutEdges } from '../hooks/useComposer';
import { useWidget } from '../hooks/useWidget';
import { useTakesFiles } from '../hooks/useAttachments';
import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { Replaceable, useOwnComponents, type ComposerProps } from '../parts/components';
import { SendButton as OurSendButton } from './SendButton';

const AttachButton = lazyPart(
  () => import('./AttachButton').then((part) => part.AttachButton),
  <span className="sotto-tool" />,
  { isFirst: true },
);
const LengthNote = lazyPart(() => import('./LengthNote').then((part) => part.LengthNote));
const VoiceButton = lazyPart(() => import('./VoiceButton').then((part) => part.VoiceButton), null, { isFirst: true });

/**
 * The text box [W-7]: Enter sends, Shift+Enter adds a line, and Enter never sends during input method composition.
 */
export function Composer({ handle }: ComposerProps) {
  const { SendButton = OurSendButton, ComposerButtons } = useOwnComponents();
  const words = useWords();
  const { text, setText, send, stop, cancel, does, canSend, isTooLong, isDisabled } = useComposer();
  const placeholder = useConfig((config) => config.placeholder);
  const takesFiles = useTakesFiles();
  const hearsVoice = useConfig((config) => config.voiceIn);
  const isTouch = useWidgetView((view) => view.media.touch);
  const box = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isAnswering = does === 'stop';
  const { textMaxLength } = useWidget().integration.limits;
  /** Length of pasted text that was refused; 0 if none. */
  const [refused, setRefused] = useState(0);
  const noteId = useId();

  useImperativeHandle(handle, () => ({ focus: () => box.current?.focus({ preventScroll: true }) }), []);
  useGrowingHeight(box, text);
  useEffect(() => {
    // Stop has turned into a disabled Send, so the focus must move.
    if (!isAnswering && button.current !== null && button.current === button.current.ownerDocument.activeElement)
      box.current?.focus({ preventScroll: true });
  }, [isAnswering]);

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send();
    if (!isTouch) box.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // On-screen keyboards have no Shift+Enter: their Enter adds a line, and the button sends.
    if (isTouch || event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  // Browsers need half a second to lay out 200,000 characters. The text is still on the clipboard.
  const onPaste = (event: ClipboardEvent): void => {
    const { length } = event.clipboardData.getData('text/plain');
    if (length <= textMaxLength) return;
    event.preventDefault();
    setRefused(length);
  };
  const onClick = (): void => {
    if (does === 'cancel') cancel();
    if (does !== 'stop') return;
    stop();
    box.current?.focus({ preventScroll: true });
  };

  return (
    <form className="sotto-composer" onSubmit={onSubmit}>
      <div className="sotto-field" data-disabled={isDisabled || undefined}>
        {takesFiles && (
          <Replaceable name="AttachButton" given={{ isDisabled }}>
            <AttachButton isDisabled={isDisabled} />
          </Replaceable>
        )}
        <textarea
          ref={box}
          className="sotto-textbox"
          rows={1}
          dir={text === '' ? undefined : 'auto'}
          aria-label={words.placeholder}
          placeholder={placeholder || words.placeholder}
          title={isDisabled ? words.busy : undefined}
          disabled={isDisabled}
          readOnly={does === 'cancel'}
          value={text}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong || refused > 0 ? noteId : undefined}
          enterKeyHint={isTouch ? 'enter' : 'send'}
          onChange={(event) => {
            setRefused(0);
            setText(event.target.value);
          }}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
        />
        {hearsVoice && (
          <Replaceable name="VoiceButton" given={{ isDisabled }}>
            <VoiceButton isDisabled={isDisabled} onSend={send} />
          </Replaceable>
        )}
        {ComposerButtons && <ComposerButtons isDisabled={isDisabled} />}
        <SendButton
          does={does}
          label={words[does]}
          isDisabled={does === 'send' && !canSend}
          onClick={onClick}
          buttonRef={button}
        />
      </div>
      {(isTooLong || refused > 0) && <LengthNote id={noteId} length={refused || withoutEdges(text).length} />}
    </form>
  );
}

/** Grows with the text, up to the limit of 20 rem in the style sheet. Not needed in browsers with `field-sizing`. */
function useGrowingHeight(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || (typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content'))) return;
    element.style.setProperty('height', 'auto');
    element.style.setProperty('height', `${element.scrollHeight}px`);
  }, [box, text]);
}
