import type { PanelHost } from '../panelHost';

/** Whether the page that stands in a frame before its own is still there. */
const isEmpty = (frame: HTMLElement): boolean => (frame as HTMLIFrameElement).contentDocument?.URL === 'about:blank';

/** Moves focus when a person meant it, and brings it back. */
export interface FocusManager {
  /** Gives the frame the focus, and its page too as soon as it is there. */
  enter(frame: HTMLElement): void;
  /** Called when another page is there: it gets the focus that the one before it had, if nobody has moved it. */
  renew(frame: HTMLElement): void;
  /** Called before the panel hides. */
  leave(): void;
}

/** Focus goes into the frame only after a press of ours; on closing it returns to the launcher, or to where it was. */
export function createFocusManager({ window, shadow, launcher }: PanelHost): FocusManager {
  let previous: Element | null = null;
  function renew(frame: HTMLElement, times = 3): void {
    if (shadow.activeElement !== frame) return;
    // Chromium sends keys to the page that had the focus, which is gone; focusing again what is focused does nothing.
    frame.blur();
    frame.focus({ preventScroll: true });
    // A page in a process of its own makes the host page the focused one when it starts: the frame is still the active
    // element, and gets no keys. The host page gets a focus event. A click in it is over before the timer runs.
    if (times > 0)
      window.addEventListener('focus', () => window.setTimeout(renew, 0, frame, times - 1), { once: true });
  }
  /** Until the frame has its own page. */
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
      // A hidden frame keeps the focus otherwise, and keys go nowhere: the page's body and an element that is gone do
      // not take it.
      if (focused !== launcher && shadow.activeElement === focused) focused.blur();
    },
  };
}
