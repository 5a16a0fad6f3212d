import { SCROLL_CHECK_INTERVAL_MS, SCROLL_INTERACTION_MS } from '@sotto/widget-core/internal';
import type { ScrollEvent } from './scrollManager';

/** Callbacks for actions of the reader. */
export interface ReaderListener {
  readonly onScroll: (type: Exclude<ScrollEvent['type'], 'jumped' | 'switched'>) => void;
  /** The reader has scrolled: nothing keeps their previous position. */
  readonly release: () => void;
  /** Called one second after the last scrolling, and every two seconds. */
  readonly onRest: () => void;
  /** Called at most every 250 ms while the list scrolls. */
  readonly onMove: () => void;
}

/** Interval between position checks of a scrolling list, in milliseconds. */
const MOVE_INTERVAL_MS = 250;
/** Keys that scroll up. */
const UPWARD_KEYS = ['PageUp', 'Home', 'ArrowUp'];

/**
 * Wheel, touch and keys are handled before the list moves, so that a fast stream cannot scroll it away in between.
 */
export function listenToReader(
  element: HTMLElement,
  { onScroll, release, onRest, onMove }: ReaderListener,
): () => void {
  const abort = new AbortController();
  const options = { signal: abort.signal, passive: true };
  let ending: ReturnType<typeof setTimeout> | undefined;
  let moving: ReturnType<typeof setTimeout> | undefined;
  let fingerY: number | undefined;
  // Only presses on the list itself are on its scrollbar.
  let draggedFrom: number | undefined;
  const checking = setInterval(() => {
    if (ending !== undefined) return;
    onScroll('scrolled');
    onScroll('checked');
    onRest();
  }, SCROLL_CHECK_INTERVAL_MS);
  const restart = (): void => {
    clearTimeout(ending);
    ending = setTimeout(() => {
      ending = undefined;
      onScroll('scrolled');
      onScroll('interaction-ended');
      onRest();
    }, SCROLL_INTERACTION_MS);
  };
  const pullUp = (): void => {
    onScroll('pulled-up');
    restart();
  };

  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) element.addEventListener(type, release, options);
  element.addEventListener(
    'pointerdown',
    (event) => {
      draggedFrom = event.target === element ? element.scrollTop : undefined;
    },
    options,
  );
  element.ownerDocument.addEventListener(
    'pointerup',
    () => {
      draggedFrom = undefined;
    },
    options,
  );
  element.addEventListener(
    'scroll',
    () => {
      onScroll(draggedFrom !== undefined && element.scrollTop < draggedFrom ? 'pulled-up' : 'scrolled');
      restart();
      moving ??= setTimeout(() => {
        moving = undefined;
        onMove();
      }, MOVE_INTERVAL_MS);
    },
    options,
  );
  element.addEventListener(
    'wheel',
    (event) => {
      if (event.deltaY < 0) pullUp();
    },
    options,
  );
  element.addEventListener(
    'touchstart',
    (event) => {
      fingerY = event.touches[0]?.clientY;
    },
    options,
  );
  element.addEventListener(
    'touchmove',
    (event) => {
      const y = event.touches[0]?.clientY;
      if (y !== undefined && fingerY !== undefined && y > fingerY + 2) pullUp();
      fingerY = y;
    },
    options,
  );
  element.addEventListener(
    'keydown',
    (event) => {
      if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select, [contenteditable]'))
        return;
      if (UPWARD_KEYS.includes(event.key) || (event.key === ' ' && event.shiftKey)) pullUp();
    },
    options,
  );
  return () => {
    abort.abort();
    clearInterval(checking);
    clearTimeout(ending);
    clearTimeout(moving);
  };
}
