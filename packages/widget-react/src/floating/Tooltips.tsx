import { useEffect, useId, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { usePosition } from './position';

/** Delay before a tooltip appears, in milliseconds. */
export const SHOW_AFTER_MS = 400;
/** How long a tooltip stays after the pointer has left, so that the pointer can move onto it, in milliseconds. */
export const HIDE_AFTER_MS = 120;

const TIP = '[data-tip]';
const TOOLTIP = '[role="tooltip"]';

/**
 * Tooltips of all elements with `data-tip` below `root`; `data-tip-detail` adds a second line. A tooltip appears when
 * the element is hovered or gets the keyboard focus; a key or a press hides it. Not shown for touch.
 */
export function Tooltips({ root }: { readonly root: RefObject<HTMLElement | null> }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => (root.current ? followPointer(root.current, setAnchor) : undefined), [root]);
  // If the element or its text is removed, the tooltip is removed too.
  return anchor?.isConnected && anchor.dataset['tip'] ? <Tooltip anchor={anchor} /> : null;
}

function Tooltip({ anchor }: { readonly anchor: HTMLElement }) {
  const { setFloating, floatingStyles } = usePosition(anchor, 'top');
  const { tip, tipDetail } = anchor.dataset;
  const id = useId();
  // An element whose name equals the tooltip needs no description.
  const isNew = tipDetail !== undefined || tip !== anchor.getAttribute('aria-label');
  useEffect(() => {
    if (!isNew || anchor.hasAttribute('aria-describedby')) return;
    anchor.setAttribute('aria-describedby', id);
    return () => {
      anchor.removeAttribute('aria-describedby');
    };
  }, [anchor, id, isNew]);
  return createPortal(
    <div ref={setFloating} id={id} className="sotto-tooltip" role="tooltip" style={floatingStyles}>
      <span dir="auto">{tip}</span>
      {tipDetail && (
        <span className="sotto-tooltip-detail" dir="auto">
          {tipDetail}
        </span>
      )}
    </div>,
    // A modal dialog is above everything outside it.
    anchor.closest('dialog, .sotto-root') ?? anchor.ownerDocument.body,
  );
}

/**
 * Calls `show` with the element whose tooltip is due, or with null. One listener serves all elements; `useHover` and
 * `useFocus` of Floating UI need a component around each, and 5 KB.
 *
 * @returns stops it
 */
function followPointer(root: HTMLElement, show: (anchor: HTMLElement | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: HTMLElement | null = null;
  const set = (next: HTMLElement | null, delayMs: number): void => {
    clearTimeout(timer);
    if (next === current) return;
    const apply = (): void => {
      current = next;
      show(next);
    };
    if (delayMs === 0) apply();
    else timer = setTimeout(apply, delayMs);
  };
  const closest = (event: Event, selector: string): HTMLElement | null =>
    event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
  const onOver = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return;
    if (closest(event, TOOLTIP)) clearTimeout(timer);
    else {
      const next = closest(event, TIP);
      // No delay when moving from one element to the next.
      set(next, next ? (current ? 0 : SHOW_AFTER_MS) : HIDE_AFTER_MS);
    }
  };
  const onLeave = (): void => {
    set(null, HIDE_AFTER_MS);
  };
  const onFocus = (event: FocusEvent): void => {
    const next = closest(event, TIP);
    if (next?.matches(':focus-visible')) set(next, 0);
  };
  const onHide = (): void => {
    set(null, 0);
  };
  const controller = new AbortController();
  const { signal } = controller;
  root.addEventListener('pointerover', onOver, { signal });
  root.addEventListener('pointerleave', onLeave, { signal });
  root.addEventListener('focusin', onFocus, { signal });
  for (const name of ['pointerdown', 'focusout', 'keydown']) root.addEventListener(name, onHide, { signal });
  // The element that caused the loading is already hovered or focused.
  const focused = root.querySelector<HTMLElement>(`${TIP}:focus-visible`);
  if (focused) set(focused, 0);
  else set(root.querySelector<HTMLElement>(`${TIP}:hover`), SHOW_AFTER_MS);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}
