import { useEffect, useState } from 'react';
import { useWords } from '../hooks/useWidgetStore';
import { DownIcon } from '../chrome/icons';

interface JumpToNewestProps {
  readonly isShown: boolean;
  readonly messageCount: number;
  readonly onJump: () => void;
}

/** Takes a reader who scrolled up to the newest message, and says how many have come meanwhile. */
export function JumpToNewest({ isShown, messageCount, onJump }: JumpToNewestProps) {
  const words = useWords();
  const [seen, setSeen] = useState(messageCount);
  useEffect(() => {
    if (!isShown) setSeen(messageCount);
  }, [isShown, messageCount]);
  if (!isShown) return null;
  const count = Math.max(0, messageCount - seen);
  return (
    <button type="button" className="sotto-jump" title={words.newMessages} onClick={onJump}>
      <DownIcon />
      <span className="sotto-hidden">{words.newMessages}</span>
      {count > 0 && <span className="sotto-jump-count">{count > 99 ? '99+' : count}</span>}
    </button>
  );
}
