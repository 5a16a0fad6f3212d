import { useLayoutEffect, type RefObject } from 'react';

/**
 * Gives the focus back to what had it before a layer covered it, unless that is gone by then.
 *
 * @param content - what is covered; a focus outside of it is not ours
 */
export function useReturnFocus(content: RefObject<HTMLElement | null>, isCovered: boolean): void {
  useLayoutEffect(() => {
    const element = content.current;
    if (!isCovered || !element) return;
    const before = (element.getRootNode() as Document | ShadowRoot).activeElement;
    if (!(before instanceof HTMLElement) || !element.contains(before)) return;
    return () => {
      // In this moment it is still inert.
      requestAnimationFrame(() => {
        before.focus({ preventScroll: true });
      });
    };
  }, [content, isCovered]);
}
