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

/** Gap between a floating element and its anchor, in CSS pixels. */
const GAP_PX = 6;
/** Minimum distance between a floating element and the window's edges, in CSS pixels. */
const EDGE_PX = 8;

/** Positions an element beside another. */
interface Floating extends Pick<UseFloatingReturn, 'context' | 'floatingStyles'> {
  /** Ref of the positioned element. */
  readonly setFloating: (element: HTMLElement | null) => void;
}

/**
 * Positions an element beside its anchor and keeps it there while either moves. Without enough room it flips to the
 * other side or shifts along the edge, and it is never taller than the window.
 *
 * @param anchor - the element it belongs to
 * @param placement - preferred side; `start` and `end` follow the text direction
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
    // The element animates its transform when it appears.
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
