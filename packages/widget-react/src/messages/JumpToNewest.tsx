import { useEffect, useRef, useState } from 'react';
import { fillWord } from '@sotto/widget-core';
import { useWidgetView, useWords } from '../hooks/useWidgetStore';
import { DownIcon } from '../chrome/icons';

interface JumpToNewestProps {
  readonly isShown: boolean;
  readonly messageCount: number;
  readonly onJump: () => void;
}

/** Takes a reader who scrolled up to the newest message, and says how many have come meanwhile. */
export function JumpToNewest({ isShown, messageCount, onJump }: JumpToNewestProps) {
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const [seen, setSeen] = useState(messageCount);
  const before = useRef(messageCount);
  useEffect(() => {
    const added = messageCount - before.current;
    before.current = messageCount;
    if (!isShown) setSeen(messageCount);
    // Many at once, or fewer than before: a conversation that was read from storage or the server, and nothing new.
    else if (added > 2 || added < 0) setSeen((count) => count + added);
  }, [isShown, messageCount]);
  if (!isShown) return null;
  const count = Math.max(0, messageCount - seen);
  const name = count > 0 ? fillWord(words.newMessageCount, { count }, language) : words.jumpToNewest;
  return (
    <button type="button" className="sotto-jump" title={name} aria-label={name} onClick={onJump}>
      <DownIcon />
      {count > 0 && <span className="sotto-jump-count" aria-hidden="true">{count > 99 ? '99+' : count}</span>}
    </button>
  );
}
