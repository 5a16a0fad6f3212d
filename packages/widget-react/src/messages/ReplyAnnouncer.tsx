import { useEffect, useRef, useState } from 'react';
import { fillWord, messageKey, type ConversationState, type Message } from '@sotto/widget-core';
import { readPlainText } from '../hooks/readPlainText';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { hasNewEnd, nextUtterance } from './announcements';

/** The one live region of a conversation: replies are said in batches of sentences, never by token [W-15]; `announce` says how much. */
export function ReplyAnnouncer() {
  const widget = useWidget();
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const amount = useConfig((config) => config.announce);
  const [said, setSaid] = useState('');
  const spoken = useRef({ key: '', upTo: 0 });

  useEffect(() => {
    if (amount === 'off') return;
    const read = (text: string): void => { readPlainText(text).then(setSaid, () => undefined); };
    const say = (text: string, isComplete: boolean): void => {
      if (amount !== 'sentences' && !isComplete) return;
      if (amount === 'status') {
        setSaid(fillWord(words.newMessageCount, { count: 1 }, language));
        return;
      }
      const next = nextUtterance(text, spoken.current.upTo, isComplete);
      spoken.current.upTo = next.upTo;
      if (next.words !== '') read(next.words);
    };
    const hear = (state: ConversationState, before: ConversationState): void => {
      const { reply } = state;
      if (reply && reply.key !== spoken.current.key) {
        spoken.current = { key: reply.key, upTo: 0 };
        setSaid(words.thinking);
      }
      if (reply && reply.text !== before.reply?.text && hasNewEnd(reply.text, before.reply?.key === reply.key ? before.reply.text.length : 0)) say(reply.text, false);
      const arrived = readArrived(state, before);
      if (arrived) {
        if (messageKey(arrived) !== spoken.current.key) spoken.current = { key: messageKey(arrived), upTo: 0 };
        say(arrived.text, true);
      }
      if (state.failure && state.failure !== before.failure) setSaid(state.failure.message);
    };
    return widget.conversation.subscribe(hear);
  }, [widget, words, language, amount]);

  return <div className="sotto-hidden" role="status" aria-live="polite">{amount === 'off' ? '' : said}</div>;
}

/** A message of the bot that has just come: a finished reply, or one that the page or a person said in its place. A stored conversation has not just come. */
function readArrived(state: ConversationState, before: ConversationState): Message | undefined {
  if (state.messages === before.messages) return undefined;
  if (!state.reply && before.reply) return state.messages.findLast((message) => messageKey(message) === before.reply?.key);
  const last = state.messages.at(-1);
  return state.messages.length === before.messages.length + 1 && last?.type === 'bot' && last !== before.messages.at(-1) && !state.reply ? last : undefined;
}
