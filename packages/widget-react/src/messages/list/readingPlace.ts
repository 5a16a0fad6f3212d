import type { ScrollPlace } from '@sotto/widget-core';

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
