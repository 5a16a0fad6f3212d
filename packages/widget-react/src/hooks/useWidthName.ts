import { useLayoutEffect, type RefObject } from 'react';

/** As wide as a narrow panel may be, in CSS pixels. */
const NARROW_MAX_PX = 340;
/** From here a conversation has a measure of its own, in the root's font size (`rem`). */
const WIDE_MIN_REM = 50;

/**
 * Names the width of a panel for its styles: `data-width` is `narrow`, `wide` or empty.
 *
 * Not a container query: while WebKit finds the styles inside a query container it lays the page out once without what has just been
 * put in. A list at its end is moved up by that, and looks as if somebody had scrolled.
 */
export function useWidthName(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const panel = element.current;
    if (!panel) return;
    const sizes = new ResizeObserver(() => {
      const width = panel.clientWidth;
      const rem = Number.parseFloat(getComputedStyle(panel.ownerDocument.documentElement).fontSize);
      panel.dataset['width'] = width <= NARROW_MAX_PX ? 'narrow' : width >= WIDE_MIN_REM * rem ? 'wide' : '';
    });
    sizes.observe(panel);
    return () => { sizes.disconnect(); };
  }, [element]);
}
