import { useEffect, useRef, useState } from 'react';
import { messageKey, type ConversationState, type Message } from '@sotto/widget-core';
import type { ToolPart } from '@sotto/widget-core/api';
import { fillWord } from '@sotto/widget-core/internal';
import { readPlainText } from '../hooks/readPlainText';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { describeBroken, describeFailure } from './foot/FailureNotice';
import { createUtterances, hasNewEnd, nextUtterance } from './utterances';

/**
 * The live region of a conversation: replies are announced in batches of sentences, never by token [W-15]; `announce`
 * sets how much.
 */
export function ReplyAnnouncer() {
  const widget = useWidget();
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const amount = useConfig((config) => config.announce);
  const [announcement, setAnnouncement] = useState('');
  const spoken = useRef({ key: '', upTo: 0 });

  useEffect(() => {
    if (amount === 'off') return;
    let spokenFor = new AbortController();
    const utterances = createUtterances(setAnnouncement);
    const utter = (...parts: readonly string[]): void => {
      utterances.add(parts.filter((part) => part !== '').join(' '));
    };
    /** New text to announce, and how the reply ended. */
    const announce = (text: string, isComplete: boolean, ending = ''): void => {
      if (amount !== 'sentences' && !isComplete) return;
      if (amount === 'status') {
        utter(fillWord(words.newMessageCount, { count: 1 }, language), ending);
        return;
      }
      const next = nextUtterance(text, spoken.current.upTo, isComplete);
      spoken.current.upTo = next.upTo;
      const { signal } = spokenFor;
      if (next.words !== '')
        readPlainText(next.words, words.codeBlock).then(
          (plain) => {
            if (!signal.aborted) utter(plain, ending);
          },
          () => undefined,
        );
      else if (ending !== '') utter(ending);
    };
    const onChange = (state: ConversationState, before: ConversationState): void => {
      const { reply } = state;
      // The conversation is no longer shown, perhaps because of another visitor.
      if (state.messages.length === 0 && before.messages.length > 0) {
        spokenFor.abort();
        spokenFor = new AbortController();
        utterances.clear();
      }
      if (reply && reply.key !== spoken.current.key) {
        spoken.current = { key: reply.key, upTo: 0 };
        setAnnouncement(words.thinking);
      }
      const began = lastTool(reply);
      if (began && before.reply?.key === reply?.key && began.callId !== lastTool(before.reply)?.callId)
        utter(began.title ?? words.toolUnnamed);
      if (
        reply &&
        reply.text !== before.reply?.text &&
        hasNewEnd(reply.text, before.reply?.key === reply.key ? before.reply.text.length : 0)
      )
        announce(reply.text, false);
      // Failures loaded from storage or the server are not new.
      const failure = before.reply && !state.reply && state.failure !== before.failure ? state.failure : undefined;
      const arrived = readArrived(state, before);
      const describe = arrived?.failure ? describeBroken : describeFailure;
      const ending = failure ? describe(failure, words, language) : '';
      if (arrived) {
        if (messageKey(arrived) !== spoken.current.key) spoken.current = { key: messageKey(arrived), upTo: 0 };
        announce(
          arrived.author ? `${arrived.author.name}: ${arrived.text}` : arrived.text,
          true,
          arrived.end ? (arrived.end === 'length' ? words.replyCut : words.stopped) : ending,
        );
      } else if (ending !== '') utter(ending);
    };
    const unsubscribe = widget.conversation.subscribe(onChange);
    return () => {
      unsubscribe();
      utterances.end();
    };
  }, [widget, words, language, amount]);

  return (
    <div className="sotto-hidden" role="status" aria-live="polite">
      {amount === 'off' ? '' : announcement}
    </div>
  );
}

/**
 * A new message of the bot: a finished reply, or a message of the page or of a person. Stored messages are not new.
 */
function readArrived(state: ConversationState, before: ConversationState): Message | undefined {
  if (state.messages === before.messages) return undefined;
  if (!state.reply && before.reply)
    return state.messages.findLast((message) => messageKey(message) === before.reply?.key);
  const last = state.messages.at(-1);
  return state.messages.length === before.messages.length + 1 &&
    last?.type === 'bot' &&
    last !== before.messages.at(-1) &&
    !state.reply
    ? last
    : undefined;
}

function lastTool(reply: ConversationState['reply']): ToolPart | undefined {
  return reply?.parts.findLast((part) => part.type === 'tool');
}
