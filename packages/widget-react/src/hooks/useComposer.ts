import { useState } from 'react';
import { conversationStatus } from '@sotto/widget-core';
import { ignoreShown } from './ignoreShown';
import { useWidget } from './useWidget';
import { useConfig, useConversation, useDraft, useWidgetView } from './useWidgetStore';

/** A text box of your own. */
export interface ComposerState {
  /** What is typed but not sent. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Sends the text, with the files beside it once they are uploaded. Does nothing while `canSend` is false. */
  readonly send: () => void;
  /** Ends the running reply; its text so far is kept. */
  readonly stop: () => void;
  /** Takes back a message that waits for its files. */
  readonly cancel: () => void;
  /** What the button is for now: `stop` while a reply is written, `cancel` while a message waits for its files. */
  readonly does: 'send' | 'stop' | 'cancel';
  /** Whether there is something to send, and it can be sent now. */
  readonly canSend: boolean;
  /** Whether the text is longer than the server takes (`widget.integration.limits.textMaxLength`). */
  readonly isTooLong: boolean;
  /** Whether the widget is disabled. */
  readonly isDisabled: boolean;
}

/** What a text box needs. */
export function useComposer(): ComposerState {
  const widget = useWidget();
  const text = useDraft((draft) => draft.text);
  const isDisabled = useConfig((config) => config.disabled);
  const isAnswering = useConversation((state) => conversationStatus(state) !== 'idle');
  const hasFiles = useWidgetView((view) => view.files.length > 0);
  const [held, setHeld] = useState<AbortController>();
  const { textMaxLength } = widget.integration.limits;
  const isTooLong = withoutEdges(text).length > textMaxLength;
  const isFree = !isDisabled && !isAnswering && !held;
  return {
    text,
    setText(draft) {
      // Databases and the reader of markdown have no NUL.
      widget.draft.set(draft.replaceAll('\0', ''));
    },
    send() {
      // As it is now: what was typed a moment ago may not be drawn yet.
      const message = withoutEdges(widget.draft.getState().text);
      if (!isFree || message.length > textMaxLength || (message === '' && !hasFiles)) return;
      if (!hasFiles) {
        widget.draft.set('');
        ignoreShown(widget.conversation.send({ message }));
        return;
      }
      // It goes out when its files are there; until then it stands here and can be taken back.
      const waiting = new AbortController();
      setHeld(waiting);
      ignoreShown(
        widget.draft.send(message, waiting.signal).finally(() => {
          setHeld(undefined);
        }),
      );
    },
    stop() {
      ignoreShown(widget.conversation.stop());
    },
    cancel() {
      held?.abort();
    },
    does: held ? 'cancel' : isAnswering ? 'stop' : 'send',
    canSend: isFree && !isTooLong && (text.trim() !== '' || hasFiles),
    isTooLong,
    isDisabled,
  };
}

/**
 * A text without blank lines before it and white space behind it. The first of several lines keeps its indentation, which
 * means something in code.
 */
export function withoutEdges(text: string): string {
  const words = text.trimEnd().replace(/^\s*\n/, '');
  return words.includes('\n') ? words : words.trim();
}
