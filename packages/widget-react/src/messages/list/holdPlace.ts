import { SCROLL_MARGIN_PX, type ScrollPlace } from '@sotto/widget-core';
import { goToPlace, readPlace } from './readingPlace';

/**
 * Keeps what is read where it is when something above it changes its size later: a formula, a picture, a form. For
 * browsers that do not anchor the scroll themselves (Safari). Whoever is at the end is left alone: the list follows its
 * newest text.
 *
 * @param scroller - a list whose first child holds what is scrolled
 */
export function holdPlace(scroller: HTMLElement): () => void {
  let place: ScrollPlace | undefined;
  const isAtEnd = (): boolean => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop <= SCROLL_MARGIN_PX;
  const remember = (): void => {
    place = isAtEnd() ? undefined : readPlace(scroller);
  };
  // The list's own observer was there before, and has followed by now if it follows.
  const sizes = new ResizeObserver(() => {
    if (place && scroller.clientHeight > 0 && !isAtEnd()) goToPlace(scroller, place);
  });
  scroller.addEventListener('scroll', remember, { passive: true });
  if (scroller.firstElementChild) sizes.observe(scroller.firstElementChild);
  return () => {
    scroller.removeEventListener('scroll', remember);
    sizes.disconnect();
  };
}
