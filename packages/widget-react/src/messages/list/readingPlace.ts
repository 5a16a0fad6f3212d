import type { ScrollPlace } from '@sotto/widget-core';

/**
 * The first visible message, and the distance of its top from the top of the view; undefined if no message is
 * rendered.
 */
export function readPlace(scroller: HTMLElement): ScrollPlace | undefined {
  const { top } = scroller.getBoundingClientRect();
  for (const message of scroller.querySelectorAll<HTMLElement>('[data-key]')) {
    const box = message.getBoundingClientRect();
    if (box.bottom > top) return { key: message.dataset['key'] ?? '', offsetPx: box.top - top };
  }
  return undefined;
}

/** The element of a message, if it is rendered. */
export function findMessage(scroller: HTMLElement, key: string): HTMLElement | undefined {
  return [...scroller.querySelectorAll<HTMLElement>('[data-key]')].find((message) => message.dataset['key'] === key);
}

/** Scrolls a message to its previous position. @returns whether it exists */
export function goToPlace(scroller: HTMLElement, { key, offsetPx }: ScrollPlace): boolean {
  const message = findMessage(scroller, key);
  if (!message) return false;
  scroller.scrollTop += message.getBoundingClientRect().top - scroller.getBoundingClientRect().top - offsetPx;
  return true;
}
