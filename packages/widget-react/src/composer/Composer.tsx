import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { conversationStatus } from '@sotto/widget-core';
import { ignoreShown } from '../hooks/ignoreShown';
import { isComposing } from '../hooks/isComposing';
import { lazyPart } from '../hooks/lazyPart';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useConversation, useDraft, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { useOwnComponents, type ComposerProps } from '../parts/components';
import { SendButton as OurSendButton } from './SendButton';

const AttachButton = lazyPart(
  () => import('./AttachButton').then((part) => part.AttachButton),
  <span className="sotto-tool" />,
  { isFirst: true },
);
const VoiceButton = lazyPart(() => import('./VoiceButton').then((part) => part.VoiceButton), null, { isFirst: true });

/** The text box [W-7]: Enter sends, Shift+Enter breaks the line, and an open input method never sends. */
export function Composer({ handle }: ComposerProps) {
  const widget = useWidget();
  const { SendButton = OurSendButton } = useOwnComponents();
  const words = useWords();
  const text = useDraft((draft) => draft.text);
  const placeholder = useConfig((config) => config.placeholder);
  const isDisabled = useConfig((config) => config.disabled);
  const isAnswering = useConversation((state) => conversationStatus(state) !== 'idle');
  const takesFiles = useConfig((config) => config.attachments) && widget.integration.features.upload;
  const hearsVoice = useConfig((config) => config.voiceIn);
  const hasFiles = useWidgetView((view) => view.files.length > 0);
  const [held, setHeld] = useState<AbortController>();
  const isTouch = useWidgetView((view) => view.media.touch);
  const box = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isFree = !isDisabled && !isAnswering && !held;

  useImperativeHandle(handle, () => ({ focus: () => box.current?.focus({ preventScroll: true }) }), []);
  useGrowingHeight(box, text);
  useEffect(() => {
    // Stop has become a Send that is disabled: a keyboard would be stuck on it.
    if (!isAnswering && button.current !== null && button.current === button.current.ownerDocument.activeElement)
      box.current?.focus({ preventScroll: true });
  }, [isAnswering]);

  const send = (): void => {
    // As it is now: what was typed a moment ago may not be drawn yet.
    const message = widget.draft.getState().text.trim();
    if (!isFree || (message === '' && !hasFiles)) return;
    if (hasFiles) {
      // It goes out when its files are there; until then it stands here and can be taken back.
      const waiting = new AbortController();
      setHeld(waiting);
      ignoreShown(
        widget.draft.send(message, waiting.signal).finally(() => {
          setHeld(undefined);
        }),
      );
      return;
    }
    widget.draft.set('');
    ignoreShown(widget.conversation.send({ message }));
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send();
    if (!isTouch) box.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  const sending = held
    ? {
        does: 'cancel' as const,
        label: words.cancel,
        isDisabled: false,
        onClick: () => {
          held.abort();
        },
      }
    : isAnswering
      ? {
          does: 'stop' as const,
          label: words.stop,
          isDisabled: false,
          onClick: () => {
            ignoreShown(widget.conversation.stop());
            box.current?.focus({ preventScroll: true });
          },
        }
      : {
          does: 'send' as const,
          label: words.send,
          isDisabled: !isFree || (text.trim() === '' && !hasFiles),
          onClick: () => undefined,
        };

  return (
    <form className="sotto-composer" onSubmit={onSubmit}>
      <div className="sotto-field" data-disabled={isDisabled || undefined}>
        {takesFiles && <AttachButton isDisabled={isDisabled} />}
        <textarea
          ref={box}
          className="sotto-textbox"
          rows={1}
          dir={text === '' ? undefined : 'auto'}
          aria-label={words.placeholder}
          placeholder={placeholder || words.placeholder}
          title={isDisabled ? words.busy : undefined}
          disabled={isDisabled}
          readOnly={held !== undefined}
          value={text}
          enterKeyHint="send"
          onChange={(event) => {
            widget.draft.set(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        {hearsVoice && <VoiceButton isDisabled={isDisabled} onSend={send} />}
        <SendButton {...sending} buttonRef={button} />
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
