import { useContext, useMemo } from 'react';
import type { Vote } from '@sotto/widget-core';
import type { Message, MessagePart } from '@sotto/widget-core/api';
import { messageParts } from '@sotto/widget-core/internal';
import { MessageContext } from './messageContext';
import { ignoreShown } from './ignoreShown';
import { useWidget } from './useWidget';
import { useConversation } from './useWidgetStore';

/** One message, and what can be done with it. */
export interface MessageState {
  /** Undefined while the reply is written. */
  readonly message: Message | undefined;
  readonly speaker: 'user' | 'bot';
  /** Markdown, as far as it has come. */
  readonly text: string;
  readonly status: 'thinking' | 'writing' | 'complete';
  /** What it is made of, in the order in which it happened: its words, tools and reasoning. */
  readonly parts: readonly MessagePart[];
  /** What the visitor thought of it. */
  readonly vote: Vote | undefined;
  /** @param reason - why, of up to 1,000 characters */
  readonly castVote: (vote: Vote, reason?: string) => void;
  /** Asks for another version of this reply. */
  readonly regenerate: () => void;
  /** Replaces the text of this message of the visitor, and what followed it. */
  readonly edit: (text: string) => void;
}

const NO_PARTS: readonly MessagePart[] = [];

/**
 * The message around this component: inside the parts `Message`, `Avatar`, `Actions` and all others of a message, and
 * `renderMessage`. Throws elsewhere.
 */
export function useMessage(): MessageState {
  const row = useContext(MessageContext);
  if (!row) throw new Error('useMessage needs a message around it');
  const widget = useWidget();
  const { message } = row;
  const id = message?.id ?? '';
  const live = useConversation(({ reply }) => (message ? undefined : reply));
  const vote = useConversation((state) => state.votes[id]);
  const stored = useMemo(() => message && messageParts(message), [message]);
  return {
    message,
    speaker: row.speaker === 'user' ? 'user' : 'bot',
    text: message?.text ?? live?.text ?? '',
    status: message ? 'complete' : (live?.state ?? 'thinking'),
    parts: stored ?? live?.parts ?? NO_PARTS,
    vote,
    castVote(value, reason) {
      ignoreShown(widget.messages.vote(id, value, reason));
    },
    regenerate() {
      ignoreShown(widget.messages.regenerate(id));
    },
    edit(text) {
      ignoreShown(widget.messages.edit(id, text));
    },
  };
}
