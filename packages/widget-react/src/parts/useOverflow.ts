import { useEffect, useState, type RefObject } from 'react';

/**
 * Whether an element holds more than it shows, so that it scrolls. Only then is it a stop of the Tab key.
 *
 * @param isWatched - false while the element is not there or not filled yet
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
