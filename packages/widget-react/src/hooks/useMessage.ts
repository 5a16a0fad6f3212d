import { useContext, useMemo } from 'react';
import type { Vote } from '@sotto/widget-core';
import type { Message, MessagePart } from '@sotto/widget-core/api';
import { messageParts } from '@sotto/widget-core/internal';
import { MessageContext } from './messageContext';
import { ignoreShown } from './ignoreShown';
import { useWidget } from './useWidget';
import { useConversation } from './useWidgetStore';

/** A message and its actions. */
export interface MessageState {
  /** Undefined while the reply is streaming. */
  readonly message: Message | undefined;
  readonly speaker: 'user' | 'bot';
  /** Markdown so far. */
  readonly text: string;
  readonly status: 'thinking' | 'writing' | 'complete';
  /** Parts in order: text, tools and reasoning. */
  readonly parts: readonly MessagePart[];
  /** The visitor's vote. */
  readonly vote: Vote | undefined;
  /** @param reason - optional explanation, up to 1,000 characters */
  readonly castVote: (vote: Vote, reason?: string) => void;
  /** Requests another version of this reply. */
  readonly regenerate: () => void;
  /** Replaces the text of this visitor's message and discards what followed it. */
  readonly edit: (text: string) => void;
}

const NO_PARTS: readonly MessagePart[] = [];

/**
 * The message around this component: in `renderMessage` and in replaced parts of a message such as `Message`,
 * `Avatar` and `Actions`. Throws elsewhere.
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
