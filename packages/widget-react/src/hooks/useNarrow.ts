import { useLayoutEffect, type RefObject } from 'react';

/** As wide as a narrow panel may be, in CSS pixels. */
const NARROW_MAX_PX = 340;

/**
 * Says to the styles of a panel that it is narrow: `data-narrow`.
 *
 * Not a container query: while WebKit finds the styles inside a query container it lays the page out once without what
 * has just been put in. A list at its end is moved up by that, and looks as if somebody had scrolled.
 */
export function useNarrow(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const panel = element.current;
    if (!panel) return;
    const sizes = new ResizeObserver(() => {
      panel.toggleAttribute('data-narrow', panel.clientWidth <= NARROW_MAX_PX);
    });
    sizes.observe(panel);
    return () => {
      sizes.disconnect();
    };
  }, [element]);
}
