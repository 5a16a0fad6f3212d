import { useEffect, useState, type RefObject } from 'react';
import { fillWord } from '@sotto/widget-core/internal';
import { useWidgetView, useWords } from '../../hooks/useWidgetStore';
import { DownIcon } from '../../icons/icons';

interface JumpToNewestProps {
  readonly list: RefObject<HTMLElement | null>;
  readonly isShown: boolean;
  readonly messageCount: number;
  readonly onJump: () => void;
}

/** Button that scrolls to the newest message and shows the number of new ones. */
export function JumpToNewest({ list, isShown, messageCount, onJump }: JumpToNewestProps) {
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const [{ before, seen }, setCounts] = useState({ before: messageCount, seen: messageCount });
  useRevealedFocus(list);
  const added = messageCount - before;
  if (added !== 0 || (!isShown && seen !== messageCount)) {
    // Several at once, or fewer than before: a conversation was loaded from storage or the server.
    const isRead = added > 2 || added < 0;
    setCounts({ before: messageCount, seen: !isShown ? messageCount : isRead ? seen + added : seen });
  }
  if (!isShown) return null;
  const count = Math.max(0, messageCount - seen);
  const name = count > 0 ? fillWord(words.newMessageCount, { count }, language) : words.jumpToNewest;
  return (
    <button type="button" className="sotto-jump" data-tip={name} aria-label={name} onClick={onJump}>
      <DownIcon />
      {count > 0 && (
        <span className="sotto-jump-count" aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </button>
  );
}

/**
 * Scrolls a focused element fully into view, above the button. Safari only scrolls the text cursor or the edge of a
 * control into view.
 */
function useRevealedFocus(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = scroller.current;
    const reveal = ({ target }: Event): void => {
      // A message may be higher than the list.
      if (target !== list && target instanceof Element && target.matches(':focus-visible:not(.sotto-message)'))
        target.scrollIntoView({ block: 'nearest' });
    };
    list?.addEventListener('focusin', reveal);
    return () => list?.removeEventListener('focusin', reveal);
  }, [scroller]);
}
