import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { SCROLL_BOTTOM_THRESHOLD_PX, SCROLL_CHECK_INTERVAL_MS, SCROLL_INTERACTION_MS } from '@sotto/widget-core';
import { distanceFromBottom, isFollowing, scrollManager, SCROLL_START, type ScrollEvent, type ScrollPosition } from './scrollManager';

/** What a list needs to follow its newest text. */
export interface AutoScroll {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** Whether the reader is away from the newest text. */
  readonly isAway: boolean;
  /** Goes to the newest text and follows it from there. */
  readonly jump: () => void;
}

/**
 * Keeps a list at its end while it grows, until the reader scrolls up; never moves under their hand.
 *
 * @param isEnabled - `autoScroll` of the settings
 */
export function useAutoScroll(isEnabled: boolean): AutoScroll {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const model = useRef(SCROLL_START);
  const [isAway, setAway] = useState(false);

  const tell = useCallback((event: ScrollEvent): void => {
    model.current = scrollManager(model.current, event);
    const element = scroller.current;
    if (element) setAway(!isFollowing(model.current.state) && distanceFromBottom(positionOf(element)) > SCROLL_BOTTOM_THRESHOLD_PX);
  }, []);
  const follow = useCallback((): void => {
    const element = scroller.current;
    if (element && isFollowing(model.current.state)) element.scrollTop = element.scrollHeight;
  }, []);
  const jump = useCallback((): void => {
    tell({ type: 'jumped' });
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
    setAway(false);
  }, [tell]);

  useLayoutEffect(() => {
    tell({ type: 'switched', isEnabled });
    follow();
  }, [isEnabled, tell, follow]);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    const stop = listenToReader(element, tell, follow);
    const sizes = new ResizeObserver(() => {
      follow();
      tell({ type: 'scrolled', position: positionOf(element) });
    });
    sizes.observe(inner);
    sizes.observe(element);
    return () => {
      stop();
      sizes.disconnect();
    };
  }, [tell, follow]);

  return { scroller, content, isAway, jump };
}

function positionOf(element: Element): ScrollPosition {
  return { top: element.scrollTop, height: element.scrollHeight, view: element.clientHeight };
}

/** Wheel, finger and keys are heard before anything moves, so that a fast stream cannot pull the list away in between. */
function listenToReader(element: HTMLElement, tell: (event: ScrollEvent) => void, follow: () => void): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let ending: ReturnType<typeof setTimeout> | undefined;
  let fingerY: number | undefined;
  const position = (): ScrollPosition => positionOf(element);
  const look = (type: 'interaction-ended' | 'checked'): void => {
    tell({ type, position: position() });
    follow();
  };
  const checking = setInterval(() => {
    if (ending === undefined) look('checked');
  }, SCROLL_CHECK_INTERVAL_MS);
  const restart = (): void => {
    clearTimeout(ending);
    ending = setTimeout(() => {
      ending = undefined;
      look('interaction-ended');
    }, SCROLL_INTERACTION_MS);
  };
  const pullUp = (): void => {
    tell({ type: 'pulled-up', position: position() });
    restart();
  };

  // The scrollbar belongs to the list itself; what is pressed inside it is something else.
  let draggedFrom: number | undefined;
  element.addEventListener('pointerdown', (event) => { draggedFrom = event.target === element ? element.scrollTop : undefined; }, { signal, passive: true });
  element.ownerDocument.addEventListener('pointerup', () => { draggedFrom = undefined; }, { signal, passive: true });
  element.addEventListener('scroll', () => {
    const isDraggedUp = draggedFrom !== undefined && element.scrollTop < draggedFrom;
    tell({ type: isDraggedUp ? 'pulled-up' : 'scrolled', position: position() });
    restart();
  }, { signal, passive: true });
  element.addEventListener('wheel', (event) => { if (event.deltaY < 0) pullUp(); }, { signal, passive: true });
  element.addEventListener('touchstart', (event) => { fingerY = event.touches[0]?.clientY; }, { signal, passive: true });
  element.addEventListener('touchmove', (event) => {
    const y = event.touches[0]?.clientY;
    if (y !== undefined && fingerY !== undefined && y > fingerY + 2) pullUp();
    fingerY = y;
  }, { signal, passive: true });
  element.addEventListener('keydown', (event) => { if (['PageUp', 'Home', 'ArrowUp'].includes(event.key)) pullUp(); }, { signal });
  return () => {
    abort.abort();
    clearInterval(checking);
    clearTimeout(ending);
  };
}
