import {
  autoUpdate,
  flip,
  offset,
  shift,
  size,
  useFloating,
  type Placement,
  type UseFloatingReturn,
} from '@floating-ui/react';

export { useDismiss, useInteractions, useListNavigation } from '@floating-ui/react';

/** Distance between a floating element and what it belongs to, in CSS pixels. */
const GAP_PX = 6;
/** Distance that a floating element keeps from the edges of the window, in CSS pixels. */
const EDGE_PX = 8;

/** What places an element beside another. */
interface Floating extends Pick<UseFloatingReturn, 'context' | 'floatingStyles'> {
  /** Takes the element that is placed. */
  readonly setFloating: (element: HTMLElement | null) => void;
}

/**
 * Places an element beside another one and keeps it there while either moves. It flips to the other side and shifts
 * along the edge when there is no room, and is never taller than the window.
 *
 * @param anchor - what it belongs to
 * @param placement - preferred side; `start` and `end` follow the direction of the text
 * @param onClose - called when it is dismissed, for callers that use `useDismiss`
 */
export function usePosition(anchor: Element | null, placement: Placement, onClose?: () => void): Floating {
  const { refs, context, floatingStyles } = useFloating({
    open: true,
    onOpenChange: (isOpen) => {
      if (!isOpen) onClose?.();
    },
    placement,
    strategy: 'fixed',
    // The appearing element animates its transform.
    transform: false,
    elements: { reference: anchor },
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(GAP_PX),
      flip({ padding: EDGE_PX }),
      shift({ padding: EDGE_PX }),
      size({
        padding: EDGE_PX,
        apply: ({ availableHeight, elements }) => {
          elements.floating.style.maxBlockSize = `${Math.max(0, availableHeight)}px`;
        },
      }),
    ],
  });
  return { context, floatingStyles, setFloating: refs.setFloating };
}
