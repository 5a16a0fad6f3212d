import { useEffect, useRef } from 'react';
import { ReplyAnnouncer } from './ReplyAnnouncer';

/** The parts of a panel that are loaded after its first paint: announcements, and a wheel that stays in the chat. */
export function PanelDetails() {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const panel = place.current?.closest<HTMLElement>('.sotto-panel');
    // Not `onWheel`: React listens to the wheel passively.
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
 * Keeps the page around an open chat in place when the wheel turns where nothing of the chat can scroll further.
 * `overscroll-behavior` alone is not enough: WebKit, and Chromium before 144, apply it only to elements that overflow.
 */
function keepWheel(this: HTMLElement, event: WheelEvent): void {
  const { target, deltaX, deltaY } = event;
  // With Ctrl the wheel zooms; sideways it may leave the page, which is the browser's own.
  if (!event.cancelable || event.ctrlKey || Math.abs(deltaX) > Math.abs(deltaY)) return;
  // A frame as high as its content has nothing to scroll: there the page is what the visitor wants to scroll.
  if (this.closest('[data-height="content"]')) return;
  for (let element = target as Element | null; element && this.contains(element); element = element.parentElement)
    if (canScroll(element, deltaY)) return;
  event.preventDefault();
}

function canScroll(element: Element, deltaY: number): boolean {
  const { scrollTop, clientHeight, scrollHeight } = element;
  // Fractions of a pixel remain at the end when the page is zoomed.
  const isAtEnd = deltaY < 0 ? scrollTop <= 0 : scrollTop + clientHeight >= scrollHeight - 1;
  return !isAtEnd && /auto|scroll/.test(getComputedStyle(element).overflowY);
}
