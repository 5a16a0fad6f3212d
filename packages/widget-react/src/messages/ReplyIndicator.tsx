import { useEffect, useState } from 'react';
import { useConversation, useWords } from '../hooks/useWidgetStore';

/** After this time, in milliseconds, three dots alone would look as if the chat hangs. */
const LONG_MS = 4_000;

/**
 * Three dots until the first words arrive, with a sentence if that takes long, and a note while the connection is
 * being restored [W-15].
 */
export function ReplyIndicator() {
  const words = useWords();
  const isThinking = useConversation((state) => state.reply?.state === 'thinking');
  const isReconnecting = useConversation((state) => state.reply?.isReconnecting === true);
  // A running step is more informative.
  const isAtWork = useConversation(
    (state) => state.reply?.parts.some((part) => part.type !== 'text' && part.endedAt == null) === true,
  );
  return (
    <>
      {isThinking && !isAtWork && (
        <div className="sotto-bubble sotto-thinking">
          <span className="sotto-hidden">{words.thinking}</span>
          <i />
          <i />
          <i />
          <LongWait />
        </div>
      )}
      {isReconnecting && <p className="sotto-note">{words.reconnecting}</p>}
    </>
  );
}

function LongWait() {
  const words = useWords();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLong(true);
    }, LONG_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return isLong ? <span className="sotto-wait">{words.stillWorking}</span> : null;
}
