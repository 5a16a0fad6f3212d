import { useEffect, useRef, useState, type DOMAttributes, type PointerEvent, type RefObject } from 'react';
import { useWidgetView } from '../../hooks/useWidgetStore';

/** How far the mouse moves before it drags instead of clicks, in CSS pixels. */
const DRAG_THRESHOLD_PX = 5;
/** Visible width of the previous item after scrolling, in CSS pixels: a fade of 28 and the gap. */
const LEAD_PX = 38;

type DragHandlers = Pick<
  DOMAttributes<HTMLElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onClickCapture'
>;

interface Carousel {
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  /** Scrolls to the next (1) or previous (-1) item. */
  readonly move: (items: 1 | -1) => void;
  readonly handlers: Pick<DOMAttributes<HTMLElement>, 'onKeyDown' | 'onFocus'> & DragHandlers;
}

/**
 * Scrolls a horizontal row, in both writing directions. Touch scrolling is native; for the mouse, scroll snapping alone
 * would jump at the end of a drag and undo every step of the wheel.
 */
export function useCarousel(track: RefObject<HTMLElement | null>): Carousel {
  const isStill = useWidgetView((view) => view.media.reducedMotion);
  const edges = useScroll(track);

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
  return {
    ...edges,
    move,
    handlers: {
      ...drag,
      // Browsers do not scroll to a focused control that is partly visible.
      onFocus({ target, currentTarget }) {
        const index = [...currentTarget.children].findIndex((item) => item.contains(target));
        if (index >= 0 && target.matches(':focus-visible')) scrollTo(placeOf(currentTarget, index));
      },
      onKeyDown(event) {
        const { key, currentTarget } = event;
        const forward = isRightToLeft(currentTarget) ? 'ArrowLeft' : 'ArrowRight';
        if (key === 'Home') scrollTo(0);
        else if (key === 'End') scrollTo(currentTarget.scrollWidth);
        else if (key === 'ArrowLeft' || key === 'ArrowRight') move(key === forward ? 1 : -1);
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}

/** Drags the row with the mouse, and snaps it to an item at the end. */
function useDrag(scrollTo: (position: number) => void): DragHandlers {
  const drag = useRef<{ readonly x: number; readonly left: number; isMoving: boolean }>(undefined);
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
 * Follows the scroll position. The mouse wheel scrolls horizontally while the carousel has the focus; otherwise it
 * scrolls the conversation.
 */
function useScroll(track: RefObject<HTMLElement | null>): Pick<Carousel, 'isAtStart' | 'isAtEnd'> {
  const [edges, setEdges] = useState({ isAtStart: true, isAtEnd: true });
  useEffect(() => {
    const node = track.current;
    if (!node) return;
    const measure = (): void => {
      const position = Math.abs(node.scrollLeft);
      const next = { isAtStart: position < 2, isAtEnd: position > node.scrollWidth - node.clientWidth - 2 };
      setEdges((now) => (now.isAtStart === next.isAtStart && now.isAtEnd === next.isAtEnd ? now : next));
    };
    const onWheel = (event: WheelEvent): void => {
      const hasFocus = node.contains((node.getRootNode() as Document | ShadowRoot).activeElement);
      if (Math.abs(event.deltaY) <= Math.abs(event.deltaX) || event.ctrlKey || !hasFocus) return;
      event.preventDefault();
      node.scrollLeft += isRightToLeft(node) ? -event.deltaY : event.deltaY;
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(node);
    node.addEventListener('scroll', measure, { passive: true });
    // React's wheel listeners are passive and cannot prevent scrolling.
    node.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      sizes.disconnect();
      node.removeEventListener('scroll', measure);
      node.removeEventListener('wheel', onWheel);
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
