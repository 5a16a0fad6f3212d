import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useWidgetView } from '../../hooks/useWidgetStore';

/** How far the mouse moves before it drags instead of clicks, in CSS pixels. */
const DRAG_THRESHOLD_PX = 5;
/** Visible width of the previous item after scrolling, in CSS pixels: a fade of 28 and the gap. */
const LEAD_PX = 38;

interface Carousel {
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  /** Scrolls to the next (1) or previous (-1) item. */
  readonly move: (items: 1 | -1) => void;
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
    readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  };
}

/** Scrolls a horizontal row, in both writing directions. Touch scrolling is native. */
export function useCarousel(track: RefObject<HTMLElement | null>): Carousel {
  const isStill = useWidgetView((view) => view.media.reducedMotion);
  const edges = useEdges(track);
  useWheel(track);

  const scrollTo = (position: number): void => {
    const node = track.current;
    node?.scrollTo({ left: isRightToLeft(node) ? -position : position, behavior: isStill ? 'instant' : 'smooth' });
  };
  const drag = useDrag(scrollTo);
  const move = (items: 1 | -1): void => {
    const node = track.current;
    if (!node) return;
    scrollTo(placeOf(node, itemAt(node, node.scrollLeft) + items));
  };
  // Browsers do not scroll to a focused control that is partly visible.
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
    const index = [...currentTarget.children].findIndex((item) => item.contains(target));
    if (index >= 0 && target.matches(':focus-visible')) scrollTo(placeOf(currentTarget, index));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const forward = isRightToLeft(event.currentTarget) ? 'ArrowLeft' : 'ArrowRight';
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    if (event.key === forward) move(1);
    else if (event.key === back) move(-1);
    else if (event.key === 'Home') scrollTo(0);
    else if (event.key === 'End') scrollTo(event.currentTarget.scrollWidth);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { ...edges, move, handlers: { onKeyDown, onFocus, ...drag } };
}

/** Start of a drag. */
interface Drag {
  readonly x: number;
  readonly left: number;
  isMoving: boolean;
}

/** Drags the row with the mouse, and snaps it to an item at the end. */
function useDrag(scrollTo: (position: number) => void): Omit<Carousel['handlers'], 'onKeyDown' | 'onFocus'> {
  const drag = useRef<Drag>(undefined);
  const end = (event: PointerEvent<HTMLElement>): void => {
    const node = event.currentTarget;
    delete node.dataset['dragging'];
    const start = drag.current;
    if (!start?.isMoving) {
      drag.current = undefined;
      return;
    }
    // Dragging by a fifth of an item selects the next one.
    const moved = (Math.abs(node.scrollLeft) - Math.abs(start.left)) / stepOf(node);
    scrollTo(placeOf(node, itemAt(node, start.left) + (moved > 0 ? Math.ceil(moved - 0.2) : Math.floor(moved + 0.2))));
  };
  return {
    onPointerDown(event) {
      drag.current =
        event.pointerType === 'mouse' && event.button === 0
          ? { x: event.clientX, left: event.currentTarget.scrollLeft, isMoving: false }
          : undefined;
    },
    onPointerMove(event) {
      const start = drag.current;
      if (!start || (!start.isMoving && Math.abs(event.clientX - start.x) < DRAG_THRESHOLD_PX)) return;
      const node = event.currentTarget;
      if (!start.isMoving) {
        start.isMoving = true;
        node.setPointerCapture(event.pointerId);
        node.dataset['dragging'] = '';
      }
      node.scrollLeft = start.left - (event.clientX - start.x);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture(event) {
      // Suppress the click at the end of a drag.
      if (drag.current?.isMoving) {
        event.preventDefault();
        event.stopPropagation();
      }
      drag.current = undefined;
    },
  };
}

/**
 * Scrolls horizontally with the mouse wheel while the carousel has the focus. Otherwise the wheel scrolls the
 * conversation.
 */
function useWheel(track: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const node = track.current;
    if (!node) return;
    const onWheel = (event: WheelEvent): void => {
      if (
        Math.abs(event.deltaY) <= Math.abs(event.deltaX) ||
        event.ctrlKey ||
        !node.contains((node.getRootNode() as Document | ShadowRoot).activeElement)
      )
        return;
      event.preventDefault();
      node.scrollLeft += isRightToLeft(node) ? -event.deltaY : event.deltaY;
    };
    // React's wheel listeners are passive and cannot prevent scrolling.
    node.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      node.removeEventListener('wheel', onWheel);
    };
  }, [track]);
}

function useEdges(track: RefObject<HTMLElement | null>): { readonly isAtStart: boolean; readonly isAtEnd: boolean } {
  const [edges, setEdges] = useState({ isAtStart: true, isAtEnd: true });
  useEffect(() => {
    const node = track.current;
    if (!node) return;
    const measure = (): void => {
      const position = Math.abs(node.scrollLeft);
      const next = { isAtStart: position < 2, isAtEnd: position > node.scrollWidth - node.clientWidth - 2 };
      setEdges((now) => (now.isAtStart === next.isAtStart && now.isAtEnd === next.isAtEnd ? now : next));
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(node);
    node.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      node.removeEventListener('scroll', measure);
    };
  }, [track]);
  return edges;
}

/** The item at a scroll position, in CSS pixels. */
function itemAt(node: HTMLElement, scrolled: number): number {
  return Math.round((Math.abs(scrolled) + LEAD_PX) / stepOf(node));
}

/** Scroll position at which an item is clear of both edges, in CSS pixels. */
function placeOf(node: HTMLElement, index: number): number {
  const lead = Math.min(LEAD_PX, (node.clientWidth - (node.firstElementChild?.clientWidth ?? 0)) / 2);
  return Math.max(0, index * stepOf(node) - Math.max(0, lead));
}

/** Distance between items, in CSS pixels. */
function stepOf(node: HTMLElement): number {
  const [first, second] = node.children;
  const distance =
    first && second ? Math.abs(second.getBoundingClientRect().left - first.getBoundingClientRect().left) : 0;
  return distance || node.clientWidth || 1;
}

function isRightToLeft(node: Element): boolean {
  return getComputedStyle(node).direction === 'rtl';
}
