import { useEffect, useRef, useState } from 'react';
import { useDismiss, useInteractions, useListNavigation, usePosition } from './position';

/** What the menu needs from its button. */
export interface MenuItemsProps {
  readonly id: string;
  /** The button that opens the menu. */
  readonly trigger: HTMLElement | null;
  /** The menu closes without a choice: by a press outside, or because the window lost the focus. */
  readonly onDismiss: () => void;
  /** Closes the menu; called before the chosen action. */
  readonly onChoose: () => void;
}

/**
 * A menu beside its button: the first entry gets the focus; arrow keys, Home and End move it. A press outside closes
 * it; the button handles Escape and takes the focus.
 */
export function useMenu(trigger: MenuItemsProps['trigger'], onDismiss: () => void) {
  const items = useRef<(HTMLElement | null)[]>([]);
  const [activeIndex, setActiveIndex] = useState<number | null>(0);
  const { setFloating, context, floatingStyles } = usePosition(trigger, 'bottom-end', onDismiss);
  const { getFloatingProps, getItemProps } = useInteractions([
    useDismiss(context, { escapeKey: false }),
    useListNavigation(context, {
      listRef: items,
      activeIndex,
      onNavigate: setActiveIndex,
      loop: true,
      focusItemOnOpen: true,
      focusItemOnHover: false,
    }),
  ]);
  useEffect(() => {
    const view = trigger?.ownerDocument.defaultView;
    // A press in the page around the frame moves the focus out of this window.
    view?.addEventListener('blur', onDismiss);
    return () => {
      view?.removeEventListener('blur', onDismiss);
    };
  }, [trigger, onDismiss]);
  return {
    setFloating,
    floatingStyles,
    getFloatingProps,
    /** Props of the entry at an index. */
    itemProps: (index: number, onClick: () => void) => ({
      ref: (element: HTMLElement | null) => {
        items.current[index] = element;
      },
      type: 'button' as const,
      role: 'menuitem',
      className: 'sotto-menu-item',
      tabIndex: activeIndex === index ? 0 : -1,
      ...getItemProps({ onClick }),
    }),
  };
}
