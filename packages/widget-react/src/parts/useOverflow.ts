import { useEffect, useState, type RefObject } from 'react';

/**
 * Whether an element overflows and therefore scrolls; only then is it focusable by keyboard.
 *
 * @param isWatched - false while the element does not exist or is empty
 */
export function useOverflow(element: RefObject<HTMLElement | null>, isWatched = true): boolean {
  const [isOverflowing, setOverflowing] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (!node || !isWatched) return;
    const watcher = new ResizeObserver(() => {
      setOverflowing(node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1);
    });
    watcher.observe(node);
    return () => {
      watcher.disconnect();
    };
  }, [element, isWatched]);
  return isOverflowing;
}
