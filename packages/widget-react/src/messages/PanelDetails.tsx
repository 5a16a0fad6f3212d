import { useEffect, useRef } from 'react';
import { ReplyAnnouncer } from './ReplyAnnouncer';

/** Parts of a panel that are loaded after its first paint: announcements, and handling of the mouse wheel. */
export function PanelDetails() {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const panel = place.current?.closest<HTMLElement>('.sotto-panel');
    // Not `onWheel`: React adds passive listeners.
    panel?.addEventListener('wheel', keepWheel, { passive: false });
    return () => {
      panel?.removeEventListener('wheel', keepWheel);
    };
  }, []);
  return (
    <>
      <i ref={place} hidden />
      <ReplyAnnouncer />
    </>
  );
}

/**
 * Keeps the page around an open chat in place when nothing in the chat can scroll further. `overscroll-behavior` is
 * not enough: WebKit, and Chromium before 144, apply it only to elements that overflow.
 */
function keepWheel(this: HTMLElement, event: WheelEvent): void {
  const { target, deltaX, deltaY } = event;
  // Ctrl and the wheel zoom; horizontal scrolling may navigate, which is left to the browser.
  if (!event.cancelable || event.ctrlKey || Math.abs(deltaX) > Math.abs(deltaY)) return;
  // A frame as high as its content cannot scroll, so the page scrolls.
  if (this.closest('[data-height="content"]')) return;
  for (let element = target as Element | null; element && this.contains(element); element = element.parentElement)
    if (canScroll(element, deltaY)) return;
  event.preventDefault();
}

function canScroll(element: Element, deltaY: number): boolean {
  const { scrollTop, clientHeight, scrollHeight } = element;
  // When the page is zoomed, fractions of a pixel remain at the end.
  const isAtEnd = deltaY < 0 ? scrollTop <= 0 : scrollTop + clientHeight >= scrollHeight - 1;
  return !isAtEnd && /auto|scroll/.test(getComputedStyle(element).overflowY);
}
