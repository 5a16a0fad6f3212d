import type { PanelHost } from '../panelHost';

/** Moves focus when a person meant it, and brings it back. */
export interface FocusManager {
  enter(frame: HTMLElement): void;
  /**
   * Called when the frame's page is there: focus that was given to what stood in the frame before it is given anew, if
   * nobody has moved it.
   */
  renew(frame: HTMLElement): void;
  /** Called before the panel hides. */
  leave(): void;
}

/** Focus goes into the frame only after a press of ours; on closing it returns to the launcher, or to where it was. */
export function createFocusManager({ window, shadow, launcher }: PanelHost): FocusManager {
  let previous: Element | null = null;
  return {
    enter(frame) {
      previous = window.document.activeElement;
      frame.focus({ preventScroll: true });
    },
    renew(frame) {
      if (shadow.activeElement !== frame) return;
      // Chromium sends keys to the page that had the focus, which is gone; focusing again what is focused does nothing.
      frame.blur();
      frame.focus({ preventScroll: true });
    },
    leave() {
      const focused = shadow.activeElement as HTMLElement | null;
      if (!focused) return;
      (launcher.isConnected ? launcher : (previous as Partial<HTMLElement> | null))?.focus?.({ preventScroll: true });
      // A hidden frame keeps the focus otherwise, and keys go nowhere: the page's body and an element that is gone do
      // not take it.
      if (focused !== launcher && shadow.activeElement === focused) focused.blur();
    },
  };
}
