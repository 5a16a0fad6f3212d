import { useEffect, useRef, useState } from 'react';
import { messageKey, type ConversationState } from '@sotto/widget-core';
import { readPlainText } from '../hooks/readPlainText';
import { useWidget } from '../hooks/useWidget';
import { useWords } from '../hooks/useWidgetStore';
import { nextUtterance } from './announcements';

/** The one live region of a conversation: replies are said in batches of sentences, never by token [W-15]. */
export function ReplyAnnouncer() {
  const widget = useWidget();
  const words = useWords();
  const [said, setSaid] = useState('');
  const spoken = useRef({ key: '', upTo: 0 });

  useEffect(() => {
    const say = (text: string, isComplete: boolean): void => {
      const next = nextUtterance(text, spoken.current.upTo, isComplete);
      spoken.current.upTo = next.upTo;
      if (next.words !== '') readPlainText(next.words).then(setSaid, () => undefined);
    };
    const hear = (state: ConversationState, before: ConversationState): void => {
      const { reply } = state;
      if (reply && reply.key !== spoken.current.key) {
        spoken.current = { key: reply.key, upTo: 0 };
        setSaid(words.thinking);
      }
      if (reply && reply.text !== before.reply?.text) say(reply.text, false);
      if (!reply && before.reply) {
        const finished = state.messages.find((message) => messageKey(message) === before.reply?.key);
        if (finished) say(finished.text, true);
      }
      if (state.failure && state.failure !== before.failure) setSaid(state.failure.message);
    };
    return widget.conversation.subscribe(hear);
  }, [widget, words]);

  return <div className="sotto-hidden" role="status" aria-live="polite">{said}</div>;
}
