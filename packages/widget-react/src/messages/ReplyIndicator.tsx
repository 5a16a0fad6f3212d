import { useConversation, useWords } from '../hooks/useWidgetStore';

/** Three dots until the first words are there, and a word when the connection is being restored [W-15]. */
export function ReplyIndicator() {
  const words = useWords();
  const isThinking = useConversation((state) => state.reply?.state === 'thinking');
  const isReconnecting = useConversation((state) => state.reply?.isReconnecting === true);
  return (
    <>
      {isThinking && <div className="sotto-bubble sotto-thinking"><span className="sotto-hidden">{words.thinking}</span><i /><i /><i /></div>}
      {isReconnecting && <p className="sotto-note">{words.reconnecting}</p>}
    </>
  );
}
