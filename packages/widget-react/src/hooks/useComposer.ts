import { useState } from 'react';
import { conversationStatus } from '@sotto/widget-core';
import { ignoreShown } from './ignoreShown';
import { useWidget } from './useWidget';
import { useConfig, useConversation, useDraft, useWidgetView } from './useWidgetStore';

/** State and actions for a custom text box. */
export interface ComposerState {
  /** The draft. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Sends the text, once its files are uploaded. Does nothing while `canSend` is false. */
  readonly send: () => void;
  /** Stops the streaming reply; its text so far is kept. */
  readonly stop: () => void;
  /** Withdraws a message that waits for its files. */
  readonly cancel: () => void;
  /** What the button does: `stop` while a reply is streaming, `cancel` while a message waits for its files. */
  readonly does: 'send' | 'stop' | 'cancel';
  /** Whether there is something to send and sending is possible. */
  readonly canSend: boolean;
  /** Whether the text exceeds the server's limit (`widget.integration.limits.textMaxLength`). */
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
      // Databases and markdown do not support NUL.
      widget.draft.set(draft.replaceAll('\0', ''));
    },
    send() {
      // Read the current draft: the latest input may not have been rendered yet.
      const message = withoutEdges(widget.draft.getState().text);
      if (!isFree || message.length > textMaxLength || (message === '' && !hasFiles)) return;
      if (!hasFiles) {
        widget.draft.set('');
        ignoreShown(widget.conversation.send({ message }));
        return;
      }
      // Sent once its files are uploaded; until then it stays in the text box and can be withdrawn.
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
 * Trims blank lines at the start and white space at the end. The first of several lines keeps its indentation, which
 * may belong to code.
 */
export function withoutEdges(text: string): string {
  const words = text.trimEnd().replace(/^\s*\n/, '');
  return words.includes('\n') ? words : words.trim();
}
