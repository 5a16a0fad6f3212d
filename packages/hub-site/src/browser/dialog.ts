import { ALERT_IN_MS, ALERT_OUT_MS } from '../site/alerts';

/** A modal dialog. */
export interface OpenDialog {
  /** Closes it, in 200 ms. */
  readonly close: () => void;
}

/**
 * Opens a modal dialog, with animations of 300 and 200 ms unless motion is reduced. Escape, its close button and a
 * click outside close it [H-8]. The browser traps and restores the focus.
 *
 * @param mayLeave - called before the user closes it; false during an operation that must not be interrupted
 */
export function openDialog(dialog: HTMLDialogElement, mayLeave: () => boolean = () => true): OpenDialog {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const move = (frames: Keyframe[], duration: number): Animation =>
    dialog.animate(frames, { duration: isStill ? 0 : duration, easing: 'cubic-bezier(.2,.8,.2,1)', fill: 'both' });
  const away: Keyframe = { opacity: 0, transform: 'translateY(8px)' };
  const there: Keyframe = { opacity: 1, transform: 'none' };
  const leave = (event: Event): void => {
    event.preventDefault();
    if (mayLeave()) close();
  };
  const close = (): void => {
    void move([there, away], ALERT_OUT_MS).finished.then(() => {
      dialog.close();
    });
  };
  dialog.showModal();
  move([away, there], ALERT_IN_MS);
  dialog.addEventListener('cancel', leave);
  dialog.querySelector('form[method="dialog"]')?.addEventListener('submit', leave);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) leave(event);
  });
  return { close };
}
