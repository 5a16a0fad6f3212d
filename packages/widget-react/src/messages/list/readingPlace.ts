import { type ScrollPlace, SCROLL_MARGIN_PX } from '@sotto/widget-core';

/**
 * The first message that can be seen, and where its top stands below the top of the view; undefined where no message is
 * drawn.
 */
export function readPlace(scroller: HTMLElement): ScrollPlace | undefined {
  const { top } = scroller.getBoundingClientRect();
  for (const message of scroller.querySelectorAll<HTMLElement>('[data-key]')) {
    const box = message.getBoundingClientRect();
    if (box.bottom > top) return { key: message.dataset['key'] ?? '', offsetPx: box.top - top };
  }
  return undefined;
}

/** The element of a message, when it is drawn. */
export function findMessage(scroller: HTMLElement, key: string): HTMLElement | undefined {
  return [...scroller.querySelectorAll<HTMLElement>('[data-key]')].find((message) => message.dataset['key'] === key);
}

/** Scrolls so that a message stands where it stood. @returns whether it is there */
export function goToPlace(scroller: HTMLElement, { key, offsetPx }: ScrollPlace): boolean {
  const message = findMessage(scroller, key);
  if (!message) return false;
  scroller.scrollTop += message.getBoundingClientRect().top - scroller.getBoundingClientRect().top - offsetPx;
  return true;
}

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
