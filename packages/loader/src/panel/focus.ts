import type { PanelHost } from '../panelHost';

/** Whether the frame still shows its initial empty page. */
const isEmpty = (frame: HTMLElement): boolean => (frame as HTMLIFrameElement).contentDocument?.URL === 'about:blank';

/** Moves the focus into the chat when the visitor asked for it, and back on closing. */
export interface FocusManager {
  /** Focuses the frame, and its page once it is loaded. */
  enter(frame: HTMLElement): void;
  /**
   * Called when the frame has loaded another page: focuses it if the previous page had the focus and nobody has moved
   * it.
   */
  renew(frame: HTMLElement): void;
  /** Called before the panel is hidden. */
  leave(): void;
}

/**
 * The focus enters the frame only after a press by the visitor; on closing it returns to the launcher or to its
 * previous element.
 */
export function createFocusManager({ window, shadow, launcher }: PanelHost): FocusManager {
  let previous: Element | null = null;
  function renew(frame: HTMLElement, times = 3): void {
    if (shadow.activeElement !== frame) return;
    // Chromium sends keys to the previous page, which is gone. Focusing an element that already has the focus does
    // nothing.
    frame.blur();
    frame.focus({ preventScroll: true });
    // When a cross-process page starts, the host page gets the focus: the frame is still the active element but
    // receives no keys, and the host page gets a focus event. A click in the host page is over before the timer runs.
    if (times > 0)
      window.addEventListener('focus', () => window.setTimeout(renew, 0, frame, times - 1), { once: true });
  }
  /** Until the frame has loaded its own page. */
  function wait(frame: HTMLElement): void {
    window.setTimeout(isEmpty(frame) ? wait : renew, 10, frame);
  }
  return {
    enter(frame) {
      previous = window.document.activeElement;
      frame.focus({ preventScroll: true });
      if (isEmpty(frame)) wait(frame);
    },
    renew,
    leave() {
      const focused = shadow.activeElement as HTMLElement | null;
      if (!focused) return;
      (launcher.isConnected ? launcher : (previous as Partial<HTMLElement> | null))?.focus?.({ preventScroll: true });
      // Otherwise a hidden frame keeps the focus and keys are lost. The page's body and removed elements cannot take
      // it.
      if (focused !== launcher && shadow.activeElement === focused) focused.blur();
    },
  };
}
